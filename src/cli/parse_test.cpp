#include "cli/parse.hpp"

#include <gtest/gtest.h>

#include <random>

#include "cli/definitions.hpp"
#include "cli/help.hpp"
#include "cli/registered_fakes.hpp"
#include "core/error.hpp"

namespace gpuxfer::cli {
namespace {

using Words = std::vector<std::string>;

class ParseTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_fakes(); }
};

Command parse_words(const Words& words) {
  std::vector<const char*> argv{"gpuxfer"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return parse(static_cast<int>(argv.size()), argv.data());
}

Options options_of(const Words& words) {
  const Command command = parse_words(words);
  EXPECT_FALSE(command.answer) << command.answer->text;
  return command.options;
}

std::string usage_of(const Words& words) {
  const Command command = parse_words(words);
  if (!command.answer) return "accepted";
  EXPECT_EQ(command.answer->code, ExitCode::usage);
  return command.answer->text;
}

/// What every complaint looks like.
void expect_one_line(const std::string& text) {
  EXPECT_TRUE(text.starts_with("gpuxfer: ")) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
  EXPECT_TRUE(std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= 0x20 && c < 0x7F; }))
      << text;
  EXPECT_LT(text.size(), 700u) << text;
}

TEST_F(ParseTest, NothingGivenMeansTheDefaults) {
  const Options options = options_of({});
  EXPECT_EQ(options.sweep.sizes, parse_sizes("1:4M"));
  EXPECT_EQ(options.sweep.patterns, (Words{"latency", "bandwidth"}));
  EXPECT_EQ(options.sweep.modes, Words{"direct"});
  EXPECT_EQ(options.format, "table");
  EXPECT_FALSE(parse(0, nullptr).answer);
}

TEST_F(ParseTest, EveryOptionSetsItsValue) {
  const Options options = options_of({"--sizes",
                                      "1K:4K",
                                      "--pattern=latency",
                                      "--mode",
                                      "staged,direct",
                                      "--memory",
                                      "device",
                                      "--pair",
                                      "3:1",
                                      "--window",
                                      "8",
                                      "--precision",
                                      "2%",
                                      "--max-time",
                                      "3s",
                                      "--warmup",
                                      "1",
                                      "--host-memory",
                                      "pageable",
                                      "--chunk",
                                      "256K",
                                      "--devices",
                                      "1,0",
                                      "--share-gpu",
                                      "--format",
                                      "json",
                                      "--output",
                                      "a b.csv",
                                      "--seed",
                                      "42",
                                      "--no-verify",
                                      "--progress"});
  const run::SweepOptions& sweep = options.sweep;
  EXPECT_EQ(sweep.sizes, parse_sizes("1K:4K"));
  EXPECT_EQ(sweep.patterns, Words{"latency"});
  EXPECT_EQ(sweep.modes, (Words{"staged", "direct"}));
  EXPECT_EQ(sweep.pair, (std::array{1, 3}));
  EXPECT_EQ(sweep.window, 8);
  EXPECT_DOUBLE_EQ(sweep.stop.precision, 0.02);
  EXPECT_DOUBLE_EQ(sweep.stop.max_seconds, 3);
  EXPECT_EQ(sweep.warmup, 1);
  EXPECT_EQ(sweep.staging.memory, device::HostMemory::pageable);
  EXPECT_EQ(sweep.staging.chunk_bytes, 262144u);
  EXPECT_EQ(sweep.devices, (std::vector{1, 0}));
  EXPECT_TRUE(sweep.share_gpu);
  EXPECT_EQ(options.format, "json");
  EXPECT_EQ(options.output, "a b.csv");
  EXPECT_EQ(sweep.seed, 42u);
  EXPECT_FALSE(sweep.verify);
  EXPECT_TRUE(options.progress);
  EXPECT_EQ(options_of({"--samples", "9"}).sweep.stop.samples, 9u);
  EXPECT_EQ(options_of({"--memory", "host:device"}).sweep.memory,
            (std::array{device::MemoryKind::host, device::MemoryKind::device}));
}

TEST_F(ParseTest, ABadValueIsQuotedUnderItsOption) {
  EXPECT_EQ(usage_of({"--sizes", "1K,2X"}),
            "gpuxfer: --sizes '1K,2X': 'X' at position 5 is no unit: use B, K, M, G or T (1024-based)\n");
  EXPECT_EQ(usage_of({"--window", "0"}), "gpuxfer: --window '0': use a whole number from 1 to 65536\n");
  EXPECT_EQ(usage_of({"--warmup", "-5"}), "gpuxfer: --warmup '-5': use a whole number from 1 to 1000000\n");
  EXPECT_EQ(usage_of({"--window=8", "--pair", "1:1"}),
            "gpuxfer: --pair '1:1': use two different ranks as I:J, such as 0:1\n");
  EXPECT_EQ(usage_of({"--memory", "magic"}),
            "gpuxfer: --memory 'magic' is no kind of memory: use device or managed or host, or two of them "
            "as A:B\n");
  EXPECT_TRUE(
      usage_of({"--mode", "x\ny"}).starts_with("gpuxfer: --mode 'x\\x0Ay' is no mode: use a comma list of "));
  EXPECT_TRUE(usage_of({"--format", "xml"}).starts_with("gpuxfer: --format 'xml' is no format: use "));
  EXPECT_EQ(usage_of({"--chunk", "2G"}), "gpuxfer: --chunk '2G': use a size from 4K to 1G\n");
  EXPECT_EQ(usage_of({"--output", ""}), "gpuxfer: --output '': name a file\n");
  EXPECT_TRUE(usage_of({"--sizes", ""}).starts_with("gpuxfer: --sizes '': expected a size"));
}

TEST_F(ParseTest, UnknownOptionsSuggestTheNearest) {
  EXPECT_EQ(usage_of({"--size", "1K"}), "gpuxfer: unknown option '--size': did you mean --sizes?\n");
  EXPECT_EQ(usage_of({"-sizes", "1K"}), "gpuxfer: unknown option '-sizes': did you mean --sizes?\n");
  EXPECT_EQ(usage_of({"--presicion=1%"}),
            "gpuxfer: unknown option '--presicion': did you mean --precision?\n");
  EXPECT_EQ(usage_of({"--iterations", "9"}), "gpuxfer: unknown option '--iterations': see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"-x"}), "gpuxfer: unknown option '-x': see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"-"}), "gpuxfer: unknown option '-': see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"--=3"}), "gpuxfer: unknown option '--': see gpuxfer --help\n");
}

TEST_F(ParseTest, StrayArgumentsAreRefused) {
  EXPECT_EQ(usage_of({"1K:1G"}), "gpuxfer: unexpected argument '1K:1G': put --sizes before it\n");
  EXPECT_EQ(usage_of({"--no-verify", "yes"}),
            "gpuxfer: unexpected argument 'yes': every argument is an option; see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"--sizes", "1K", "2K"}), "gpuxfer: unexpected argument '2K': put --sizes before it\n");
  expect_one_line(usage_of({""}));
  expect_one_line(usage_of({"--"}));
  expect_one_line(usage_of({"--", "--sizes", "1K"}));
  expect_one_line(usage_of({"++"}));
}

TEST_F(ParseTest, ValuesAreNeverTakenFromTheNextOption) {
  EXPECT_EQ(usage_of({"--sizes"}), "gpuxfer: --sizes needs a value; see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"--seed", "1", "--sizes"}), "gpuxfer: --sizes needs a value; see gpuxfer --help\n");
  EXPECT_EQ(usage_of({"--sizes", "--mode", "direct"}), "gpuxfer: --sizes needs a value, found '--mode'\n");
  EXPECT_EQ(usage_of({"--sizes=", "1K"}), "gpuxfer: --sizes needs a value after its '='\n");
  EXPECT_EQ(usage_of({"--no-verify=false"}), "gpuxfer: --no-verify takes no value, found 'false'\n");
}

TEST_F(ParseTest, OptionsAreGivenOnce) {
  EXPECT_EQ(usage_of({"--window", "8", "--seed=1", "--window=8"}),
            "gpuxfer: --window is given more than once\n");
  EXPECT_EQ(usage_of({"--no-verify", "--no-verify"}), "gpuxfer: --no-verify is given more than once\n");
}

TEST_F(ParseTest, ModesThatNeedADeviceRefuseHostMemory) {
  EXPECT_EQ(usage_of({"--memory", "host", "--mode", "direct,staged"}),
            "gpuxfer: --mode staged needs GPU memory at both ends; with --memory host use --mode direct\n");
  EXPECT_EQ(
      usage_of({"--mode", "staged", "--memory", "host:device"}),
      "gpuxfer: --mode staged needs GPU memory at both ends; with --memory host:device use --mode direct\n");
  EXPECT_EQ(usage_of({"--mode", "direct", "--memory", "host"}), "accepted");
}

TEST_F(ParseTest, OptionsForGpusNeedDeviceMemory) {
  EXPECT_EQ(usage_of({"--memory", "host", "--devices", "0"}),
            "gpuxfer: --devices chooses GPUs, but --memory host uses none\n");
  EXPECT_EQ(usage_of({"--share-gpu", "--memory", "host"}),
            "gpuxfer: --share-gpu chooses GPUs, but --memory host uses none\n");
  EXPECT_EQ(usage_of({"--explain", "--memory", "host"}),
            "gpuxfer: --explain shows the copies of GPUs, but --memory host uses none\n");
  EXPECT_EQ(usage_of({"--devices", "0", "--memory", "host:device"}), "accepted");
}

TEST_F(ParseTest, FixedSamplesExcludeTheStopRule) {
  EXPECT_EQ(
      usage_of({"--samples", "9", "--precision", "1%"}),
      "gpuxfer: --samples takes a fixed number of samples, so --precision can't stop it: give one of them\n");
  EXPECT_EQ(
      usage_of({"--max-time", "1", "--samples", "9"}),
      "gpuxfer: --samples takes a fixed number of samples, so --max-time can't stop it: give one of them\n");
}

TEST_F(ParseTest, InquiriesAreAnsweredWhateverElseIsGiven) {
  const auto expect_answer = [](const Words& words, const std::string& text) {
    const Command command = parse_words(words);
    ASSERT_TRUE(command.answer);
    EXPECT_EQ(command.answer->code, ExitCode::done);
    EXPECT_EQ(command.answer->text, text);
  };
  expect_answer({"--help"}, help_text());
  expect_answer({"-h"}, help_text());
  expect_answer({"--bogus", "--sizes", "x", "--list", "--help", "--help"}, help_text());
  expect_answer({"--help", "--sizes"}, help_text());
  expect_answer({"--version", "--list"}, version_text());
  expect_answer({"--list"}, list_text());
}

/// Text that looks like values here and there.
class RandomText {
 public:
  std::string operator()() {
    static constexpr std::string_view alphabet = "0123456789KMGTBs.,:*+-=%/[]{}' \t\n\x01\x7F\x80\xFF";
    std::string text;
    for (int n = up_to(10); n > 0; --n) {
      text += up_to(9) < 9 ? alphabet[static_cast<std::size_t>(up_to(alphabet.size() - 1))]
                           : static_cast<char>(1 + up_to(254));
    }
    return text;
  }

  int up_to(std::size_t highest) {
    return std::uniform_int_distribution<int>(0, static_cast<int>(highest))(random_);
  }

 private:
  std::mt19937 random_{20261201};
};

TEST_F(ParseTest, EveryConverterTakesRandomTextOrRefusesItInOneLine) {
  RandomText text;
  int accepted = 0;
  int refused = 0;
  for (const Definition& option : definitions()) {
    for (int i = 0; i < 3000; ++i) {
      Options options;
      try {
        option.apply(options, text());
        ++accepted;
      } catch (const UsageError& error) {
        expect_one_line(std::string("gpuxfer: ") + error.what() + "\n");
        ++refused;
      }
      EXPECT_NO_THROW(option.value(options));
    }
  }
  EXPECT_GT(accepted, 3000 * 3);  // three options take no value
  EXPECT_GT(refused, 1000);
}

TEST_F(ParseTest, RandomCommandLinesAreTakenOrRefusedInOneLine) {
  RandomText text;
  Words words{
      "--", "-",    "-h=",  "--help", "--version", "--list", "host", "device:host", "direct,staged", "1K:1M",
      "7",  "1%",   "json", "0:1",    "pageable",  "--hlep", "++",   "--sizes=-1",  "--no-verify=1", "%%",
      "{}", "[1,2]"};
  for (const Definition& option : definitions()) {
    words.push_back("--" + option.name);
    words.push_back("--" + option.name + "=");
    if (!option.argument.empty()) words.push_back("--" + option.name + "=" + option.default_text);
  }

  int runs = 0, answers = 0, complaints = 0;
  for (int i = 0; i < 6000; ++i) {
    Words line;
    for (int n = text.up_to(5); n > 0; --n) {
      const int dice = text.up_to(9);
      line.push_back(dice > 1 ? words[static_cast<std::size_t>(text.up_to(words.size() - 1))]
                              : (dice == 0 ? "--" : "") + text());
    }
    const Command command = parse_words(line);
    if (!command.answer) {
      ++runs;
    } else if (command.answer->code == ExitCode::done) {
      ++answers;
    } else {
      ++complaints;
      EXPECT_EQ(command.answer->code, ExitCode::usage);
      expect_one_line(command.answer->text);
    }
  }
  EXPECT_GT(runs, 100);
  EXPECT_GT(answers, 100);
  EXPECT_GT(complaints, 1000);
}

}  // namespace
}  // namespace gpuxfer::cli
