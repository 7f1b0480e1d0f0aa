#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

/// Stands between a program and its MPI library (LD_PRELOAD): answers whether the library is CUDA-aware,
/// spoils a message, lets a receive go wrong, and makes MPI_Init or new threads fail.

namespace {

/// GPUXFER_SHIM_FLIP=RANK:NTH:OFFSET. On that rank, the NTH message received that reaches beyond OFFSET has a
/// wrong bit there.
struct Flip {
  int rank = -1;
  long nth = 0;
  long long offset = 0;
};

std::optional<Flip> wanted_flip() {
  const char* const text = std::getenv("GPUXFER_SHIM_FLIP");
  if (text == nullptr) return std::nullopt;
  Flip flip;
  int end = 0;
  const int fields = std::sscanf(text, "%d:%ld:%lld%n", &flip.rank, &flip.nth, &flip.offset, &end);
  if (fields != 3 || text[end] != '\0' || flip.nth < 1 || flip.offset < 0) {
    std::fprintf(stderr, "MPI shim: GPUXFER_SHIM_FLIP is not RANK:NTH:OFFSET: '%s'\n", text);
    std::abort();
  }
  return flip;
}

/// GPUXFER_SHIM_RECEIVE=RANK:NTH:BYTES:WHAT. On that rank, what becomes of the NTH receive of at least so
/// many bytes: hang (it never completes), crash, bus, abort, exit, fail (an MPI error), or lose (it brings
/// nothing).
struct BadReceive {
  int rank = -1;
  long nth = 0;
  long long bytes = 0;
  std::string what;
};

std::optional<BadReceive> wanted_bad_receive() {
  const char* const text = std::getenv("GPUXFER_SHIM_RECEIVE");
  if (text == nullptr) return std::nullopt;
  BadReceive bad;
  int end = 0;
  if (std::sscanf(text, "%d:%ld:%lld:%n", &bad.rank, &bad.nth, &bad.bytes, &end) != 3 || end == 0) {
    std::fprintf(stderr, "MPI shim: GPUXFER_SHIM_RECEIVE is not RANK:NTH:BYTES:WHAT: '%s'\n", text);
    std::abort();
  }
  bad.what = text + end;
  return bad;
}

/// As in a library that waits for a message that got lost.
[[noreturn]] void turn_for_ever() {
  for (;;) {
    int flag = 0;
    PMPI_Iprobe(MPI_ANY_SOURCE, 0x7ff, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  }
}

/// Called where a receive is posted. The buffer to receive into, and what the call is to return; or it does
/// not return.
int receive_badly_if_wanted(void*& buffer, long long count, MPI_Datatype type) {
  static const std::optional<BadReceive> bad = wanted_bad_receive();
  static long seen = 0;
  static std::vector<char> elsewhere;
  if (!bad) return MPI_SUCCESS;
  int rank = -1, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Type_size(type, &size);
  if (rank != bad->rank || count * size < bad->bytes || ++seen != bad->nth) return MPI_SUCCESS;
  if (bad->what == "lose") {
    elsewhere.resize(static_cast<std::size_t>(count * size));
    buffer = elsewhere.data();
    return MPI_SUCCESS;
  }
  if (bad->what == "hang") turn_for_ever();
  if (bad->what == "crash") std::raise(SIGSEGV);
  if (bad->what == "bus") std::raise(SIGBUS);
  if (bad->what == "abort") std::abort();
  if (bad->what == "exit") std::exit(14);
  if (bad->what == "fail") return MPI_ERR_OTHER;
  std::fprintf(stderr, "MPI shim: no such thing can become of a receive: '%s'\n", bad->what.c_str());
  std::_Exit(1);
}

/// GPUXFER_SHIM_INIT=RANK:WHAT, by the launcher's rank, instead of MPI_Init: exit, abort, crash or hang.
void fail_init_if_wanted() {
  const char* const text = std::getenv("GPUXFER_SHIM_INIT");
  const char* const rank = std::getenv("PMI_RANK");
  int wanted = 0, start = 0;
  if (text == nullptr || std::sscanf(text, "%d:%n", &wanted, &start) != 1) return;
  if (std::atoi(rank != nullptr ? rank : "0") != wanted) return;
  const std::string what = text + start;
  if (what == "exit") std::exit(14);
  if (what == "abort") std::abort();
  if (what == "crash") std::raise(SIGSEGV);
  if (what == "hang") {
    for (;;) pause();
  }
  std::fprintf(stderr, "MPI shim: GPUXFER_SHIM_INIT is not RANK:exit, abort, crash or hang: '%s'\n", text);
  std::abort();
}

/// Sees every message that this rank receives, in the order in which receives complete.
class Receiver {
 public:
  static Receiver& instance() {
    static Receiver receiver;
    return receiver;
  }

  void expect(MPI_Request request, void* buffer) {
    const std::lock_guard lock(mutex_);
    if (flip_) expected_[request] = buffer;
  }

  void arrived(MPI_Request request, const MPI_Status& status) {
    const std::lock_guard lock(mutex_);
    const auto found = expected_.find(request);
    if (found == expected_.end()) return;
    spoil(found->second, status);
    expected_.erase(found);
  }

  void arrived(void* buffer, const MPI_Status& status) {
    const std::lock_guard lock(mutex_);
    if (flip_) spoil(buffer, status);
  }

 private:
  void spoil(void* buffer, const MPI_Status& status) {
    int rank = -1;
    MPI_Count bytes = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    if (rank != flip_->rank || bytes <= flip_->offset || ++seen_ != flip_->nth) return;
    static_cast<unsigned char*>(buffer)[flip_->offset] ^= 1;
  }

  std::mutex mutex_;
  std::optional<Flip> flip_ = wanted_flip();
  long seen_ = 0;
  std::map<MPI_Request, void*> expected_;
};

/// Runs `receive(status)` with a status of its own where the caller wants none.
template <typename Receive>
int receive_into(void* buffer, MPI_Status* status, Receive receive) {
  MPI_Status own;
  MPI_Status* const used = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = receive(used);
  if (result == MPI_SUCCESS) Receiver::instance().arrived(buffer, *used);
  return result;
}

/// The same for several requests, which MPI forgets when they complete; `complete(statuses)` answers whether
/// they all have.
template <typename Complete>
int complete_all(int count, MPI_Request requests[], MPI_Status statuses[], Complete complete) {
  const std::vector<MPI_Request> before(requests, requests + count);
  std::vector<MPI_Status> own(static_cast<std::size_t>(count));
  MPI_Status* const used = statuses == MPI_STATUSES_IGNORE ? own.data() : statuses;
  bool done = false;
  const int result = complete(used, done);
  if (result != MPI_SUCCESS || !done) return result;
  for (std::size_t i = 0; i < before.size(); ++i) Receiver::instance().arrived(before[i], used[i]);
  return result;
}

}  // namespace

extern "C" {

/// GPUXFER_SHIM_NO_THREADS: none can be started.
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (std::getenv("GPUXFER_SHIM_NO_THREADS") != nullptr) return EAGAIN;
  return create(thread, attributes, run, argument);
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  fail_init_if_wanted();
  return PMPI_Init_thread(argc, argv, required, provided);
}

int MPIX_GPU_query_support(int type, int* supported) {
  const char* const answer = std::getenv("GPUXFER_FAKE_CUDA_AWARE");
  if (answer == nullptr || type != MPIX_GPU_SUPPORT_CUDA) return PMPIX_GPU_query_support(type, supported);
  *supported = std::atoi(answer);
  return MPI_SUCCESS;
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  if (const int result = receive_badly_if_wanted(buffer, count, type); result != MPI_SUCCESS) return result;
  return receive_into(buffer, status, [=](MPI_Status* used) {
    return PMPI_Recv(buffer, count, type, source, tag, comm, used);
  });
}

int MPI_Recv_c(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Status* status) {
  if (const int result = receive_badly_if_wanted(buffer, count, type); result != MPI_SUCCESS) return result;
  return receive_into(buffer, status, [=](MPI_Status* used) {
    return PMPI_Recv_c(buffer, count, type, source, tag, comm, used);
  });
}

int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int destination, int send_tag,
                 void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                 MPI_Status* status) {
  return receive_into(buffer, status, [=](MPI_Status* used) {
    return PMPI_Sendrecv(send, send_count, send_type, destination, send_tag, buffer, count, type, source, tag,
                         comm, used);
  });
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (const int result = receive_badly_if_wanted(buffer, count, type); result != MPI_SUCCESS) return result;
  const int result = PMPI_Irecv(buffer, count, type, source, tag, comm, request);
  if (result == MPI_SUCCESS) Receiver::instance().expect(*request, buffer);
  return result;
}

int MPI_Irecv_c(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                MPI_Request* request) {
  if (const int result = receive_badly_if_wanted(buffer, count, type); result != MPI_SUCCESS) return result;
  const int result = PMPI_Irecv_c(buffer, count, type, source, tag, comm, request);
  if (result == MPI_SUCCESS) Receiver::instance().expect(*request, buffer);
  return result;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return complete_all(1, request, status, [=](MPI_Status* used, bool& done) {
    done = true;
    return PMPI_Wait(request, used);
  });
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  return complete_all(count, requests, statuses, [=](MPI_Status* used, bool& done) {
    done = true;
    return PMPI_Waitall(count, requests, used);
  });
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return complete_all(1, request, status, [=](MPI_Status* used, bool& done) {
    const int result = PMPI_Test(request, flag, used);
    done = *flag != 0;
    return result;
  });
}

int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  return complete_all(count, requests, statuses, [=](MPI_Status* used, bool& done) {
    const int result = PMPI_Testall(count, requests, flag, used);
    done = *flag != 0;
    return result;
  });
}

}  // extern "C"
