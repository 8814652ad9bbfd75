//===- Help.cpp - --help --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own has one column for all texts, behind the longest name, and lines
// of any length.
//
//===----------------------------------------------------------------------===//

#include "SettingsGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

constexpr StringLiteral Overview =
    R"(OVERVIEW: Turns the K-loops of CUDA kernels into software pipelines: the next
tile travels while this one is computed. Prints a diff; writes nothing unless
asked.

USAGE: cuda-pipeline-rewrite [options] <file or folder>... [compiler flags]
)";

constexpr StringLiteral Examples = R"(
Examples:
  cuda-pipeline-rewrite gemm.cu                   show what would change
  cuda-pipeline-rewrite gemm.cu --variant=cpasync | git apply
  cuda-pipeline-rewrite gemm.cu -Iinclude -DBK=32 -arch=sm_90
                                                  with flags of the compiler
  cuda-pipeline-rewrite gemm.cu --explain         why was a loop left alone?
  cuda-pipeline-rewrite -i -p build               rewrite a project in place
  cuda-pipeline-rewrite --check src               in CI

Exit codes:
  0  ran, even if there was nothing to do
  1  only when asked: --check would change a file, --warnings-as-errors
  2  could not do the job: bad flag, no such file, a kernel does not parse, ...
)";

constexpr size_t Width = 80, Column = 26;

/// The words of \p Text in lines that begin at Column; the first is begun, and
/// has \p Used characters.
void printWrapped(raw_ostream &OS, StringRef Text, size_t Used) {
  if (Used + 2 > Column) {
    OS << '\n';
    Used = 0;
  }
  OS.indent(Column - Used);
  size_t At = Column;
  for (StringRef Word : split(Text, ' ')) {
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
}

/// "--json[=<file>]", "-o <file>".
std::string nameOf(const cl::Option &Option) {
  const bool IsLong = Option.ArgStr.size() > 1;
  std::string Out = (IsLong ? "--" : "-") + Option.ArgStr.str();
  if (Option.ValueStr.empty())
    return Out;
  const std::string Value =
      (IsLong ? "=<" : " <") + Option.ValueStr.str() + ">";
  return Option.getValueExpectedFlag() == cl::ValueOptional
             ? Out + "[" + Value + "]"
             : Out + Value;
}

void printRow(raw_ostream &OS, StringRef Name, StringRef Text) {
  OS << "  " << Name;
  printWrapped(OS, Text, 2 + Name.size());
}

} // namespace

ArrayRef<const cl::OptionCategory *> optionGroups() {
  static const cl::OptionCategory *const Groups[] = {
      &rewritingOptions(), &outputOptions(), &readingOptions()};
  return Groups;
}

void printHelp(raw_ostream &OS) {
  OS << Overview;
  for (const cl::OptionCategory *Group : optionGroups()) {
    std::vector<const cl::Option *> Options;
    for (const auto &[Name, Option] : cl::getRegisteredOptions())
      if (Option->getOptionHiddenFlag() == cl::NotHidden &&
          is_contained(Option->Categories, Group))
        Options.push_back(Option);
    llvm::sort(Options, [](const cl::Option *A, const cl::Option *B) {
      return A->ArgStr < B->ArgStr;
    });
    OS << '\n' << Group->getName() << ":\n\n";
    for (const cl::Option *Option : Options)
      printRow(OS, nameOf(*Option), Option->HelpStr);
  }
  OS << "\nAbout the tool:\n\n";
  printRow(OS, "--help", "This page");
  printRow(OS, "--version", "Versions of the tool, of LLVM and of CUDA");
  OS << Examples;
}

} // namespace cudapipe
