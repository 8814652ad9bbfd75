//===- ProcessFile.cpp - One file, from text to output --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessFile.h"
#include "cudapipe/Emit/Diff.h"
#include "cudapipe/Emit/Remarks.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "cudapipe/RewriteText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// The work on one file; its members are what the steps share.
class FileProcess {
public:
  FileProcess(StringRef Name, const Settings &Settings)
      : Name(Name), Wanted(Settings), Errors(Outcome.Errors) {}

  FileOutcome run();

private:
  Error work();
  Error parseAndRewrite(const RewriteOptions &Options);
  void report(const FileResult &Result, ArrayRef<ParseError> ParseErrors);
  Error emit(StringRef NewText);

  StringRef Name;
  const Settings &Wanted;
  FileOutcome Outcome;
  raw_string_ostream Errors;
  SmallString<256> Path;
  std::unique_ptr<MemoryBuffer> Buffer;
  std::string NewText;
};

FileOutcome FileProcess::run() {
  if (Error Failure = work()) {
    RemarkPrinter(Errors, Path, Name, "", Wanted.ColorErrors)
        .file("error", toString(std::move(Failure)));
    Outcome.Code = Failed;
  }
  return std::move(Outcome);
}

Error FileProcess::work() {
  Path = Name;
  if (std::error_code Failure = sys::fs::make_absolute(Path))
    return createStringError(Failure.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
  if (sys::fs::is_directory(Path))
    return createStringError("is a directory; name the files in it");
  auto Read = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!Read)
    return createStringError(StringRef(Read.getError().message()).lower());
  Buffer = std::move(*Read);
  NewText = Buffer->getBuffer().str();

  RewriteOptions Options = Wanted.Rewrite;
  std::optional<LineRanges> Lines = Wanted.Lines.linesOf(Path);
  if (Lines && mayHoldKLoop(Buffer->getBuffer())) {
    Options.Lines = std::move(*Lines);
    if (Error Failure = parseAndRewrite(Options))
      return Failure;
  } else if (Wanted.Explain)
    RemarkPrinter(Errors, Path, Name, "", Wanted.ColorErrors)
        .file("remark", "no K-loop");
  return emit(NewText);
}

Error FileProcess::parseAndRewrite(const RewriteOptions &Options) {
  Expected<DeviceCommand> Command = makeDeviceCommand(Path, Wanted.Frontend);
  if (!Command)
    return Command.takeError();
  RemarkPrinter Printer(Errors, Path, Name, Buffer->getBuffer(),
                        Wanted.ColorErrors);
  if (Wanted.Verbose)
    Printer.file("note", "parsed for " + Command->Arch +
                             " with: " + join(Command->Arguments, " "));
  if (!Wanted.Quiet)
    for (StringRef Note : Command->Notes)
      Printer.file("note", Note);

  RewriteOptions ForArch = Options;
  ForArch.SmVersion = Command->SmVersion;
  Expected<TextResult> Done = rewriteText(*Command, Path, Buffer->getBuffer(),
                                          ForArch, Wanted.FormatStyle);
  if (!Done)
    return Done.takeError();
  report(Done->Result, Done->ParseErrors);
  Outcome.Output += Done->Result.Dump;
  NewText = std::move(Done->NewText);
  return Error::success();
}

void FileProcess::report(const FileResult &Result,
                         ArrayRef<ParseError> ParseErrors) {
  ArrayRef<LoopReport> Loops = Result.Loops;
  auto IsBroken = [](const LoopReport &Loop) {
    return Loop.Why && Loop.Why->Kind == RejectionKind::ParseError;
  };
  bool KernelLost =
      any_of(Loops, IsBroken) ||
      (Loops.empty() && any_of(ParseErrors, [](const auto &Error) {
         return Error.MayHideKernel;
       }));
  if (KernelLost)
    Outcome.Code = Failed;
  size_t LeftAlone = count_if(
      Loops, [](const LoopReport &Loop) { return Loop.Why.has_value(); });
  Outcome.LoopsRewritten = Loops.size() - LeftAlone;
  if (Wanted.WarningsAsErrors && LeftAlone > 0)
    Outcome.Code = std::max(Outcome.Code, Asked);

  RemarkPrinter Printer(Errors, Path, Name, Buffer->getBuffer(),
                        Wanted.ColorErrors);
  // --check says how many, not which.
  bool Chatty = !Wanted.Quiet && !Wanted.Check;
  if (Chatty || KernelLost)
    Printer.parseErrors(ParseErrors, !KernelLost);
  if (Chatty || Wanted.Explain)
    for (const LoopReport &Loop : Loops)
      Printer.race(Loop);
  if (Wanted.Explain) {
    for (const LoopReport &Loop : Loops)
      Printer.explain(Loop);
    if (Loops.empty())
      Printer.file("remark", "no K-loop");
  } else if (Chatty) {
    for (const LoopReport &Loop : Loops)
      if (!Loop.Why)
        Printer.remark(Loop);
    Printer.summarize(Loops);
  }
}

Error FileProcess::emit(StringRef NewText) {
  StringRef OldText = Buffer->getBuffer();
  Outcome.WouldChange = NewText != OldText;
  if (Wanted.Check) {
    if (Outcome.WouldChange)
      Outcome.Code = std::max(Outcome.Code, Asked);
    return Error::success();
  }
  if (Wanted.Rewrite.DumpAfter)
    return Error::success();
  if (Wanted.OutputFile == "-") {
    Outcome.Output += NewText;
    return Error::success();
  }
  if (!Wanted.OutputFile.empty())
    return replaceFile(Wanted.OutputFile, NewText);
  if (Wanted.InPlace)
    return Outcome.WouldChange ? replaceFile(Path, NewText) : Error::success();
  raw_string_ostream Diff(Outcome.Output);
  Diff.enable_colors(Wanted.ColorOutput);
  printDiff(Diff, diffName(Path), OldText, NewText, Wanted.ColorOutput);
  return Error::success();
}

} // namespace

FileOutcome processFile(StringRef File, const Settings &Settings) {
  return FileProcess(File, Settings).run();
}

} // namespace cudapipe
