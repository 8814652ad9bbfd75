//===- main.cpp - cuda-pipeline-check -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConfigFile.h"
#include "Settings.h"
#include "cudapipe/Check/SanitizerText.h"
#include "cudapipe/Check/VerdictExport.h"
#include "cudapipe/Check/VerdictText.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include <set>

using namespace cudapipe;
using namespace llvm;

namespace {

/// The exit codes. Of many files, a witness counts most, then what failed.
enum ExitCode { AllClean = 0, Witnessed = 1, NotDone = 2 };

/// A file, and what came of it.
struct CheckedName {
  std::string Name, Path, Text;
  CheckedFile Result;
  std::string Failure;
};

Error readCheckedFile(CheckedName &Out) {
  SmallString<256> Path(Out.Name);
  if (std::error_code Failure = sys::fs::make_absolute(Path))
    return createStringError(Failure.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
  Out.Path = std::string(Path);
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return createStringError("is no regular file");
  auto Read = MemoryBuffer::getFile(Path);
  if (!Read)
    return createStringError(StringRef(Read.getError().message()).lower());
  Out.Text = (*Read)->getBuffer().str();
  return Error::success();
}

/// Those of the folder, then those of the command line, which come later.
void prepend(StringRef Flags, std::vector<std::string> &Out) {
  BumpPtrAllocator Room;
  StringSaver Saver(Room);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Flags, Saver, Words);
  Out.insert(Out.begin(), Words.begin(), Words.end());
}

/// What the nearest `.cuda-pipeline` says of parsing.
Error addFolderFlags(StringRef Path, FrontendOptions &Out) {
  const std::string Config = findConfig(Path);
  if (Config.empty())
    return Error::success();
  RewriteWords Words;
  if (Error Failure = readConfig(Config, {}, Words))
    return Failure;
  if (Out.GpuArch.empty())
    Out.GpuArch = Words.Folder.GpuArch;
  prepend(Words.Folder.ExtraArg, Out.ExtraArgs);
  prepend(Words.Folder.ExtraArgBefore, Out.ExtraArgsBefore);
  return Error::success();
}

Expected<CheckedFile> checkWith(const CheckedName &File,
                                const CheckSettings &Wanted,
                                HeaderSource Headers) {
  FrontendOptions Frontend = Wanted.Frontend;
  Frontend.Headers = Headers;
  if (Error Failure = addFolderFlags(File.Path, Frontend))
    return std::move(Failure);
  Expected<DeviceCommand> Command = makeDeviceCommand(File.Path, Frontend);
  if (!Command)
    return Command.takeError();
  Expected<CheckedFile> Out =
      checkText(*Command, File.Path, File.Text, Wanted.Check);
  if (Out && Wanted.StagesToo)
    checkOtherStages(*Command, File.Path, File.Text, Wanted.Check, *Out);
  return Out;
}

/// A kernel could not be played for what the embedded headers do not have.
bool missesHeaders(const CheckedFile &File) {
  return any_of(File.Kernels,
                [](const CheckedKernel &One) {
                  return One.Verdict == CheckVerdict::NoProof &&
                         (StringRef(One.Why).contains("could not be read") ||
                          StringRef(One.Why).contains("which is not modelled"));
                }) ||
         (File.Kernels.empty() &&
          any_of(File.ParseErrors,
                 [](const ParseError &One) { return One.MayHideKernel; }));
}

size_t unproved(const CheckedFile &File) {
  return count_if(File.Kernels, [](const CheckedKernel &One) {
    return One.Verdict == CheckVerdict::NoProof;
  });
}

Error checkFile(CheckedName &Out, const CheckSettings &Wanted) {
  if (Error Failure = readCheckedFile(Out))
    return Failure;
  const HeaderSource Asked = Wanted.Frontend.Headers;
  Expected<CheckedFile> Result =
      checkWith(Out, Wanted,
                Asked == HeaderSource::Auto ? HeaderSource::Embedded : Asked);
  if (!Result)
    return Result.takeError();
  Out.Result = std::move(*Result);
  const bool MayTryAgain = Asked == HeaderSource::Auto &&
                           missesHeaders(Out.Result) &&
                           (!Wanted.Frontend.CudaPath.empty() || findToolkit());
  if (!MayTryAgain)
    return Error::success();
  Expected<CheckedFile> Again = checkWith(Out, Wanted, HeaderSource::Toolkit);
  if (!Again)
    consumeError(Again.takeError());
  else if (!Again->Kernels.empty() && (Out.Result.Kernels.empty() ||
                                       unproved(*Again) < unproved(Out.Result)))
    Out.Result = std::move(*Again);
  return Error::success();
}

/// The same, in a thread with a large stack; a crash fails this file alone.
Error checkGuarded(CheckedName &Out, const CheckSettings &Wanted) {
  constexpr unsigned StackBytes = 64 << 20;
  Error Result = Error::success();
  CrashRecoveryContext Guard;
  const bool Survived = Guard.RunSafelyOnThread(
      [&] { Result = joinErrors(std::move(Result), checkFile(Out, Wanted)); },
      StackBytes);
  if (Survived)
    return Result;
  consumeError(std::move(Result));
  Out.Result = CheckedFile();
  return createStringError("internal error; please report this with the file");
}

ExitCode codeOf(const CheckedName &File) {
  ExitCode Out = File.Failure.empty() ? AllClean : NotDone;
  for (const CheckedKernel &One : File.Result.Kernels) {
    if (One.Verdict == CheckVerdict::Witness || !One.Latent.empty())
      return Witnessed;
    if (One.Verdict == CheckVerdict::NoProof)
      Out = NotDone;
  }
  return Out;
}

Error writeExport(StringRef File, function_ref<void(raw_ostream &)> Print) {
  if (File.empty())
    return Error::success();
  std::string Text;
  raw_string_ostream OS(Text);
  Print(OS);
  if (File != "-")
    return replaceFile(File, Text);
  outs() << Text;
  return Error::success();
}

/// --kernel that none has. A file that could not be read may have it.
Error missingKernel(const std::string &Pattern, ArrayRef<CheckedName> Files) {
  std::set<std::string> Names;
  for (const CheckedName &One : Files) {
    if (!One.Failure.empty() || !One.Result.Kernels.empty())
      return Error::success();
    Names.insert(One.Result.Names.begin(), One.Result.Names.end());
  }
  if (Pattern.empty())
    return Error::success();
  constexpr size_t Shown = 10;
  const std::vector<std::string> Ordered(Names.begin(), Names.end());
  std::string There;
  for (const std::string &Name : ArrayRef(Ordered).take_front(Shown))
    There += (There.empty() ? "there are '" : ", '") + Name + "'";
  if (Names.size() > Shown)
    There += ", and " + std::to_string(Names.size() - Shown) + " more";
  return createStringError("--kernel: no kernel matches '" + Pattern + "'; " +
                           (There.empty() ? "there is none" : There));
}

ExitCode complain(Error Failure) {
  errs() << "cuda-pipeline-check: error: " << toString(std::move(Failure))
         << '\n';
  return NotDone;
}

ExitCode run(const CheckSettings &Wanted) {
  std::vector<CheckedName> Files;
  ExitCode Code = AllClean;
  for (const std::string &Name : Wanted.Files) {
    CheckedName One;
    One.Name = Name;
    if (Error Failure = checkGuarded(One, Wanted)) {
      One.Failure = toString(std::move(Failure));
      errs() << Name << ": error: " << One.Failure << '\n';
    } else if (One.Result.Kernels.empty() &&
               any_of(One.Result.ParseErrors,
                      [](const ParseError &E) { return E.MayHideKernel; })) {
      const ParseError &First = One.Result.ParseErrors.front();
      One.Failure = "no kernel could be read: line " +
                    std::to_string(First.Line) + ": " + First.Message;
      errs() << Name << ": error: " << One.Failure << '\n';
    }
    if (!Wanted.hidesText() && !Wanted.AsSanitizer && One.Failure.empty())
      printVerdicts(outs(), One.Result, {One.Name, One.Path, Wanted.Quiet});
    const ExitCode Mine = codeOf(One);
    // 1 is the worst, then 2.
    Code = Code == Witnessed || Mine == Witnessed ? Witnessed
                                                  : std::max(Code, Mine);
    Files.push_back(std::move(One));
    outs().flush();
  }
  if (Error Failure = missingKernel(Wanted.Check.KernelRegex, Files))
    return complain(std::move(Failure));
  std::vector<ExportedFile> Exported;
  for (const CheckedName &One : Files)
    Exported.push_back({One.Name, One.Path, One.Result, One.Failure});
  if (Wanted.AsSanitizer && !Wanted.hidesText())
    printAsSanitizer(outs(), Exported);
  if (Error Failure = writeExport(Wanted.JsonFile, [&](raw_ostream &OS) {
        printVerdictsJson(OS, Exported);
      }))
    return complain(std::move(Failure));
  if (Error Failure = writeExport(Wanted.SarifFile, [&](raw_ostream &OS) {
        printVerdictsSarif(OS, Exported, CUDAPIPE_VERSION);
      }))
    return complain(std::move(Failure));
  return Wanted.OnlyWitnesses && Code == NotDone ? AllClean : Code;
}

} // namespace

int main(int Argc, const char **Argv) {
  (void)sys::Process::FixupStandardFileDescriptors();
  CrashRecoveryContext::Enable();
  const std::vector<std::string> Words(Argv + 1, Argv + Argc);
  Expected<CheckSettings> Wanted = readCheckCommand(Words);
  if (!Wanted)
    return complain(Wanted.takeError());
  if (Wanted->AsksHelp) {
    printCheckHelp(outs());
    return AllClean;
  }
  if (Wanted->AsksVersion) {
    outs() << "cuda-pipeline-check " CUDAPIPE_VERSION "\n"
           << "LLVM/Clang " LLVM_VERSION_STRING "\n";
    return AllClean;
  }
  const ExitCode Code = run(*Wanted);
  outs().flush();
  if (outs().has_error()) {
    outs().clear_error();
    return complain(createStringError("cannot write to stdout"));
  }
  return Code;
}
