//===- Settings.cpp - The command line of the check -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "FindFiles.h"
#include "cudapipe/Frontend/UserFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// One option: what follows `--`, what it takes, what it does.
struct Option {
  StringLiteral Name, Value, Help;
  Error (*Read)(StringRef Value, CheckSettings &Out);
};

Error readBlock(StringRef Value, CheckSettings &Out) {
  std::array<unsigned, 3> Block = {1, 1, 1};
  SmallVector<StringRef, 3> Parts;
  Value.split(Parts, Value.contains(',') ? ',' : 'x');
  uint64_t Threads = 1;
  bool IsNumber = Parts.size() <= 3;
  for (size_t I = 0; I < Parts.size() && IsNumber; ++I) {
    IsNumber = !Parts[I].trim().getAsInteger(10, Block[I]) && Block[I] > 0;
    Threads *= Block[I];
  }
  if (!IsNumber || Threads > 1024)
    return createStringError("--block: '" + Value +
                             "' is no block of at most 1024 threads, such as "
                             "256 or 32x8");
  Out.Check.Block = Block;
  return Error::success();
}

Error readKernel(StringRef Value, CheckSettings &Out) {
  std::string Wrong;
  if (!Regex(Value).isValid(Wrong))
    return createStringError("--kernel: '" + Value +
                             "' is no regular expression: " + Wrong);
  Out.Check.KernelRegex = Value.str();
  return Error::success();
}

Error readHeaders(StringRef Value, CheckSettings &Out) {
  if (Value == "embedded")
    Out.Frontend.Headers = HeaderSource::Embedded;
  else if (Value == "toolkit")
    Out.Frontend.Headers = HeaderSource::Toolkit;
  else if (Value != "auto")
    return createStringError("--cuda-headers: unknown value '" + Value +
                             "'; it is one of: auto, embedded, toolkit");
  return Error::success();
}

Error readArch(StringRef Value, CheckSettings &Out) {
  if (!smVersion(Value))
    return createStringError("--gpu-arch: '" + Value +
                             "' is not a GPU architecture such as sm_80");
  Out.Frontend.GpuArch = Value.str();
  return Error::success();
}

Error readDatabase(StringRef Value, CheckSettings &Out) {
  Expected<CompileCommands> Loaded = CompileCommands::load(Value);
  if (!Loaded)
    return Loaded.takeError();
  Out.Frontend.Database = std::move(*Loaded);
  return Error::success();
}

Error readFormat(StringRef Value, CheckSettings &Out) {
  if (Value != "text" && Value != "sanitizer")
    return createStringError("--format: unknown value '" + Value +
                             "'; it is one of: text, sanitizer");
  Out.AsSanitizer = Value == "sanitizer";
  return Error::success();
}

template <std::string CheckSettings::*Member>
Error readFileName(StringRef Value, CheckSettings &Out) {
  Out.*Member = Value.empty() ? "-" : Value.str();
  return Error::success();
}

const Option Options[] = {
    {"block", "<threads>",
     "Threads of a block, such as 256 or 32x8, in the place of what launches "
     "in the file say",
     readBlock},
    {"cuda-headers", "<kind>",
     "embedded (our own declarations, no CUDA needed); toolkit; auto "
     "(default): embedded, and a toolkit if a kernel needs it",
     readHeaders},
    {"cuda-path", "<dir>", "The CUDA toolkit to use",
     [](StringRef Value, CheckSettings &Out) -> Error {
       Out.Frontend.CudaPath = Value.str();
       return Error::success();
     }},
    {"format", "<form>",
     "text (default); sanitizer: witnesses in the form of compute-sanitizer's "
     "messages",
     readFormat},
    {"gpu-arch", "<sm_XX>",
     "Architecture to read the file for (default: the newest of the command, "
     "else what the text needs, sm_80 or newer)",
     readArch},
    {"json", "[=<file>]", "Write verdicts as JSON; - or nothing is stdout",
     readFileName<&CheckSettings::JsonFile>},
    {"kernel", "<regex>", "Only kernels whose names match", readKernel},
    {"only-witnesses", "",
     "Exit with 0 where there is no witness, also without a proof: for hooks",
     [](StringRef, CheckSettings &Out) -> Error {
       Out.OnlyWitnesses = true;
       return Error::success();
     }},
    {"p", "<build-dir>", "Folder with compile_commands.json", readDatabase},
    {"quiet", "", "Say nothing of kernels that are clean",
     [](StringRef, CheckSettings &Out) -> Error {
       Out.Quiet = true;
       return Error::success();
     }},
    {"sarif", "[=<file>]", "Write witnesses as SARIF, for code scanning",
     readFileName<&CheckSettings::SarifFile>},
    {"self-test", "",
     "Leave out each barrier and each wait of kernels that are clean, and say "
     "whether that is found",
     [](StringRef, CheckSettings &Out) -> Error {
       Out.Check.SelfTest = true;
       return Error::success();
     }},
    {"stages-too", "",
     "Try rings with one stage more and one less, where a constant, a macro or "
     "a template argument of the file says how many there are",
     [](StringRef, CheckSettings &Out) -> Error {
       Out.StagesToo = true;
       return Error::success();
     }},
};

const Option *findOption(StringRef Name) {
  for (const Option &One : Options)
    if (One.Name == Name)
      return &One;
  return nullptr;
}

} // namespace

/// Reads one of our options at the front of \p Words. The number of words that
/// it takes; 0: it is none of ours.
static Expected<size_t> readOption(ArrayRef<std::string> Words,
                                   CheckSettings &Out) {
  StringRef Body = Words.front();
  if (!Body.consume_front("-"))
    return 0;
  Body.consume_front("-");
  const auto [Name, Value] = Body.split('=');
  const bool HasValue = Name.size() < Body.size();
  if (Name == "help" || Name == "h" || Name == "version") {
    (Name == "version" ? Out.AsksVersion : Out.AsksHelp) = true;
    return 1;
  }
  const Option *Known = findOption(Name);
  if (!Known)
    return 0;
  const bool NeedsValue = !Known->Value.empty() && Known->Value[0] == '<';
  if (Known->Value.empty() && HasValue)
    return createStringError("'" + Words.front() + "': --" + Name +
                             " takes no value");
  StringRef Given = Value;
  size_t Length = 1;
  if (NeedsValue && !HasValue) {
    if (Words.size() == 1)
      return createStringError("'" + Words.front() +
                               "' needs a value: " + Known->Value);
    Given = Words[1];
    Length = 2;
  }
  if (Error Failure = Known->Read(Given, Out))
    return std::move(Failure);
  return Length;
}

Expected<CheckSettings> readCheckCommand(ArrayRef<std::string> Words) {
  CheckSettings Out;
  const auto *Dashes = find(Words, "--");
  if (Dashes != Words.end())
    Out.Frontend.InlineFlags.assign(Dashes + 1, Words.end());
  Words = Words.take_front(Dashes - Words.begin());
  while (!Words.empty()) {
    Expected<size_t> Taken = readOption(Words, Out);
    if (!Taken)
      return Taken.takeError();
    size_t Length = *Taken;
    if (Length == 0 && !StringRef(Words.front()).starts_with("-")) {
      Out.Files.push_back(Words.front());
      Length = 1;
    } else if (Length == 0) {
      Length = flagLength(Words);
      if (Length == 0)
        return createStringError(
            "Unknown command line argument '" + Words.front() +
            "': it is no option (--help lists them), and no flag of nvcc or "
            "Clang");
      append_range(Out.Frontend.TypedFlags, Words.take_front(Length));
    }
    Words = Words.drop_front(std::min(Length, Words.size()));
  }
  if (Out.Frontend.Database && !Out.Frontend.InlineFlags.empty())
    append_range(Out.Frontend.TypedFlags,
                 std::exchange(Out.Frontend.InlineFlags, {}));
  if (Out.AsksHelp || Out.AsksVersion)
    return Out;
  if (Out.Files.empty() && !Out.Frontend.Database)
    return createStringError("no file given; --help shows examples");
  Expected<std::vector<std::string>> Found =
      findFiles(Out.Files, Out.Frontend.Database);
  if (!Found)
    return Found.takeError();
  Out.Files = std::move(*Found);
  return Out;
}

void printCheckHelp(raw_ostream &OS) {
  OS << R"(OVERVIEW: Looks for races, missing waits, overfull rings, barriers that not all
threads reach, and reads of what nobody wrote, by playing one block of each
kernel of a file. No GPU, no CUDA, no harness.

USAGE: cuda-pipeline-check [options] <file or folder>... [compiler flags]

Options:

)";
  constexpr size_t Width = 80, Column = 26;
  auto PrintRow = [&](const std::string &Name, StringRef Help) {
    OS << Name;
    size_t At = Name.size();
    if (At + 2 > Column) {
      OS << '\n';
      At = 0;
    }
    OS.indent(Column - At);
    At = Column;
    for (StringRef Word : split(Help, ' ')) {
      if (At > Column && At + 1 + Word.size() > Width) {
        OS << '\n';
        OS.indent(Column);
        At = Column;
      } else if (At > Column) {
        OS << ' ';
        ++At;
      }
      OS << Word;
      At += Word.size();
    }
    OS << '\n';
  };
  for (const Option &One : Options) {
    std::string Name = (One.Name.size() > 1 ? "  --" : "  -") + One.Name.str();
    if (!One.Value.empty())
      Name += (One.Value[0] == '['    ? ""
               : One.Name.size() == 1 ? " "
                                      : "=") +
              One.Value.str();
    PrintRow(Name, One.Help);
  }
  OS << "\nAbout the tool:\n\n";
  PrintRow("  --help", "This page");
  PrintRow("  --version", "Version of the tool and of LLVM");
  OS << R"(
Examples:
  cuda-pipeline-check gemm.cu                  every kernel of the file
  cuda-pipeline-check gemm.cu -Iinclude -DBK=32
                                               with flags of the compiler
  cuda-pipeline-check gemm.cu --block=32x8     for who launches from elsewhere
  cuda-pipeline-check gemm.cu --self-test      would it find a missing barrier?

Exit codes:
  0  all kernels are clean
  1  a witness: a kernel has a hazard
  2  no witness, but no proof of some kernel, or the job could not be done
)";
}

} // namespace cudapipe
