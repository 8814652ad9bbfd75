//===- ProcessFile.cpp - One file, from text to edits --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessFile.h"
#include "ConfigFile.h"
#include "FileSettings.h"
#include "cudapipe/Emit/KernelsJson.h"
#include "cudapipe/Emit/Remarks.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "cudapipe/Judge/JudgeText.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "cudapipe/Undo/UndoText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

/// Of thousands of files, few are of interest.
void forgetText(FileWork &Work, const Settings &Wanted) {
  if (Wanted.Output.OutputFile.empty())
    Work.Text = std::string();
}

/// What no compiler takes for a kernel, in a line.
Error checkText(StringRef Text) {
  constexpr size_t Looked = 8192; // As git does.
  if (Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff"))
    return createStringError(
        "is UTF-16; save it as UTF-8, which compilers read");
  if (Text.take_front(Looked).contains('\0'))
    return createStringError("is binary, not text");
  return Error::success();
}

Error readText(FileWork &Work, const std::optional<TypedFile> &Typed) {
  if (Typed) {
    Work.Text = Typed->Text;
    return checkText(Work.Text);
  }
  sys::fs::file_status Status;
  if (std::error_code Failure = sys::fs::status(Work.Path, Status))
    return createStringError(StringRef(Failure.message()).lower());
  // A pipe without a writer would be waited for.
  if (!sys::fs::is_regular_file(Status))
    return createStringError("is no regular file; '-' reads stdin");
  auto Read = MemoryBuffer::getFile(Work.Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!Read)
    return createStringError(StringRef(Read.getError().message()).lower());
  // Large ones are often programs, and not copied.
  if (Error Failure = checkText((*Read)->getBuffer()))
    return Failure;
  Work.Text = (*Read)->getBuffer().str();
  return Error::success();
}

Error read(FileWork &Work, const Settings &Wanted) {
  SmallString<256> Path(Work.Name), Real;
  if (std::error_code Failure = sys::fs::make_absolute(Path))
    return createStringError(Failure.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
  Work.Path = std::string(Path);
  Work.Canonical =
      sys::fs::real_path(Path, Real) ? Work.Path : Real.str().str();
  return readText(Work, Wanted.Frontend.Typed);
}

/// By its own words, or those that macros of its headers stand for.
bool mayHoldKLoop(const FileWork &Work, HeaderLists &Headers) {
  return cudapipe::mayHoldKLoop(Work.Text) ||
         (StringRef(Work.Text).contains("include") &&
          cudapipe::mayHoldKLoop(Work.Text, Headers.of(Work.Path)));
}

/// Most files of a tree hold no kernel, and nobody asks for their headers.
bool mayMatter(const FileWork &Work, const Settings &Wanted,
               HeaderLists &Headers) {
  return Wanted.Output.PrintKernels || mayHoldKLoop(Work, Headers) ||
         (StringRef(Work.Text).contains("include") &&
          (!Wanted.Rewrite.Loops.HeaderRegex.empty() ||
           !findConfig(Work.Path).empty()));
}

/// The work on one file; its members are what the steps share.
class FileProcess {
public:
  FileProcess(FileWork Read, const Settings &Settings, const Denials &Denied,
              HeaderLists &Headers, std::shared_ptr<LoopWatch> Watch)
      : Wanted(Settings), Denied(Denied), Headers(Headers),
        Watch(std::move(Watch)), Others(Settings.Frontend),
        Work(std::move(Read)) {}

  FileWork run() {
    if (Error Failure = work())
      Work.Failure = toString(std::move(Failure));
    if (Work.Result.Loops.empty() && Work.Result.Changes.empty())
      forgetText(Work, Wanted);
    return std::move(Work);
  }

private:
  Error work();
  bool readsHeaders() const;
  RewriteOptions optionsFor(std::optional<LineRanges> Lines);
  Error parseAndRewrite(const RewriteOptions &Options);
  Error describeKernels(const DeviceCommand &Command);
  Judge judgeFor(const DeviceCommand &Command) const;
  std::vector<CompiledKernel> countRegisters(const DeviceCommand &Command,
                                             RemarkPrinter &Printer) const;

  const Settings &Wanted;
  const Denials &Denied;
  HeaderLists &Headers;
  std::shared_ptr<LoopWatch> Watch;
  OtherParses Others;
  /// What counts for this file.
  FileSettings Own;
  VerdictFile *Verdicts = nullptr;
  FileWork Work;
};

Error FileProcess::work() {
  Expected<FileSettings> Found = settingsFor(Work.Path, Wanted);
  if (!Found)
    return Found.takeError();
  Own = std::move(*Found);
  std::string &Edited = Own.Rewrite.Loops.HeaderRegex;
  for (const std::string &Header : Work.OwnHeaders)
    Edited += (Edited.empty() ? "^" : "|^") + Regex::escape(Header) + "$";
  std::optional<LineRanges> Lines = Wanted.Lines.linesOf(Work.Path);
  if (readsHeaders() || Wanted.Output.PrintKernels ||
      (Lines && mayHoldKLoop(Work, Headers)))
    return parseAndRewrite(optionsFor(std::move(Lines)));
  return Error::success();
}

/// Headers may hold loops where the file itself has none.
bool FileProcess::readsHeaders() const {
  return !Own.Rewrite.Loops.HeaderRegex.empty() &&
         StringRef(Work.Text).contains("include");
}

RewriteOptions FileProcess::optionsFor(std::optional<LineRanges> Lines) {
  RewriteOptions Options = Own.Rewrite;
  Options.Loops.HeadersOnly = Work.HeadersOnly || !Lines;
  if (Lines)
    Options.Loops.Lines = std::move(*Lines);
  if (!Wanted.Lines.isEmpty())
    Options.Loops.HeaderLines = [this](StringRef Path) {
      return Wanted.Lines.linesOf(Path);
    };
  Options.Program.Denied = Denied;
  Options.Watch = Watch;
  Options.Program.HeadersOf = [this](StringRef File) {
    return Headers.of(File);
  };
  Options.Program.MayName = [this](StringRef File, StringRef Word) {
    return Headers.mayName(File, Word);
  };
  // What the user updates, and what -o does not name, is not edited.
  if (!Options.Assume.LaunchUpdated && Wanted.Output.OutputFile.empty())
    Options.Program.ReadOther = [this](StringRef File) {
      return Others.read(File);
    };
  return Options;
}

/// What asynchronous copies do where the build goes on to older GPUs.
static void remarkOldest(std::vector<LoopReport> &Loops, unsigned OldestSm) {
  if (OldestSm >= cpAsync().LeastSm)
    return;
  for (LoopReport &Loop : Loops)
    if (!Loop.Why && Loop.Form.AsyncCopies)
      Loop.Remarks.push_back(
          formatv("the build is for sm_{0}, too, which has no cp.async: there "
                  "the copies wait as those of the plain loop; with "
                  "--gpu-arch=sm_{0} registers carry the next tile",
                  OldestSm));
}

/// By nvcc, if that was asked for and does not judge the forms anyway.
std::vector<CompiledKernel>
FileProcess::countRegisters(const DeviceCommand &Command,
                            RemarkPrinter &Printer) const {
  if (!Wanted.Deciding.CountsRegisters || isJudged(Own.Rewrite) ||
      !mayHoldKLoop(Work, Headers))
    return {};
  CompileRequest Request;
  Request.Arch = Own.Rewrite.RunsOn
                     ? "sm_" + std::to_string(Own.Rewrite.RunsOn->SmVersion)
                     : Command.Arch;
  Request.Flags = Command.NvccFlags;
  Request.File = Work.Path;
  CompileReport Report = compileAll(*Wanted.Deciding.Nvcc, Request).front();
  if (!Report.Note.empty() && !Wanted.Console.Quiet)
    Printer.file("note", Report.Note + "; they are guessed");
  return std::move(Report.Kernels);
}

/// The project's own compiler rather than another that is there.
Judge FileProcess::judgeFor(const DeviceCommand &Command) const {
  Judge Out;
  Out.Asked = Wanted.Deciding.Nvcc;
  if (!Wanted.Deciding.CountsRegisters && !Command.Nvcc.empty()) {
    Expected<Compiler> Own = findCompiler(Command.Nvcc);
    if (Own)
      Out.Asked = std::move(*Own);
    else
      consumeError(Own.takeError());
  }
  Out.Kept = Verdicts;
  if (Wanted.Console.ShowsProgress && Wanted.Files.size() == 1)
    Out.Progress = [](StringRef Text) { errs() << '\r' << Text << "\033[K"; };
  return Out;
}

Error FileProcess::parseAndRewrite(const RewriteOptions &Options) {
  const FrontendOptions &Reading =
      Own.Frontend ? *Own.Frontend : Wanted.Frontend;
  Expected<DeviceCommand> Command =
      makeDeviceCommand(Work.Path, Reading, Work.Which);
  if (!Command)
    return Command.takeError();
  Work.Commands = Command->Count;
  Work.Output = Command->Output;
  raw_string_ostream Notes(Work.Notes);
  RemarkPrinter Printer(Notes, Work.Path, Work.Name, Work.Text,
                        Wanted.Console.ColorErrors);
  if (Wanted.Console.Verbose)
    Printer.file("note", "parsed for " + Command->Arch +
                             " with: " + join(Command->Arguments, " "));
  if (!Wanted.Console.Quiet)
    for (StringRef Note : Command->Notes)
      Printer.file("note", Note);

  RewriteOptions ForArch = Options;
  ForArch.SmVersion = Command->SmVersion;
  // CUDA declares its asynchronous copies from sm_70 on, bulk copies from sm_90
  // on: below that, they do not compile.
  if (!Command->BuiltFor.empty() &&
      Command->BuiltFor.front() < (Options.Variant && Options.Variant->OfBlock
                                       ? Options.Variant->LeastSm
                                       : 70))
    ForArch.SmVersion = Command->BuiltFor.front();
  if (!Command->BuiltFor.empty())
    ForArch.ScarceSm =
        *min_element(Command->BuiltFor, [](unsigned Old, unsigned New) {
          return maxSharedBytesPerBlock(Old) < maxSharedBytesPerBlock(New);
        });
  else if (!Options.RunsOn && Reading.GpuArch.empty() &&
           Reading.DefaultArch.empty() &&
           !StringRef(Command->Arch).ends_with("a"))
    // Nobody says what it runs on: all since sm_80 have what sm_86 has.
    ForArch.ScarceSm = 86;
  ForArch.Measured = countRegisters(*Command, Printer);
  if (!Own.Verdicts.empty()) {
    Expected<VerdictFile *> Opened =
        Wanted.Deciding.Verdicts->open(Own.Verdicts);
    if (!Opened)
      return Opened.takeError();
    Verdicts = *Opened;
  }
  auto Style = [&](StringRef Path) { return formatStyleOf(Path, Wanted); };
  Expected<TextResult> Done =
      ForArch.Undo ? undoText(*Command, Work.Path, Work.Text, ForArch, Style)
                   : judgeText(*Command, Work.Path, Work.Text, ForArch, Style,
                               judgeFor(*Command));
  if (!Done)
    return Done.takeError();
  if (!Done->Note.empty() && !Wanted.Console.Quiet)
    Printer.file("note", Done->Note);
  Work.ParseErrors = std::move(Done->ParseErrors);
  Work.Result = std::move(Done->Result);
  if (!Command->BuiltFor.empty())
    remarkOldest(Work.Result.Loops, Command->BuiltFor.front());
  if (Wanted.Output.PrintKernels)
    return describeKernels(*Command);
  if (ForArch.DumpAfter)
    Work.Result.Changes.clear();
  return Error::success();
}

/// --print-kernels, in the place of a dump.
Error FileProcess::describeKernels(const DeviceCommand &Command) {
  Work.Result.Changes.clear();
  return parseFile(Command, Work.Path, Work.Text,
                   [&](clang::ASTContext &Ctx, ArrayRef<ParseError>) {
                     raw_string_ostream Out(Work.Result.Dump);
                     printKernels(Out, findKernels(Ctx), Work.Result.Loops, Ctx,
                                  Own.Rewrite.RunsOn ? &*Own.Rewrite.RunsOn
                                                     : nullptr);
                   });
}

/// Of the kernels that were asked about.
std::string nothingToDo(const Settings &Wanted) {
  if (Wanted.Rewrite.Undo)
    return "nothing to do: no loop is pipelined";
  return std::string("nothing to do: ") +
         (Wanted.Words.Kernel.empty()
              ? ""
              : "of the kernels that --kernel names, ") +
         "no loop loads tiles into shared memory and waits for them, or it is "
         "pipelined already";
}

/// Says what became of \p Loops.
void report(const FileWork &Work, ArrayRef<LoopReport> Loops,
            const Settings &Wanted, raw_ostream &Errors, FileOutcome &Out) {
  auto IsBroken = [](const LoopReport &Loop) {
    return Loop.Why && Loop.Why->Kind == RejectionKind::ParseError;
  };
  const std::vector<const ParseError *> Lost =
      hiddenFunctions(Work, Wanted.Console.Explain);
  bool KernelLost =
      !Lost.empty() || any_of(Loops, IsBroken) ||
      (Work.Result.Loops.empty() &&
       any_of(Work.ParseErrors, [](const auto &E) { return E.MayHideKernel; }));
  auto Missing = find_if(Work.ParseErrors, [](const ParseError &Error) {
    return StringRef(Error.Message).contains("file not found");
  });
  RemarkPrinter Printer(Errors, Work.Path, Work.Name, Work.Text,
                        Wanted.Console.ColorErrors);
  bool IsSkipped =
      KernelLost && Wanted.SkipsUnreadable && Missing != Work.ParseErrors.end();
  if (IsSkipped) {
    KernelLost = false;
    Printer.file("warning", "skipped: " + Missing->Message +
                                "; --strict makes this an error");
  }
  if (KernelLost)
    Out.Code = Failed;
  // What will not pay, never runs or is not wanted is no obstacle.
  if (Wanted.Console.WarningsAsErrors &&
      any_of(Loops, [](const LoopReport &Loop) {
        return Loop.Why && Loop.Why->Kind != RejectionKind::WillNotPay &&
               Loop.Why->Kind != RejectionKind::NeedsCompiler &&
               Loop.Why->Kind != RejectionKind::NotReached &&
               Loop.Why->Kind != RejectionKind::NoLint;
      }))
    Out.Code = std::max(Out.Code, Asked);

  // --check says which, and how many.
  bool Chatty =
      !Wanted.Console.Quiet && !Wanted.Check && !Wanted.Output.PrintKernels;
  if (Work.IsEmpty && !Wanted.Console.Quiet)
    Printer.file("warning", "the file is empty");
  if ((Chatty && !IsSkipped) || KernelLost)
    Printer.parseErrors(Work.ParseErrors, !KernelLost);
  if (KernelLost)
    for (const ParseError *Error : Lost)
      Printer.notRead(*Error, Work.ParseErrors);
  if (Chatty || Wanted.Console.Explain)
    for (const LoopReport &Loop : Loops)
      Printer.race(Loop);
  if (Wanted.Console.Explain) {
    for (const LoopReport &Loop : Loops)
      Printer.explain(Loop);
    if (Work.Result.Loops.empty() && !Work.IsOwned)
      Printer.file("remark", KernelLost || IsSkipped
                                 ? "no K-loop in what was read"
                                 : "no K-loop");
  } else if (Chatty) {
    for (const LoopReport &Loop : Loops)
      if (!Loop.Why) {
        Printer.made(Loop);
        Printer.remark(Loop);
      }
    Printer.summarize(Loops);
    // Of several files, a last line counts.
    if (Loops.empty() && Work.Result.Loops.empty() && !Work.IsEmpty &&
        !KernelLost && !IsSkipped && Wanted.Files.size() == 1 &&
        !Wanted.Rewrite.DumpAfter)
      Printer.file("remark", nothingToDo(Wanted));
  } else if (Wanted.Check && !Wanted.Console.Quiet) {
    for (const LoopReport &Loop : Loops)
      if (!Loop.Why)
        Printer.wouldChange(Loop);
  }
}

} // namespace

std::vector<const ParseError *> hiddenFunctions(const FileWork &Work,
                                                bool Explains) {
  std::set<StringRef> Told;
  for (const LoopReport &Loop : Work.Result.Loops)
    if (Explains && Loop.Why && Loop.Why->Kind == RejectionKind::ParseError)
      Told.insert(Loop.Kernel);
  std::vector<const ParseError *> Out;
  for (const ParseError &Error : Work.ParseErrors)
    if (Error.MayHideKernel && !Error.Function.empty() &&
        Told.insert(Error.Function).second)
      Out.push_back(&Error);
  return Out;
}

/// The names of what may be kernels in \p Text; "" among them: there may be
/// others.
static std::vector<std::string> kernelNames(StringRef Text) {
  std::vector<std::string> Out;
  if (!Text.contains("__global__"))
    return Out;
  for (FunctionText &Function : findFunctions(Text))
    if (Function.IsOfDevice)
      Out.push_back(std::move(Function.Name));
  if (Out.empty())
    Out.emplace_back();
  return Out;
}

FileWork readFile(const FileWork &Known, const Settings &Settings,
                  HeaderLists &Headers) {
  FileWork Out;
  Out.Name = Known.Name;
  Out.HeadersOnly = Known.HeadersOnly;
  Out.Which = Known.Which;
  Out.OwnHeaders = Known.OwnHeaders;
  Out.IsOwned = Known.IsOwned;
  if (Error Failure = read(Out, Settings))
    Out.Failure = toString(std::move(Failure));
  else
    Out.IsEmpty = StringRef(Out.Text).trim().empty();
  if (!Settings.Rewrite.Loops.KernelRegex.empty())
    Out.Kernels = kernelNames(Out.Text);
  Out.MayMatter =
      Out.Failure.empty() && !Out.IsOwned &&
      (!Out.OwnHeaders.empty() || mayMatter(Out, Settings, Headers));
  if (!Out.MayMatter)
    forgetText(Out, Settings);
  return Out;
}

FileWork processFile(FileWork Read, const Settings &Settings,
                     const Denials &Denied, HeaderLists &Headers,
                     std::shared_ptr<LoopWatch> Watch) {
  return FileProcess(std::move(Read), Settings, Denied, Headers,
                     std::move(Watch))
      .run();
}

FileOutcome reportFile(const FileWork &Work, ArrayRef<LoopReport> Loops,
                       const Settings &Settings) {
  FileOutcome Out;
  raw_string_ostream Errors(Out.Errors);
  Errors << Work.Notes;
  if (Work.Failure.empty())
    report(Work, Loops, Settings, Errors, Out);
  else {
    RemarkPrinter(Errors, Work.Path, Work.Name, "",
                  Settings.Console.ColorErrors)
        .file("error", Work.Failure);
    Out.Code = Failed;
  }
  Out.Output = Work.Result.Dump;
  return Out;
}

} // namespace cudapipe
