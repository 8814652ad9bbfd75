//===- Compiler.cpp - Runs nvcc -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Compile/Compiler.h"
#include "CompileCache.h"
#include "MirroredTree.h"
#include "cudapipe/Compile/BrokenItems.h"
#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <list>
#include <mutex>
#include <set>
#include <thread>
#ifndef _WIN32
#include <csignal>
#include <cstring>
#endif

using namespace llvm;

namespace cudapipe {
namespace {

using Clock = std::chrono::steady_clock;

std::optional<std::string> runnable(const Twine &Path) {
  std::string Text = Path.str();
  if (sys::fs::can_execute(Text) && !sys::fs::is_directory(Text))
    return Text;
  return std::nullopt;
}

Expected<std::string> findNvcc(StringRef Wish, StringRef ToolkitPath) {
  if (Wish != "auto") {
    if (std::optional<std::string> Path = runnable(Wish))
      return *Path;
    return createStringError("there is no nvcc at '" + Wish + "'");
  }
  if (ErrorOr<std::string> OnPath = sys::findProgramByName("nvcc"))
    return *OnPath;
  for (StringRef Toolkit : {ToolkitPath, StringRef("/usr/local/cuda")})
    if (!Toolkit.empty())
      if (std::optional<std::string> Path = runnable(Toolkit + "/bin/nvcc"))
        return *Path;
  return createStringError("no nvcc found; name it with --nvcc=");
}

/// The line of \p Output that says best what went wrong.
std::string complaint(StringRef Output) {
  SmallVector<StringRef> Lines;
  Output.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Word : {" error", "fatal"})
    for (StringRef Line : Lines)
      if (Line.contains(Word))
        return Line.trim().str();
  return Lines.empty() ? "it says nothing" : Lines.back().trim().str();
}

std::string contents(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// As many compilations at a time as there are processors.
class Slots {
public:
  /// False: none is free.
  bool tryTake() {
    std::lock_guard<std::mutex> Lock(Mutex);
    return Free > 0 && Free--;
  }
  void giveBack() {
    std::lock_guard<std::mutex> Lock(Mutex);
    ++Free;
  }

private:
  std::mutex Mutex;
  unsigned Free = std::max(1u, std::thread::hardware_concurrency());
};

Slots &slots() {
  static Slots All;
  return All;
}

/// A folder that goes when it is left.
class ScratchFolder {
public:
  ScratchFolder() {
    if (sys::fs::createUniqueDirectory("cudapipe", Path))
      Path.clear();
  }
  ~ScratchFolder() {
    if (!Path.empty())
      sys::fs::remove_directories(Path);
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  bool isThere() const { return !Path.empty(); }
  std::string file(StringRef Name) const {
    SmallString<128> Out(Path);
    sys::path::append(Out, Name);
    return std::string(Out);
  }

private:
  SmallString<128> Path;
};

/// One header after the other may be missing, and what needs it.
constexpr unsigned MostCuts = 24;

/// What stands behind a text for \p Instances to be made, each by itself; they
/// are kernels, whose addresses the host takes.
std::string usesOf(ArrayRef<std::string> Instances) {
  std::string Out = "\n";
  for (auto [I, One] : enumerate(Instances))
    Out += formatv("void cudapipe_instance_{0}() {{ (void)&{1}; }\n", I, One);
  return Out;
}

/// One compilation on its way.
class Compilation {
public:
  Compilation(const Compiler &With, const CompileRequest &Request)
      : With(With), Request(Request) {
    if (!Request.Headers.empty())
      Tree.emplace(Scratch.file("tree"), Request.Headers);
  }

  CompileReport Report;

  /// Answers from the cache, or cannot be made.
  bool isDone() const { return Done; }
  void lookUp();
  void start();
  /// True once it has ended.
  bool poll();

private:
  void fail(const Twine &Why) {
    Report.Kernels.clear();
    Report.Note = ("no register counts: " + Why).str();
    Report.Complaint = Complaint.empty() ? Why.str() : Complaint;
    Done = true;
  }
  void tookTooLong(unsigned Seconds, StringRef Of) {
    fail(formatv("{0} takes longer than {1} seconds{2}", With.Path, Seconds, Of)
             .str());
    Report.TookTooLong = true;
  }
  bool giveStandIns(std::vector<std::string> &Items);
  std::vector<std::string> command(StringRef Input) const;
  void read(int Code, StringRef Message);

  const Compiler &With;
  const CompileRequest &Request;
  std::string Key;
  ScratchFolder Scratch;
  /// Of headers that are others than on disk.
  std::optional<MirroredTree> Tree;
  sys::ProcessInfo Process;
  Clock::time_point Deadline;
  /// A kernel launches another, which the user's command allows for.
  bool IsSeparate = false;
  /// The text without what did not compile, and how often that was tried.
  std::optional<std::string> Rest;
  unsigned Cuts = 0;
  /// Headers in whose place device code reads what is known of them.
  std::set<std::string> StandIns;
  /// What nvcc said first, and the file that it read last.
  std::string Complaint, Input;
  bool Done = false;
};

/// The cache knows it by what it is made of.
void Compilation::lookUp() {
  std::vector<std::string> Words = {With.Path, With.version(), Request.Arch,
                                    Request.File};
  append_range(Words, Request.Flags);
  append_range(Words, Request.Instances);
  Words.push_back(Request.Text ? *Request.Text : contents(Request.File));
  // Those that come later would change what is compiled.
  std::vector<std::string> Folders = {
      sys::path::parent_path(Request.File).str()};
  for (size_t I = 1; I < Request.Flags.size(); ++I)
    if (Request.Flags[I - 1] == "-I")
      Folders.push_back(Request.Flags[I]);
  Words.push_back(headersNotIn(Words.back(), Folders));
  for (const auto &[Path, Text] : Request.Headers)
    append_range(Words, ArrayRef<std::string>{Path, Text});
  Key = join(Words, StringRef("\0", 1));
  if (std::optional<std::vector<CompiledKernel>> Kept = findCompiled(Key)) {
    Report.Kernels = std::move(*Kept);
    Done = true;
  }
}

std::vector<std::string> Compilation::command(StringRef Input) const {
  std::vector<std::string> Out = {With.Path, "-cubin", "-arch=" + Request.Arch,
                                  "-Xptxas", "-v"};
  if (IsSeparate)
    Out.push_back("-rdc=true");
  std::vector<std::string> Flags;
  if (Input != Request.File)
    Flags = {"-I", sys::path::parent_path(Request.File).str()};
  // What headers that are not there would have brought.
  if (Rest)
    append_range(Flags, ArrayRef<std::string>{"-include",
                                              "cstdint,cfloat,climits,cmath"});
  append_range(Flags, Request.Flags);
  append_range(Out, Tree ? Tree->flags(Flags) : std::move(Flags));
  if (!StandIns.empty())
    Out.push_back("-I" + Scratch.file("headers"));
  append_range(Out, ArrayRef<std::string>{"-MD", "-MF", Scratch.file("deps"),
                                          "-o", Scratch.file("cubin"), "-x",
                                          "cu", Input.str()});
  return Out;
}

/// Takes the headers from \p Items that Clang reads something else for, and
/// has nvcc read the same; false if there is none, or none anew.
bool Compilation::giveStandIns(std::vector<std::string> &Items) {
  const std::set<std::string> Before = StandIns;
  erase_if(Items, [&](StringRef Item) {
    const StringRef Name =
        Item.drop_until([](char C) { return C == '<' || C == '"'; })
            .substr(1)
            .take_until([](char C) { return C == '>' || C == '"'; });
    const StringRef Text = Item.starts_with("#") ? standInFor(Name) : "";
    if (Text.empty() || Before.count(Name.str()))
      return false; // Or it does not compile either.
    SmallString<128> Path(Scratch.file("headers"));
    sys::path::append(Path, Name);
    if (sys::fs::create_directories(sys::path::parent_path(Path)) ||
        errorToBool(writeToOutput(Path, [&](raw_ostream &Out) {
          Out << Text;
          return Error::success();
        })))
      return false;
    StandIns.insert(Name.str());
    return true;
  });
  return StandIns.size() > Before.size();
}

void Compilation::start() {
  if (!Scratch.isThere())
    return fail("no temporary file can be made");
  Input = Request.File;
  if (Request.Text || Rest || Tree) {
    // By its own name: __FILE__ and messages have it.
    Input = Tree ? Tree->placeOf(Request.File)
                 : Scratch.file(sys::path::filename(Request.File));
    if ((Tree && !Tree->write()) ||
        sys::fs::create_directories(sys::path::parent_path(Input)) ||
        errorToBool(writeToOutput(Input, [&](raw_ostream &Out) {
          Out << (Rest           ? *Rest
                  : Request.Text ? *Request.Text
                                 : contents(Request.File));
          return Error::success();
        })))
      return fail("cannot write a temporary file");
  }
  std::vector<std::string> Words = command(Input);
  std::string Program = With.Path;
#ifndef _WIN32
  // By processor time: how busy the machine is must not decide. What nvcc
  // starts has the limit from it.
  const std::string Limit[] = {"/bin/sh", "-c",
                               "ulimit -S -t \"$0\"; exec \"$@\"",
                               std::to_string(With.TimeoutSeconds)};
  Words.insert(Words.begin(), std::begin(Limit), std::end(Limit));
  Program = Words.front();
#endif
  SmallVector<StringRef> Arguments(Words.begin(), Words.end());
  const std::string Log = Scratch.file("log");
  sys::fs::remove(Log); // It would be written over, not cut off.
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Log),
                                          StringRef(Log)};
  std::string Message;
  bool Failed = false;
  Process = sys::ExecuteNoWait(Program, Arguments, std::nullopt, Redirects, 0,
                               &Message, &Failed);
  if (Failed || Process.Pid == sys::ProcessInfo::InvalidPid)
    return fail(
        With.Path + ": " +
        (Message.empty() ? "it cannot be run" : StringRef(Message).trim()));
  Deadline = Clock::now() + std::chrono::seconds(With.wallSeconds());
}

bool Compilation::poll() {
  if (Done)
    return true;
  std::string Message;
  std::optional<sys::ProcessStatistics> Spent;
  sys::ProcessInfo Now =
      sys::Wait(Process, /*SecondsToWait=*/0, &Message, &Spent,
                /*Polling=*/true);
  if (Now.Pid == Process.Pid) {
    if (Spent)
      Report.Seconds += std::chrono::duration<double>(Spent->TotalTime).count();
    const bool WasSeparate = IsSeparate;
    const unsigned CutsBefore = Cuts;
    read(Now.ReturnCode, Message);
    Done |= IsSeparate == WasSeparate && Cuts == CutsBefore;
  } else if (Clock::now() > Deadline) {
#ifndef _WIN32
    // What it has started itself ends by itself.
    kill(Process.Pid, SIGKILL);
    sys::Wait(Process, std::nullopt, &Message);
#endif
    tookTooLong(With.wallSeconds(), "");
  }
  return Done;
}

/// The processor time of nvcc, or of what it runs, is up.
static bool ranOut(int Code, StringRef Message, StringRef Log) {
#ifdef _WIN32
  return false;
#else
  const StringRef Signal = strsignal(SIGXCPU);
  return Code != 0 && (Message.contains(Signal) || Log.contains(Signal));
#endif
}

void Compilation::read(int Code, StringRef Message) {
  const std::string Log = contents(Scratch.file("log"));
  if (ranOut(Code, Message, Log))
    return tookTooLong(With.TimeoutSeconds, " of processor time");
  // -1: it could not be run, -2: it crashed.
  if (Code < 0)
    return fail(With.Path + ": " +
                (Message.empty() ? "it cannot be run" : Message.trim()));
  if (Code != 0 && !IsSeparate &&
      StringRef(Log).contains("separate compilation mode")) {
    IsSeparate = true;
    return start();
  }
  if (Code != 0) {
    if (Complaint.empty())
      Complaint = complaint(Log);
    const std::string Text = Rest           ? *Rest
                             : Request.Text ? *Request.Text
                                            : contents(Request.File);
    std::vector<std::string> Items;
    if (Cuts < MostCuts)
      Items = itemsIn(Text, brokenLines(Log, Input));
    if (Cuts == 0)
      append_range(Items, Request.Broken);
    const bool HasMore = giveStandIns(Items);
    std::string Less = withoutItems(Text, Items);
    if (Less == Text && !HasMore)
      return fail("nvcc fails: " + Complaint);
    if (Cuts == 0)
      Less += usesOf(Request.Instances);
    Rest = std::move(Less);
    ++Cuts;
    return start();
  }
  Report.Kernels = readPtxasReport(Log);
  const std::string Rule = contents(Scratch.file("deps"));
  if (Report.Kernels.empty()) {
    fail(Complaint.empty() ? "nvcc reports no kernel"
                           : "nvcc fails: " + Complaint);
    Report.HasNoKernel = Complaint.empty();
    return;
  }
  if (Tree && !Tree->isReadIn(filesOfRule(Rule)))
    return fail("a header that changes is included by a way that is not seen");
  if (auto Cubin = MemoryBuffer::getFile(Scratch.file("cubin"), false, false))
    readMachineCode((*Cubin)->getBuffer(), Report.Kernels);
  keepCompiled(Key, Report.Kernels, Rule, Scratch.file(""));
}

} // namespace

Expected<Compiler> findCompiler(StringRef Wish, StringRef ToolkitPath) {
  Expected<std::string> Path = findNvcc(Wish, ToolkitPath);
  if (!Path)
    return Path.takeError();
  return Compiler{std::move(*Path)};
}

/// Kills what does not end in time. sys::Wait() would by an alarm, of which
/// only one thread may have one.
static bool endsWell(sys::ProcessInfo Process, unsigned Seconds) {
  const auto Deadline = Clock::now() + std::chrono::seconds(Seconds);
  while (true) {
    const sys::ProcessInfo Now =
        sys::Wait(Process, /*SecondsToWait=*/0, nullptr, nullptr,
                  /*Polling=*/true);
    if (Now.Pid == Process.Pid)
      return Now.ReturnCode == 0;
    if (Clock::now() > Deadline)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
#ifndef _WIN32
  kill(Process.Pid, SIGKILL);
  sys::Wait(Process, std::nullopt);
#endif
  return false;
}

/// "13.0.88", of "Cuda compilation tools, release 13.0, V13.0.88".
static std::string askVersion(StringRef Nvcc, unsigned Seconds) {
  ScratchFolder Scratch;
  const std::string Log = Scratch.file("log");
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Log),
                                          StringRef("")};
  if (!Scratch.isThere())
    return "";
  bool Failed = false;
  const sys::ProcessInfo Process = sys::ExecuteNoWait(
      Nvcc, {Nvcc, "--version"}, std::nullopt, Redirects, 0, nullptr, &Failed);
  if (Failed || Process.Pid == sys::ProcessInfo::InvalidPid ||
      !endsWell(Process, Seconds))
    return "";
  const std::string Text = contents(Log);
  StringRef Rest = StringRef(Text).split(", V").second;
  return Rest.take_while([](char C) { return isDigit(C) || C == '.'; }).str();
}

std::string Compiler::version() const {
  static std::mutex Mutex;
  static StringMap<std::string> Known;
  std::lock_guard<std::mutex> Lock(Mutex);
  auto [It, IsNew] = Known.try_emplace(Path);
  if (IsNew) {
    const std::string Number = askVersion(Path, TimeoutSeconds);
    It->second = Number.empty() ? "nvcc" : "nvcc " + Number;
  }
  return It->second;
}

std::vector<CompileReport> compileAll(const Compiler &With,
                                      ArrayRef<CompileRequest> Requests) {
  std::list<Compilation> All;
  for (const CompileRequest &Request : Requests)
    All.emplace_back(With, Request).lookUp();
  std::vector<Compilation *> Waiting, Running;
  for (Compilation &One : All)
    if (!One.isDone())
      Waiting.push_back(&One);
  std::reverse(Waiting.begin(), Waiting.end());
  while (!Waiting.empty() || !Running.empty()) {
    while (!Waiting.empty() && slots().tryTake()) {
      Running.push_back(Waiting.back());
      Waiting.pop_back();
      Running.back()->start();
    }
    erase_if(Running, [](Compilation *One) {
      const bool Ended = One->poll();
      if (Ended)
        slots().giveBack();
      return Ended;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::vector<CompileReport> Out;
  for (Compilation &One : All)
    Out.push_back(std::move(One.Report));
  return Out;
}

} // namespace cudapipe
