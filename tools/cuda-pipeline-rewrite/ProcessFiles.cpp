//===- ProcessFiles.cpp - Many files, several threads, one order ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   work        every file by itself, in memory, several at a time
//   agree       a header is edited by all files that include it, or by none;
//               files that disagree are worked on once more, without that loop
//   write       groups of files, all or nothing
//   print       in the order of the arguments
//
//===----------------------------------------------------------------------===//

#include "ConfigFile.h"
#include "EditedFiles.h"
#include "ExportFindings.h"
#include "FileLimit.h"
#include "FileSettings.h"
#include "FindFiles.h"
#include "GuardedCall.h"
#include "Progress.h"
#include "SettingsGroups.h"
#include "cudapipe/Emit/Diff.h"
#include "cudapipe/Emit/Remarks.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "cudapipe/Frontend/HeaderReads.h"
#include "cudapipe/Frontend/MayHoldKLoop.h"
#include "cudapipe/Frontend/OtherParses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <atomic>

using namespace llvm;

namespace cudapipe {
namespace {

std::string canonical(StringRef File) {
  SmallString<256> Real;
  return sys::fs::real_path(File, Real) ? File.str() : Real.str().str();
}

/// "1,480 files".
static std::string counted(size_t Count, StringRef Noun) {
  std::string Digits = std::to_string(Count);
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, ",");
  return Digits + " " + Noun.str() + (Count == 1 ? "" : "s");
}

class Run {
public:
  explicit Run(const Settings &Settings);
  ExitCode run();

private:
  void findOwnHeaders();
  void workOnLostHeaders();
  void workOn(ArrayRef<size_t> Indexes);
  size_t kernelsIn(const FileWork &Work);
  void workSafely(size_t Index);
  void forgetOwnLoops(FileWork &Work);
  bool deny();
  bool addCommands();
  bool addIncluders();
  ExitCode fail(Error Failure);
  Error keepVerdicts();
  Error workOnShard();
  Error checkKernels() const;
  std::string writtenAt(const EditedFiles &Edited, const Agreement &Agreed,
                        size_t Index) const;
  void print(const EditedFiles &Edited, const Agreement &Agreed, size_t Index);
  Error emit(const EditedFiles &Edited, size_t Index, raw_ostream &Output);
  void printCount(const EditedFiles &Edited, const Agreement &Agreed);
  void printSummary(const EditedFiles &Edited, const Agreement &Agreed);
  void printHeaderHint();

  const Settings &Wanted;
  /// The arguments, then files that are only read.
  std::vector<FileWork> Works;
  size_t Arguments;
  Denials Denied;
  HeaderLists Headers;
  ExitCode Code = Ran;
};

/// The same file twice would be edited twice.
Run::Run(const Settings &Settings)
    : Wanted(Settings), Headers(Settings.Frontend) {
  StringSet<> Seen;
  for (const std::string &File : Settings.Files)
    if (Seen.insert(canonical(File)).second)
      Works.emplace_back().Name = File;
  Arguments = Works.size();
  if (!Settings.Rewrite.Undo && !Settings.Rewrite.DumpAfter)
    findOwnHeaders();
}

static bool isHeaderName(StringRef Name) {
  return is_contained({".cuh", ".h", ".hpp", ".hh", ".inl"},
                      sys::path::extension(Name));
}

static std::string textOf(StringRef File) {
  auto Text = MemoryBuffer::getFile(File, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// Alone, a header launches nothing, and a template in it is none: its loops
/// are those of the files of the run that include it.
void Run::findOwnHeaders() {
  StringMap<size_t> Found;
  for (auto [I, Work] : enumerate(Works))
    if (isHeaderName(Work.Name) && mayHoldKLoop(textOf(Work.Name)))
      Found[canonical(Work.Name)] = I;
  if (Found.empty())
    return;
  for (FileWork &Work : Works)
    if (!isHeaderName(Work.Name))
      for (const std::string &Header : Headers.of(Work.Name))
        if (auto It = Found.find(Header); It != Found.end()) {
          Work.OwnHeaders.push_back(Header);
          Works[It->second].IsOwned = true;
        }
}

/// Headers of which no file has seen a loop speak for themselves.
void Run::workOnLostHeaders() {
  std::vector<size_t> Lost;
  for (auto [I, Header] : enumerate(Works))
    if (Header.IsOwned && none_of(Works, [&](const FileWork &Work) {
          return any_of(Work.Result.Loops, [&](const LoopReport &Loop) {
            return StringRef(Loop.Where.Key)
                .starts_with(Header.Canonical + ":");
          });
        })) {
      Header.IsOwned = false;
      Lost.push_back(I);
    }
  workOn(Lost);
}

/// In its text, and in headers that may be edited.
size_t Run::kernelsIn(const FileWork &Work) {
  constexpr StringLiteral Word = "__global__";
  size_t Out = StringRef(Work.Text).count(Word);
  const std::string &Filter = Wanted.Rewrite.Loops.HeaderRegex;
  const Regex Edited(Filter);
  if (!Filter.empty() || !Work.OwnHeaders.empty())
    for (const std::string &Header : Headers.of(Work.Path))
      if (is_contained(Work.OwnHeaders, Header) ||
          (!Filter.empty() && Edited.match(Header)))
        Out += StringRef(textOf(Header)).count(Word);
  return Out;
}

/// Each costs the time of a file once more.
static constexpr size_t MostSlowLoops = 3;

/// A bug of ours or Clang's in one file is an error of that file.
void Run::workSafely(size_t Index) {
  FileWork &Work = Works[Index];
  FileWork Read = readFile(Work, Wanted, Headers);
  if (!Read.MayMatter) {
    Work = std::move(Read);
    return;
  }
  const unsigned Seconds = limitFor(kernelsIn(Read));
  std::set<unsigned> TooLong;
  while (true) {
    // What may outlive this function is its own.
    auto Done = std::make_shared<FileWork>();
    auto Watch =
        Seconds ? std::make_shared<LoopWatch>(Seconds, TooLong) : nullptr;
    auto Call = [this, Done, Watch, Read, Known = Denied] {
      *Done = processFile(Read, Wanted, Known, Headers, Watch);
    };
    auto ReadIn = [&] { return Watch ? Watch->readIn() : std::nullopt; };
    auto LimitNow = [&]() -> double {
      const std::optional<double> Read = ReadIn();
      return Read ? limitOnceRead(Seconds, *Read) : readingLimit();
    };
    const GuardedEnd End = runGuarded(std::move(Call), [&] {
      return Watch ? Watch->roundStart().value_or(0) + LimitNow() : 0;
    });
    if (End.How == Ending::Returned) {
      Work = std::move(*Done);
      return;
    }
    // The other loops are done without the one to blame.
    if (End.How == Ending::TooLong && TooLong.size() < MostSlowLoops)
      if (std::optional<unsigned> Slow = Watch->slowest(End.Had);
          Slow && TooLong.insert(*Slow).second)
        continue;
    Work = std::move(Read);
    Work.Text.clear();
    Work.Failure = failureOf(End.How, LimitNow(), ReadIn().has_value());
    return;
  }
}

/// Loops that only a later command of the file sees are nobody's.
void Run::forgetOwnLoops(FileWork &Work) {
  const auto First = find_if(Works, [&](const FileWork &Other) {
    return Other.Which == 0 && Other.Canonical == Work.Canonical;
  });
  erase_if(Work.Result.Loops, [&](const LoopReport &Loop) {
    return none_of(First->Result.Loops, [&](const LoopReport &Other) {
      return Other.Where.Key == Loop.Where.Key;
    });
  });
}

void Run::workOn(ArrayRef<size_t> Indexes) {
  std::atomic<size_t> Next = 0;
  Progress Shown(Wanted.Console.ShowsProgress, Indexes.size());
  auto Loop = [&] {
    for (size_t I = Next++; I < Indexes.size(); I = Next++) {
      workSafely(Indexes[I]);
      Shown.step();
    }
  };
  size_t Threads = std::min<size_t>(Wanted.Jobs, Indexes.size());
  std::vector<llvm::thread> Workers;
  for (size_t I = 1; I < Threads; ++I)
    Workers.emplace_back(Loop);
  Loop();
  for (llvm::thread &Worker : Workers)
    Worker.join();
  for (size_t I : Indexes)
    if (Works[I].Which > 0)
      forgetOwnLoops(Works[I]);
}

/// Leaves alone what the files do not agree on; false if they agree.
bool Run::deny() {
  Denials More = Agreement(Works).disagreements();
  size_t Before = Denied.size();
  Denied.insert(More.begin(), More.end());
  if (Denied.size() == Before)
    return false;
  std::vector<size_t> Again;
  for (size_t I = 0; I < Works.size(); ++I)
    if (any_of(Works[I].Result.Loops, [&](const LoopReport &Loop) {
          return More.count(Loop.Where.Key);
        }))
      Again.push_back(I);
  workOn(Again);
  return true;
}

/// A file with loops is read with all of its commands.
bool Run::addCommands() {
  if (Wanted.Output.PrintKernels || Wanted.Rewrite.DumpAfter)
    return false;
  std::set<std::pair<std::string, unsigned>> Known;
  for (const FileWork &Work : Works)
    Known.insert({Work.Canonical, Work.Which});
  std::vector<size_t> More;
  for (size_t I = 0, Count = Works.size(); I < Count; ++I)
    for (unsigned Which = 1; Which < Works[I].Commands; ++Which)
      if (!Works[I].Result.Loops.empty() &&
          Known.insert({Works[I].Canonical, Which}).second) {
        More.push_back(Works.size());
        FileWork &Work = Works.emplace_back();
        Work.Name = Works[I].Name;
        Work.Canonical = Works[I].Canonical;
        Work.HeadersOnly = Works[I].HeadersOnly;
        Work.OwnHeaders = Works[I].OwnHeaders;
        Work.Which = Which;
      }
  workOn(More);
  return !More.empty();
}

/// Files of the compile database that include what is edited have a say, too.
bool Run::addIncluders() {
  if (!Wanted.Frontend.Database)
    return false;
  std::set<std::string> Edited, Known;
  Agreement Agreed(Works);
  for (size_t I = 0; I < Works.size(); ++I) {
    Known.insert(Works[I].Canonical);
    for (const clang::tooling::AtomicChange *Change : Agreed.changesOf(I))
      Edited.insert(Change->getFilePath());
  }
  if (std::includes(Known.begin(), Known.end(), Edited.begin(), Edited.end()) &&
      Wanted.Rewrite.Loops.HeaderRegex.empty())
    return false;
  std::set<std::string> OfProject = Known;
  for (const std::string &File : Wanted.Frontend.Database->cudaFiles())
    OfProject.insert(canonical(File));
  // A .cuda-pipeline may have a header-filter, too.
  if (Wanted.Rewrite.Loops.HeaderRegex.empty() &&
      std::includes(OfProject.begin(), OfProject.end(), Edited.begin(),
                    Edited.end()))
    return false;
  std::vector<size_t> More;
  for (const std::string &File : Wanted.Frontend.Database->cudaFiles())
    if (!Known.count(canonical(File)) &&
        any_of(Headers.of(File), [&](const std::string &Header) {
          return Edited.count(Header);
        })) {
      More.push_back(Works.size());
      FileWork &Work = Works.emplace_back();
      Work.Name = File;
      Work.HeadersOnly = true;
    }
  workOn(More);
  return !More.empty();
}

Error Run::emit(const EditedFiles &Edited, size_t Index, raw_ostream &Output) {
  for (const EditedFile *File : Edited.at(Index)) {
    if (Wanted.Output.OutputFile == "-")
      Output << File->NewText;
    else if (!Wanted.Output.OutputFile.empty())
      return replaceFile(Wanted.Output.OutputFile, File->NewText);
    else if (!Wanted.Output.InPlace)
      printDiff(Output, diffName(File->Path), File->OldText, File->NewText,
                Wanted.Console.ColorOutput);
  }
  return Error::success();
}

/// What -i did to each file that is named behind \p Index.
std::string Run::writtenAt(const EditedFiles &Edited, const Agreement &Agreed,
                           size_t Index) const {
  std::string Out;
  raw_string_ostream OS(Out);
  for (const EditedFile *File : Edited.at(Index)) {
    if (!File->isChanged())
      continue;
    const std::string Place = canonical(File->Path) + ":";
    size_t Loops = 0;
    for (size_t I = 0; I < Arguments; ++I)
      Loops += count_if(Agreed.reportsOf(I), [&](const LoopReport &Loop) {
        return !Loop.Why && StringRef(Loop.Where.Key).starts_with(Place);
      });
    const bool IsItself = File->Path == Works[Index].Path;
    RemarkPrinter(OS, File->Path,
                  IsItself ? Works[Index].Name : shortName(File->Path), "",
                  Wanted.Console.ColorErrors)
        .file("remark", Loops
                            ? "rewritten in place: " + counted(Loops, "K-loop")
                            : "rewritten in place: what goes with loops of "
                              "other files");
  }
  return Out;
}

void Run::print(const EditedFiles &Edited, const Agreement &Agreed,
                size_t Index) {
  const FileWork &Work = Works[Index];
  FileOutcome Outcome = reportFile(Work, Agreed.reportsOf(Index), Wanted);
  std::string Failure = Edited.failureAt(Index);
  raw_string_ostream Output(Outcome.Output);
  Output.enable_colors(Wanted.Console.ColorOutput);
  bool Emits = Work.Failure.empty() && Failure.empty() &&
               !Wanted.Rewrite.DumpAfter && !Wanted.Output.PrintKernels &&
               !Wanted.Check && !Wanted.Output.hidesDiff();
  if (Emits)
    if (Error Failed = emit(Edited, Index, Output))
      Failure = toString(std::move(Failed));
  if (!Failure.empty()) {
    raw_string_ostream Errors(Outcome.Errors);
    RemarkPrinter(Errors, Work.Path, Work.Name, "", Wanted.Console.ColorErrors)
        .file("error", Failure);
    Outcome.Code = Failed;
  }
  if (Wanted.Output.InPlace && !Wanted.Check && !Wanted.Console.Quiet &&
      Failure.empty() && Emits)
    Outcome.Errors += writtenAt(Edited, Agreed, Index);
  errs() << Outcome.Errors;
  outs() << Outcome.Output;
  outs().flush();
  Code = std::max(Code, Outcome.Code);
}

void Run::printCount(const EditedFiles &Edited, const Agreement &Agreed) {
  size_t Loops = 0;
  for (size_t I = 0; I < Arguments; ++I)
    Loops += count_if(Agreed.reportsOf(I),
                      [](const LoopReport &Loop) { return !Loop.Why; });
  size_t Files = std::max(Arguments, Edited.all());
  errs() << Edited.changed() << " of " << Files
         << (Files == 1 ? " file" : " files") << " would change (" << Loops
         << (Loops == 1 ? " K-loop" : " K-loops") << ")";
  if (Loops)
    errs() << "; cuda-pipeline-rewrite -i makes the edits, // NOLINT at a loop "
              "keeps it as it is";
  errs() << '\n';
}

/// --kernel that none has. A file that could not be read may have it.
Error Run::checkKernels() const {
  const std::string &Pattern = Wanted.Rewrite.Loops.KernelRegex;
  if (Pattern.empty())
    return Error::success();
  // Text does not tell in which namespace a name is.
  const Regex Last(StringRef(Pattern).rsplit("::").second), Whole(Pattern);
  const bool HasScope = StringRef(Pattern).contains("::");
  std::set<std::string> Names;
  for (const FileWork &Work : Works) {
    Names.insert(Work.Kernels.begin(), Work.Kernels.end());
    if (!Work.Failure.empty() || !Work.Result.Loops.empty())
      return Error::success();
  }
  std::string Unused;
  if ((HasScope && !Last.isValid(Unused)) ||
      any_of(Names, [&](const std::string &Name) {
        return Name.empty() || (HasScope ? Last : Whole).match(Name);
      }))
    return Error::success();
  constexpr size_t Shown = 10;
  const std::vector<std::string> Ordered(Names.begin(), Names.end());
  std::string There;
  for (const std::string &Name : ArrayRef(Ordered).take_front(Shown))
    There += (There.empty() ? "there are '" : ", '") + Name + "'";
  if (Ordered.size() > Shown)
    There += ", and " + std::to_string(Ordered.size() - Shown) + " more";
  return createStringError("--kernel: no kernel matches '" + Pattern + "'; " +
                           (There.empty() ? "there is none" : There));
}

/// Of several files, the last line.
void Run::printSummary(const EditedFiles &Edited, const Agreement &Agreed) {
  size_t Rewritten = 0, Left = 0, Failed = 0;
  for (size_t I = 0; I < Arguments; ++I)
    for (const LoopReport &Loop : Agreed.reportsOf(I))
      ++(Loop.Why ? Left : Edited.failureAt(I).empty() ? Rewritten : Failed);
  errs() << counted(Rewritten + Left + Failed, "loop") << " in "
         << counted(Arguments, "file") << ": " << Rewritten << " rewritten, "
         << Left << " left alone";
  if (Failed)
    errs() << ", " << Failed << " not written";
  errs() << '\n';
  printHeaderHint();
}

/// Headers here that are included, and hold words of K-loops: nobody looks at
/// them unasked.
void Run::printHeaderHint() {
  if (!Wanted.Rewrite.Loops.HeaderRegex.empty() || Wanted.Rewrite.Undo)
    return;
  std::set<std::string> Known, Found;
  for (const FileWork &Work : Works)
    Known.insert(Work.Canonical);
  for (const FileWork &Work : Works)
    if (Work.Failure.empty())
      for (const std::string &Header : Headers.of(Work.Path))
        if (shortName(Header) != Header && Known.insert(Header).second &&
            mayHoldKLoop(textOf(Header)))
          Found.insert(shortName(Header));
  if (Found.empty())
    return;
  // The folder that they have in common, or each of them.
  StringRef Common = sys::path::parent_path(*Found.begin());
  for (const std::string &Header : Found)
    while (!Common.empty() &&
           !StringRef(Header).starts_with(Common.str() + "/"))
      Common = sys::path::parent_path(Common);
  errs() << counted(Found.size(), "header")
         << " may hold more: --header-filter="
         << (Found.size() == 1 ? *Found.begin()
             : Common.empty()  ? "."
                               : Common.str() + "/")
         << '\n';
}

ExitCode Run::fail(Error Failure) {
  errs() << "cuda-pipeline-rewrite: error: " << toString(std::move(Failure))
         << '\n';
  return Failed;
}

/// --check writes nothing.
Error Run::keepVerdicts() {
  return Wanted.Check ? Error::success() : Wanted.Deciding.Verdicts->write();
}

/// Nothing but that: what comes of it, all files have to agree on.
Error Run::workOnShard() {
  const ShardChoice &Shard = Wanted.Shard;
  std::vector<std::string> Names;
  for (const FileWork &Work : Works)
    Names.push_back(Work.Name);
  std::vector<size_t> Mine = filesOfShard(Names, Shard.Number, Shard.Count);
  workOn(Mine);
  if (Error Failure = keepVerdicts())
    return Failure;
  size_t Loops = 0;
  for (size_t Index : Mine)
    Loops += Works[Index].Result.Loops.size();
  if (!Wanted.Console.Quiet)
    errs() << "shard " << Shard.Number << " of " << Shard.Count << ": "
           << counted(Loops, "loop") << " in " << counted(Mine.size(), "file")
           << '\n';
  return saveShard(Shard, Works, Mine, Headers);
}

ExitCode Run::run() {
  if (Wanted.Shard.Number) {
    if (Error Failure = workOnShard())
      Code = fail(std::move(Failure));
    leaveAbandoned(Code);
    return Code;
  }
  std::vector<size_t> All;
  for (size_t I = 0; I < Works.size(); ++I)
    All.push_back(I);
  if (!Wanted.Shard.Merges)
    workOn(All);
  else if (Error Failure = loadShards(Wanted.Shard, Works))
    return fail(std::move(Failure));
  workOnLostHeaders();
  while (addCommands() || deny() || addIncluders())
    ;
  Agreement Agreed(Works);
  EditedFiles Edited(Works, Agreed, [&](StringRef Path) {
    return formatStyleOf(Path, Wanted);
  });
  if (Wanted.Output.InPlace && !Wanted.Check && !Wanted.Rewrite.DumpAfter)
    Edited.write();
  if (Wanted.Check && Edited.changed() > 0)
    Code = Asked;
  for (size_t I = 0; I < Arguments; ++I)
    print(Edited, Agreed, I);
  if (Error Failure = checkKernels())
    Code = fail(std::move(Failure));
  if (Wanted.Check && !Wanted.Console.Quiet)
    printCount(Edited, Agreed);
  else if (Arguments > 1 && !Wanted.Console.Quiet && !Wanted.Rewrite.DumpAfter)
    printSummary(Edited, Agreed);
  if (Error Failure = keepVerdicts())
    Code = fail(std::move(Failure));
  if (Error Failure = exportFindings(
          Wanted, ArrayRef(Works).take_front(Arguments), Agreed, Edited))
    Code = fail(std::move(Failure));
  printHeaderReads(errs());
  leaveAbandoned(Code);
  return Code;
}

} // namespace

ExitCode dumpConfigs(const Settings &Settings) {
  SmallString<256> Path(Settings.Files.front());
  sys::fs::make_absolute(Path);
  RewriteWords Words = Settings.Words;
  if (Settings.Rewrite.RunsOn)
    Words.Folder.Gpu = Settings.Rewrite.RunsOn->Name;
  Words.Folder.GpuArch = Settings.Frontend.GpuArch;
  if (Settings.Given.count("format-style"))
    Words.Folder.FormatStyle = Settings.FormatStyle;
  std::string Config = findConfig(Path);
  if (!Config.empty())
    if (Error Failure = readConfig(Config, Settings.Given, Words)) {
      errs() << "cuda-pipeline-rewrite: error: " << toString(std::move(Failure))
             << '\n';
      return Failed;
    }
  outs() << "# " << (Config.empty() ? "no .cuda-pipeline" : Config) << '\n'
         << dumpConfig(Words);
  return Ran;
}

ExitCode processFiles(const Settings &Settings) { return Run(Settings).run(); }

} // namespace cudapipe
