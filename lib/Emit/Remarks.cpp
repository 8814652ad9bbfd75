//===- Remarks.cpp - What the user is told --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Remarks.h"
#include "cudapipe/Emit/RuleText.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;

namespace cudapipe {
namespace {

constexpr size_t ShownErrors = 3;

/// Line \p Number (from 1) of \p Text, without its end.
StringRef lineOf(StringRef Text, unsigned Number) {
  for (; Number > 1; --Number)
    Text = Text.split('\n').second;
  return Text.split('\n').first.rtrim('\r');
}

std::string countOf(size_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

} // namespace

std::string raceMessage(const LoopReport &Loop) {
  return "possible race in '" + Loop.Kernel +
         "': no barrier keeps this store to '" + Loop.At.Text +
         "' apart from other threads that read '" + Loop.Other.Text +
         "' in line " + std::to_string(Loop.Other.Line);
}

/// Where the rules are not sure, cuda-pipeline-check plays the kernel.
static StringRef whoFindsOut(const LoopReport &Loop) {
  if (Loop.Why->Kind == RejectionKind::MissingBarrier && Loop.Other.Line == 0)
    return "; cuda-pipeline-check finds out whether it is a race";
  if (Loop.Why->Kind == RejectionKind::BarrierNotUniform)
    return "; cuda-pipeline-check finds out whether they do";
  return "";
}

std::string leftAloneMessage(const LoopReport &Loop) {
  const std::string &Detail = Loop.Why->Detail;
  return ("K-loop in '" + Loop.Kernel +
          "' left alone: " + rejectionMessage(Loop.Why->Kind) +
          (Detail.empty() ? "" : ": ") + Detail + whoFindsOut(Loop))
      .str();
}

std::string madeMessage(const LoopReport &Loop) {
  std::string Made = Loop.Made.Summary;
  if (!Loop.Made.Also.empty())
    Made += "; also " + join(Loop.Made.Also, ", ");
  if (Loop.DecidedBy.empty())
    return Made;
  return Made + (Loop.DecidedBy == "rules" ? "; it cannot lose, by rules alone"
                 : Loop.Accepted.empty()
                     ? "; " + Loop.DecidedBy + " sees no loss"
                     : "; " + Loop.DecidedBy + ": " + Loop.Accepted);
}

void RemarkPrinter::level(StringRef Level) {
  if (Color)
    OS.changeColor(Level == "error"     ? raw_ostream::RED
                   : Level == "warning" ? raw_ostream::MAGENTA
                   : Level == "remark"  ? raw_ostream::BLUE
                                        : raw_ostream::CYAN,
                   /*Bold=*/true);
  OS << Level << ": ";
  if (Color)
    OS.resetColor();
}

void RemarkPrinter::file(StringRef Level, StringRef Message) {
  OS << Name << ": ";
  level(Level);
  OS << Message << '\n';
}

void RemarkPrinter::at(StringRef File, unsigned Line, unsigned Column,
                       StringRef Level, const Twine &Message) {
  OS << (File == Path ? Name : File) << ':' << Line << ':' << Column << ": ";
  level(Level);
  OS << Message << '\n';
}

void RemarkPrinter::snippet(StringRef File, unsigned LineNumber,
                            unsigned Column, StringRef Offending) {
  if (File != Path)
    return;
  StringRef Line = lineOf(Text, LineNumber);
  if (Line.empty() || Column == 0 || Column > Line.size())
    return;
  size_t Start = Column - 1;
  size_t Length = 1;
  Offending = Offending.split('\n').first.rtrim();
  if (Line.substr(Start).starts_with(Offending) && !Offending.empty())
    Length = Offending.size();
  OS << formatv("{0,5} | ", LineNumber) << Line << '\n' << "      | ";
  for (char C : Line.take_front(Start))
    OS << (C == '\t' ? '\t' : ' ');
  if (Color)
    OS.changeColor(raw_ostream::GREEN, /*Bold=*/true);
  OS << '^' << std::string(Length - 1, '~');
  if (Color)
    OS.resetColor();
  OS << '\n';
}

void RemarkPrinter::made(const LoopReport &Loop) {
  at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "remark",
     "K-loop in '" + Loop.Kernel + "' " +
         (Loop.Made.IsUndone ? "taken back: " : "pipelined: ") +
         madeMessage(Loop));
}

void RemarkPrinter::explain(const LoopReport &Loop) {
  if (!Loop.Why) {
    made(Loop);
    OS << Loop.Budget;
    remark(Loop);
    for (const std::string &Detail : Loop.Details)
      at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "remark",
         "K-loop in '" + Loop.Kernel + "': " + Detail);
    return;
  }
  StringRef Id = rejectionId(Loop.Why->Kind);
  at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "remark",
     leftAloneMessage(Loop) + " [" + Id + "]");
  if (Loop.At.Line != 0) {
    at(Loop.At.File, Loop.At.Line, Loop.At.Column, "note", "here");
    snippet(Loop.At.File, Loop.At.Line, Loop.At.Column, Loop.At.Text);
  }
  if (Loop.Other.Line != 0) {
    at(Loop.Other.File, Loop.Other.Line, Loop.Other.Column, "note",
       "and other threads may read it here");
    snippet(Loop.Other.File, Loop.Other.Line, Loop.Other.Column,
            Loop.Other.Text);
  }
  at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "note",
     "see " + helpFor(Id));
  OS << Loop.Budget;
}

void RemarkPrinter::wouldChange(const LoopReport &Loop) {
  at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "remark",
     "K-loop in '" + Loop.Kernel + "' can be " +
         (Loop.Made.IsUndone ? "taken back: " : "pipelined: ") +
         madeMessage(Loop));
}

void RemarkPrinter::race(const LoopReport &Loop) {
  if (Loop.Other.Line == 0)
    return;
  at(Loop.At.File, Loop.At.Line, Loop.At.Column, "warning",
     raceMessage(Loop) + " [" + rejectionId(Loop.Why->Kind) + "]");
}

void RemarkPrinter::remark(const LoopReport &Loop) {
  for (const std::string &Remark : Loop.Remarks)
    at(Loop.Where.File, Loop.Where.Line, Loop.Where.Column, "remark",
       "K-loop in '" + Loop.Kernel + "': " + Remark);
}

void RemarkPrinter::summarize(ArrayRef<LoopReport> Loops) {
  size_t LeftAlone = count_if(Loops, [](const LoopReport &Loop) {
    return Loop.Why && Loop.Why->Kind != RejectionKind::NoLint;
  });
  if (LeftAlone == 0)
    return;
  std::map<StringRef, size_t> Undecided;
  for (const LoopReport &Loop : Loops)
    if (Loop.Why && Loop.Why->Kind == RejectionKind::NeedsCompiler)
      ++Undecided[Loop.WhyUndecided];
  std::string Why;
  for (const auto &[Each, Count] : Undecided)
    Why += formatv(", {0} of them {1}", Count, Each).str();
  file("remark", countOf(LeftAlone, "K-loop") + " left alone" + Why +
                     "; --explain says why");
}

void RemarkPrinter::parseErrors(ArrayRef<ParseError> Errors, bool Survived) {
  if (Errors.empty())
    return;
  StringRef Level = Survived ? "warning" : "error";
  bool HasHelped = false;
  for (const ParseError &Error : Errors.take_front(ShownErrors)) {
    const std::string Header = missingHeaderOf(Error);
    std::string Message = "parse error: " + Error.Message;
    if (!Header.empty() && Survived)
      Message += hasStandIn(Header) ? "; only accessors and words for kernels "
                                      "are known of it"
                                    : "; it is taken as empty";
    // Once, and of what belongs to the project.
    if (!Header.empty() && !isCommonLibrary(Header) &&
        !std::exchange(HasHelped, true))
      Message += "; " + headerHelp();
    at(Error.File, Error.Line, Error.Column, Level, Message);
  }
  size_t More = Errors.size() - std::min(Errors.size(), ShownErrors);
  if (More == 0)
    return;
  // What comes by a flag is no consequence of something else.
  std::string Headers;
  for (const ParseError &Error : Errors.drop_front(ShownErrors))
    if (std::string Header = missingHeaderOf(Error);
        !Header.empty() && !isCommonLibrary(Header))
      Headers += (Headers.empty() ? "; not found, too: '" : "', '") + Header;
  file(Level, "and " + countOf(More, "more parse error") + Headers +
                  (Headers.empty() ? "" : "'") +
                  (Survived ? "; no kernel is hidden by them" : ""));
}

void RemarkPrinter::notRead(const ParseError &Error,
                            ArrayRef<ParseError> Errors) {
  at(Error.File, Error.Line, Error.Column, "error",
     notReadMessage(Error, Errors));
}

} // namespace cudapipe
