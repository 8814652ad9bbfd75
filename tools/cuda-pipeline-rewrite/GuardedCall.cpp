//===- GuardedCall.cpp - A call that may crash or never end ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedCall.h"
#include "StandardStreams.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>

namespace cudapipe {
namespace {

/// Clang's parser recurses, and so do all who walk its trees. Memory that is
/// not touched costs nothing.
constexpr unsigned StackBytes = 256u << 20;
constexpr size_t SignalStackBytes = 64u << 10;
/// An overflow touches the guard page, or a large frame jumps a bit farther.
constexpr uintptr_t OverflowReach = 1u << 20;

std::atomic<bool> Abandoned = false;
thread_local uintptr_t StackEnd = 0;
thread_local bool Overflowed = false;
struct sigaction Recover;

uintptr_t endOfStack() {
  pthread_attr_t Attributes;
  void *Low = nullptr;
  size_t Size = 0;
  if (pthread_getattr_np(pthread_self(), &Attributes))
    return 0;
  pthread_attr_getstack(&Attributes, &Low, &Size);
  pthread_attr_destroy(&Attributes);
  return reinterpret_cast<uintptr_t>(Low);
}

void onSegmentationFault(int Signal, siginfo_t *Info, void *) {
  auto At = reinterpret_cast<uintptr_t>(Info->si_addr);
  Overflowed = StackEnd && At + OverflowReach >= StackEnd &&
               At <= StackEnd + OverflowReach;
  Recover.sa_handler(Signal);
}

/// One call, shared by its thread and who waits for it.
struct Task {
  std::function<void()> Call;
  std::mutex Lock;
  std::condition_variable Changed;
  std::optional<Ending> How;
};

void run(Task &Mine) {
  clang::noteBottomOfStack();
  StackEnd = endOfStack();
  // On the stack that is full, no handler runs.
  auto SignalStack = std::make_unique<char[]>(SignalStackBytes);
  stack_t Own = {}, Before = {};
  Own.ss_sp = SignalStack.get();
  Own.ss_size = SignalStackBytes;
  sigaltstack(&Own, &Before);
  llvm::CrashRecoveryContext Guard;
  bool Returned = Guard.RunSafely([&] { Mine.Call(); });
  sigaltstack(&Before, nullptr);
  std::lock_guard<std::mutex> Locked(Mine.Lock);
  Mine.How = Returned     ? Ending::Returned
             : Overflowed ? Ending::StackOverflow
                          : Ending::Crashed;
  Mine.Changed.notify_all();
}

/// Seconds of processor time that \p Thread has had.
double secondsOf(pthread_t Thread) {
  clockid_t Clock;
  timespec Time = {};
  if (pthread_getcpuclockid(Thread, &Clock) || clock_gettime(Clock, &Time))
    return 0;
  return Time.tv_sec + Time.tv_nsec * 1e-9;
}

} // namespace

bool survives(llvm::function_ref<void()> Call) {
  llvm::CrashRecoveryContext::Enable();
  sigaction(SIGSEGV, nullptr, &Recover);
  struct sigaction Ours = {};
  Ours.sa_sigaction = onSegmentationFault;
  Ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&Ours.sa_mask);
  sigaction(SIGSEGV, &Ours, nullptr);
  llvm::CrashRecoveryContext Guard;
  const bool Returned = Guard.RunSafely(Call);
  Abandoned = Abandoned || !Returned;
  return Returned;
}

GuardedEnd runGuarded(std::function<void()> Call,
                      llvm::function_ref<double()> Limit) {
  auto Mine = std::make_shared<Task>();
  Mine->Call = std::move(Call);
  llvm::thread Worker(std::optional(StackBytes), [Mine] { run(*Mine); });
  std::unique_lock<std::mutex> Locked(Mine->Lock);
  while (!Mine->How) {
    Mine->Changed.wait_for(Locked, std::chrono::milliseconds(100));
    const double Had = secondsOf(Worker.get_id());
    const double Most = Limit();
    if (!Mine->How && Most && Had > Most) {
      Worker.detach();
      Abandoned = true;
      return {Ending::TooLong, Had};
    }
  }
  Locked.unlock();
  Worker.join();
  return {*Mine->How};
}

void leaveAbandoned(ExitCode Code) {
  if (Abandoned)
    std::_Exit(std::max(Code, closeStreams()));
}

} // namespace cudapipe
