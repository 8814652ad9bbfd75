//===- ProcessFiles.cpp - Many files, several threads, one order ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files     0   1   2   3   4   5   6   7 ...
//             ^printed    ^being worked on    ^not before the window reaches it
//
// Workers take the next file; an outcome waits until those before it are
// printed. No worker starts a file more than a window ahead of the printing, so
// that a slow file does not let outcomes pile up.
//
//===----------------------------------------------------------------------===//

#include "ProcessFile.h"
#include "clang/Basic/Stack.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>

using namespace llvm;

namespace cudapipe {
namespace {

/// Clang's parser recurses.
constexpr unsigned StackBytes = 8u << 20;
constexpr size_t WindowPerThread = 16;

/// A bug of ours or Clang's in one file is an error of that file.
FileOutcome processSafely(StringRef File, const Settings &Settings) {
  FileOutcome Outcome;
  CrashRecoveryContext Guard;
  if (Guard.RunSafely([&] { Outcome = processFile(File, Settings); }))
    return Outcome;
  FileOutcome Crash;
  Crash.Errors = (File + ": error: internal error, the file is left as it was; "
                         "please report this with the file\n")
                     .str();
  Crash.Code = Failed;
  return Crash;
}

class Run {
public:
  explicit Run(const Settings &Settings);
  ExitCode run();

private:
  void work();
  void print(const FileOutcome &Outcome);
  void printCount();

  const Settings &Wanted;
  std::vector<std::string> Files;
  std::mutex Mutex;
  std::condition_variable Progress;
  size_t Next = 0, Printed = 0, Window = 1;
  std::map<size_t, FileOutcome> Waiting;
  ExitCode Code = Ran;
  size_t FilesChanged = 0, LoopsRewritten = 0;
};

/// The same file twice would be edited twice.
Run::Run(const Settings &Settings) : Wanted(Settings) {
  StringSet<> Seen;
  for (const std::string &File : Settings.Files) {
    SmallString<256> Real;
    if (sys::fs::real_path(File, Real))
      Real = File;
    if (Seen.insert(Real).second)
      Files.push_back(File);
  }
}

void Run::print(const FileOutcome &Outcome) {
  errs() << Outcome.Errors;
  outs() << Outcome.Output;
  outs().flush();
  Code = std::max(Code, Outcome.Code);
  FilesChanged += Outcome.WouldChange;
  LoopsRewritten += Outcome.LoopsRewritten;
}

void Run::work() {
  clang::noteBottomOfStack();
  std::unique_lock Lock(Mutex);
  while (Next < Files.size()) {
    size_t Mine = Next++;
    Progress.wait(Lock, [&] { return Mine < Printed + Window; });
    Lock.unlock();
    FileOutcome Outcome = processSafely(Files[Mine], Wanted);
    Lock.lock();
    Waiting.emplace(Mine, std::move(Outcome));
    for (auto First = Waiting.begin();
         First != Waiting.end() && First->first == Printed;
         First = Waiting.erase(First)) {
      print(First->second);
      ++Printed;
    }
    Progress.notify_all();
  }
}

void Run::printCount() {
  errs() << FilesChanged << " of " << Files.size()
         << (Files.size() == 1 ? " file" : " files") << " would change ("
         << LoopsRewritten << (LoopsRewritten == 1 ? " K-loop" : " K-loops")
         << ")\n";
}

ExitCode Run::run() {
  size_t Threads = std::min<size_t>(Wanted.Jobs, Files.size());
  Window = Threads * WindowPerThread;
  CrashRecoveryContext::Enable();
  if (Threads <= 1)
    work();
  else {
    std::vector<llvm::thread> Workers;
    for (size_t I = 0; I < Threads; ++I)
      Workers.emplace_back(std::optional(StackBytes), [this] { work(); });
    for (llvm::thread &Worker : Workers)
      Worker.join();
  }
  if (Wanted.Check && !Wanted.Quiet)
    printCount();
  return Code;
}

} // namespace

ExitCode processFiles(const Settings &Settings) { return Run(Settings).run(); }

} // namespace cudapipe
