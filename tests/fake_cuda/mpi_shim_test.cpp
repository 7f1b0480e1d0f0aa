#include <mpi.h>

#include <cstdio>
#include <string_view>
#include <vector>

/// Run under mpirun with two ranks and the shim; exits with 1 where something isn't as expected.

namespace {

constexpr int messages = 4;
constexpr int bytes = 16;

/// Rank 1 receives all messages of rank 0 in one of these ways.
using Receive = void (*)(std::vector<char>& buffer);

void receive_blocking(std::vector<char>& buffer) {
  for (int i = 0; i < messages; ++i) {
    MPI_Recv_c(buffer.data() + i * bytes, bytes, MPI_CHAR, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

std::vector<MPI_Request> post(std::vector<char>& buffer) {
  std::vector<MPI_Request> requests(messages);
  for (int i = 0; i < messages; ++i) {
    MPI_Irecv_c(buffer.data() + i * bytes, bytes, MPI_CHAR, 0, i, MPI_COMM_WORLD,
                &requests[static_cast<std::size_t>(i)]);
  }
  return requests;
}

void receive_and_wait(std::vector<char>& buffer) {
  std::vector<MPI_Request> requests = post(buffer);
  MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE);
}

void receive_and_test(std::vector<char>& buffer) {
  std::vector<MPI_Request> requests = post(buffer);
  int done = 0;
  while (done == 0) MPI_Testall(messages, requests.data(), &done, MPI_STATUSES_IGNORE);
}

/// Whether every byte arrives right, except for the lowest bit of the one at `wrong`.
bool exchange(int rank, Receive receive, int wrong) {
  std::vector<char> buffer(messages * bytes, rank == 0 ? 'a' : '-');
  if (rank == 0) {
    for (int i = 0; i < messages; ++i) {
      MPI_Send_c(buffer.data() + i * bytes, bytes, MPI_CHAR, 1, i, MPI_COMM_WORLD);
    }
    return true;
  }
  receive(buffer);
  for (int i = 0; i < messages * bytes; ++i) {
    const char expected = i == wrong ? 'a' ^ 1 : 'a';
    if (buffer[static_cast<std::size_t>(i)] != expected) {
      std::printf("byte %d is %d\n", i, buffer[static_cast<std::size_t>(i)]);
      return false;
    }
  }
  return true;
}

}  // namespace

/// Arguments: the expected answer about CUDA (0 or 1). GPUXFER_SHIM_FLIP must be 1:6:3, so that the second of
/// the messages that are waited for is spoilt.
int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  int rank = 0;
  int cuda = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &cuda);
  bool right = count == 2 && cuda == (std::string_view(arguments[1]) == "1" ? 1 : 0);
  constexpr int nowhere = -1;
  right = exchange(rank, receive_blocking, nowhere) && right;
  right = exchange(rank, receive_and_wait, bytes + 3) && right;
  right = exchange(rank, receive_and_test, nowhere) && right;
  MPI_Finalize();
  return right ? 0 : 1;
}
