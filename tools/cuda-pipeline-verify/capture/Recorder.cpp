//===- Recorder.cpp - Records a program's kernel launches -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that the CUDA driver loads into the user's program, because
// CUDA_INJECTION64_PATH names it, and into the processes that it starts. CUPTI
// tells it of every call of the runtime and the driver. A launch that is wanted
// waits for all earlier work, has its memory copied, runs, has it copied again.
//
// Runtime calls may or may not show the driver calls that they make: whichever
// of them can be read first is taken, the others are the same launch.
//
//===----------------------------------------------------------------------===//

#include "Record.h"

#include <atomic>
#include <cstdlib>
#include <cxxabi.h>
#include <unistd.h>

using namespace cudapipe;

namespace {

/// So many launches of a process, whatever the settings say.
constexpr unsigned MostRecords = 200;

class Recorder {
public:
  bool start();
  void call(CUpti_CallbackDomain Domain, CUpti_CallbackId Id,
            const CUpti_CallbackData &Data);
  void writeSummary();

private:
  CallKind kindOfCall(bool IsRuntime, CUpti_CallbackId Id, const char *Name);
  void enterLaunch(CallKind Kind, bool IsRuntime,
                   const CUpti_CallbackData &Data);
  void exitLaunch(const CUpti_CallbackData &Data);
  bool take(const LaunchCall &Launch, const char *Symbol);
  void skip(const std::string &Why);

  Settings Wish;
  Driver Cuda;
  Allocations Live;
  /// One launch is recorded at a time.
  std::mutex Taking;
  std::mutex Counting;
  std::map<std::string, unsigned> Seen; ///< Per kernel and shape.
  std::map<std::string, unsigned> Others, Skipped;
  size_t Used = 0, Launches = 0, Matching = 0, Recorded = 0;
  static constexpr unsigned MostIds = 2048;
  std::atomic<CallKind> Kinds[2][MostIds] = {};
};

/// Of one thread: the launch that it is in.
struct ThreadState {
  bool IsBusy = false; ///< Our own calls are not looked at.
  unsigned Depth = 0;  ///< Launch calls within launch calls.
  bool IsTaken = false;
  bool IsWanted = false;
  std::unique_ptr<Record> Current;
};
thread_local ThreadState State;

// Never destroyed: the program's threads may outlive its main().
Recorder &recorder() {
  static auto *Only = new Recorder;
  return *Only;
}

std::string demangled(const char *Symbol) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Symbol, nullptr, nullptr, &Status);
  std::string Out = Status == 0 ? Text : Symbol;
  std::free(Text);
  return Out;
}

CallKind Recorder::kindOfCall(bool IsRuntime, CUpti_CallbackId Id,
                              const char *Name) {
  if (Id >= MostIds)
    return kindOf(plainName(Name));
  std::atomic<CallKind> &Slot = Kinds[IsRuntime][Id];
  CallKind Kind = Slot.load(std::memory_order_relaxed);
  if (Kind == CallKind::Unknown)
    Slot = Kind = kindOf(plainName(Name));
  return Kind;
}

void Recorder::skip(const std::string &Why) {
  std::lock_guard<std::mutex> Lock(Counting);
  ++Skipped[Why];
}

/// Whether this call could be read: recorded, or known not to be wanted.
bool Recorder::take(const LaunchCall &Launch, const char *Symbol) {
  const std::string Signature = demangled(Symbol);
  if (!Wish.wants(sourceName(Signature), Signature)) {
    std::lock_guard<std::mutex> Lock(Counting);
    if (Others.size() < 40 || Others.count(Signature))
      ++Others[Signature];
    return true;
  }
  if (!Launch.isPlausible())
    return false;
  State.IsWanted = true;
  Layout Places;
  Dl_info HostSymbol;
  bool IsHandle = !dladdr(const_cast<void *>(Launch.Function), &HostSymbol);
  auto Known = Wish.Layouts.find(Symbol);
  if (!(IsHandle && layoutOf(Cuda, Launch.Function, Places))) {
    if (Known == Wish.Layouts.end())
      return false;
    Places = Known->second;
  }
  CUstreamCaptureStatus Capturing = CU_STREAM_CAPTURE_STATUS_NONE;
  if (Cuda.cuStreamIsCapturing(Launch.Stream, &Capturing) != CUDA_SUCCESS ||
      Capturing != CU_STREAM_CAPTURE_STATUS_NONE) {
    skip("it is made part of a CUDA graph, not run");
    return true;
  }
  auto New = std::make_unique<Record>(Cuda, Live, Wish);
  New->Launch = Launch;
  New->Kernel = Symbol;
  New->Signature = Signature;
  std::ostringstream Key;
  Key << Symbol << " " << Launch.Shared;
  for (int I = 0; I < 3; ++I)
    Key << " " << Launch.Grid[I] << " " << Launch.Block[I];
  {
    std::lock_guard<std::mutex> Lock(Counting);
    ++Matching;
    New->Number = ++Seen[Key.str()];
    if (New->Number < Wish.First || New->Number > Wish.Last)
      return true;
    if (Recorded >= MostRecords) {
      ++Skipped["more than " + std::to_string(MostRecords) + " launches"];
      return true;
    }
    New->Folder = Wish.Folder + "/launch-" + std::to_string(getpid()) + "-" +
                  std::to_string(++Recorded);
  }
  Taking.lock(); // Until the launch returns.
  std::string Problem = New->begin(Places, Wish.Limit - Used);
  if (!Problem.empty()) {
    Taking.unlock();
    skip(Problem);
    return true;
  }
  State.Current = std::move(New);
  return true;
}

void Recorder::enterLaunch(CallKind Kind, bool IsRuntime,
                           const CUpti_CallbackData &Data) {
  if (State.Depth++ == 0) {
    State.IsTaken = State.IsWanted = false;
    std::lock_guard<std::mutex> Lock(Counting);
    ++Launches;
  }
  if (State.Current && !State.Current->hasVariables() && !IsRuntime) {
    const void *Handle =
        launchOf(Kind, IsRuntime, Data.functionParams).Function;
    if (std::string Problem =
            State.Current->addVariables(Handle, Wish.Limit - Used);
        !Problem.empty())
      skip(Problem);
  }
  if (State.IsTaken || !Data.symbolName)
    return;
  LaunchCall Launch = launchOf(Kind, IsRuntime, Data.functionParams);
  Launch.Call = plainName(Data.functionName);
  State.IsTaken = take(Launch, Data.symbolName);
}

void Recorder::exitLaunch(const CUpti_CallbackData &Data) {
  if (State.Depth == 0 || --State.Depth)
    return;
  if (!State.IsTaken && State.IsWanted)
    skip("the sizes of its arguments are not known to this driver");
  if (!State.IsTaken && !State.IsWanted)
    skip("launches of kernels without a name");
  if (!State.Current)
    return;
  std::string Problem = "the launch was refused";
  auto *Status = static_cast<int *>(Data.functionReturnValue);
  if (!Status || *Status == 0)
    Problem = State.Current->finish();
  Used += State.Current->bytes();
  State.Current.reset();
  Taking.unlock();
  if (!Problem.empty())
    skip(Problem);
  writeSummary();
}

void Recorder::call(CUpti_CallbackDomain Domain, CUpti_CallbackId Id,
                    const CUpti_CallbackData &Data) {
  if (State.IsBusy)
    return;
  bool IsRuntime = Domain == CUPTI_CB_DOMAIN_RUNTIME_API;
  CallKind Kind = kindOfCall(IsRuntime, Id, Data.functionName);
  if (Kind == CallKind::Other)
    return;
  bool IsEnter = Data.callbackSite == CUPTI_API_ENTER;
  State.IsBusy = true;
  if (isLaunch(Kind)) {
    if (IsEnter)
      enterLaunch(Kind, IsRuntime, Data);
    else
      exitLaunch(Data);
  } else if (Kind == CallKind::LaunchGraph) {
    if (IsEnter && IsRuntime)
      skip("launches of whole CUDA graphs: kernels in them are not seen");
  } else {
    auto *Status = static_cast<int *>(Data.functionReturnValue);
    if (IsEnter || !Status || *Status == 0)
      follow(Live, Kind, IsRuntime, IsEnter,
             plainName(Data.functionName).c_str(), Data.functionParams);
  }
  State.IsBusy = false;
}

/// What cuda-pipeline-verify tells the user if there is nothing to replay.
void Recorder::writeSummary() {
  std::lock_guard<std::mutex> Lock(Counting);
  char Program[4096] = "?";
  if (ssize_t Length = readlink("/proc/self/exe", Program, sizeof(Program) - 1);
      Length > 0)
    Program[Length] = 0;
  std::ofstream File(Wish.Folder + "/process-" + std::to_string(getpid()) +
                     ".txt");
  File << "program " << Program << "\nlaunches " << Launches << "\nmatching "
       << Matching << "\n";
  for (const auto &[Why, Times] : Skipped)
    File << "skipped " << Times << " " << Why << "\n";
  for (const auto &[Signature, Times] : Others)
    File << "other " << Times << " " << Signature << "\n";
}

void CUPTIAPI onCall(void *, CUpti_CallbackDomain Domain, CUpti_CallbackId Id,
                     const void *Data) {
  recorder().call(Domain, Id, *static_cast<const CUpti_CallbackData *>(Data));
}

bool Recorder::start() {
  const char *Path = std::getenv("CUDAPIPE_CAPTURE");
  if (!Path || !Wish.read(Path))
    return false;
  std::string Problem = Cuda.load();
  void *Cupti = dlopen(Wish.Cupti.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!Cupti && Problem.empty())
    Problem = std::string("CUPTI does not load: ") + dlerror();
  auto *Subscribe = reinterpret_cast<decltype(&cuptiSubscribe)>(
      Cupti ? dlsym(Cupti, "cuptiSubscribe") : nullptr);
  auto *Enable = reinterpret_cast<decltype(&cuptiEnableDomain)>(
      Cupti ? dlsym(Cupti, "cuptiEnableDomain") : nullptr);
  CUpti_SubscriberHandle Subscriber = nullptr;
  if (Problem.empty() &&
      (!Subscribe || !Enable ||
       Subscribe(&Subscriber, onCall, nullptr) != CUPTI_SUCCESS ||
       Enable(1, Subscriber, CUPTI_CB_DOMAIN_RUNTIME_API) != CUPTI_SUCCESS ||
       Enable(1, Subscriber, CUPTI_CB_DOMAIN_DRIVER_API) != CUPTI_SUCCESS))
    Problem = "CUPTI refuses; is a profiler attached to the program?";
  if (!Problem.empty())
    skip(Problem);
  writeSummary();
  std::atexit([] { recorder().writeSummary(); });
  return Problem.empty();
}

} // namespace

/// The driver calls it in cuInit().
extern "C" int InitializeInjection() { return recorder().start(); }
