// Runs a fuzzer's function without libFuzzer: over each file of a corpus, then over mutations of them, the
// same ones in every run. replay CORPUS MUTATIONS

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length);

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path());
  std::sort(names.begin(), names.end());
  std::vector<Bytes> corpus;
  for (const auto& name : names) {
    std::ifstream file(name, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<Bytes>& corpus) : corpus_(corpus) {}

  /// One of the corpus with one to four changes.
  Bytes next() {
    Bytes bytes = corpus_[below(corpus_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  std::uint8_t byte() {
    static constexpr char likely[] = "0123456789KMGTBi:,*+-=.%\"'[]# \n\t\\\0\xff";
    return static_cast<std::uint8_t>(below(4) == 0 ? random_() : likely[below(sizeof likely - 1)]);
  }
  void change(Bytes& bytes) {
    const std::size_t at = below(bytes.size() + 1);
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(4)) {
      case 0:
        bytes.insert(place, byte());
        break;
      case 1:
        if (at < bytes.size()) bytes.erase(place);
        break;
      case 2:
        if (at < bytes.size()) *place = byte();
        break;
      default: {  // the rest of another
        const Bytes& other = corpus_[below(corpus_.size())];
        bytes.resize(at);
        bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(below(other.size() + 1)),
                     other.end());
      }
    }
  }

  const std::vector<Bytes>& corpus_;
  std::mt19937 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::vector<Bytes> corpus = read_corpus(argv[1]);
  if (corpus.empty()) return 2;
  for (const Bytes& bytes : corpus) LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  Mutator mutator(corpus);
  const long mutations = std::atol(argv[2]);
  for (long i = 0; i < mutations; ++i) {
    const Bytes bytes = mutator.next();
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu inputs and %ld mutations\n", corpus.size(), mutations);
}
