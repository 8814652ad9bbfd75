//===- Block.h - The running block and its scheduler ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads run one at a time until they meet something; then the dice choose
// the next one.  This file decides who may run.  What an access means for the
// memory model is decided in MemoryCheck.h.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_BLOCK_H
#define CUDAPIPE_EXECUTOR_BLOCK_H

#include "Random.h"
#include "Report.h"
#include "Thread.h"

#include <functional>
#include <memory>

namespace cudapipe::executor {

class Block {
public:
  Block(Random &Dice, Reporter &Report) : Dice(Dice), Report(Report) {}

  /// Runs the block; \p Entry is the first function of every fiber.
  void run(const LaunchShape &Shape, void (*Entry)());

  Thread *current() { return Current; }
  Thread &thread(unsigned Linear) { return *Threads[Linear]; }
  unsigned size() const { return Size; }

  // Called by the current thread; they return when it may go on.
  BarrierResult meetBlock(int Predicate, Site Where);
  void meetWarp(const char *Name, unsigned Mask, void *Payload,
                LanesArrived Complete);
  void waitPhase(void *Barrier, uint64_t Phase);
  void yield();
  [[noreturn]] void finishThread();

  void wakePhase(void *Barrier, uint64_t Phase);
  unsigned liveLanes(const Thread &Of) const;

  /// Called when a block barrier opens, before anyone goes on.
  std::function<void()> OnBarrier;
  /// Called before each switch to a thread.
  std::function<void(Thread &)> OnSwitch;

private:
  void sleep(Thread::State Why);
  void wake(Thread &T) {
    T.Now = Thread::State::Ready;
    Ready.push_back(T.Linear);
  }
  void openBarrierIfComplete();
  void openCollectiveIfComplete(Thread &Any);
  [[noreturn]] void reportDeadlock();
  std::string whereabouts(const Thread &T) const;

  Random &Dice;
  Reporter &Report;
  std::vector<std::unique_ptr<Thread>> Threads; ///< Kept from block to block.
  std::vector<unsigned> Ready;
  unsigned Size = 0;
  unsigned Live = 0;
  unsigned AtBarrier = 0;
  BarrierResult LastResult = {0, 0, 0};
  Thread *Current = nullptr;
};

inline void Block::run(const LaunchShape &Shape, void (*Entry)()) {
  Size = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  while (Threads.size() < Size)
    Threads.push_back(std::make_unique<Thread>());
  Live = Size;
  AtBarrier = 0;
  Ready.clear();
  for (unsigned I = 0; I < Size; ++I) {
    Threads[I]->start(I, Shape.Block);
    Threads[I]->Stack.prepare(Entry);
    Ready.push_back(I);
  }
  while (Live) {
    if (Ready.empty())
      reportDeadlock();
    unsigned Which = Dice.below(Ready.size());
    Current = Threads[Ready[Which]].get();
    Ready[Which] = Ready.back();
    Ready.pop_back();
    OnSwitch(*Current);
    Current->Stack.resume();
  }
  Current = nullptr;
}

inline void Block::sleep(Thread::State Why) {
  Thread *Self = Current;
  // The last to arrive at a meeting has been woken already.
  if (Self->Now != Thread::State::Ready)
    Self->Now = Why;
  Self->Stack.suspend();
}

inline void Block::yield() {
  wake(*Current);
  Current->Stack.suspend();
}

inline void Block::finishThread() {
  Current->Now = Thread::State::Done;
  --Live;
  openBarrierIfComplete();
  for (unsigned I = Current->warp() * 32;
       I < Size && I < Current->warp() * 32 + 32; ++I)
    if (Threads[I]->Now == Thread::State::AtWarpCollective)
      openCollectiveIfComplete(*Threads[I]);
  Current->Stack.suspend();
  __builtin_unreachable();
}

inline BarrierResult Block::meetBlock(int Predicate, Site Where) {
  Current->BarrierSite = Where;
  Current->Predicate = Predicate;
  Current->Now = Thread::State::AtBlockBarrier;
  ++AtBarrier;
  openBarrierIfComplete();
  sleep(Thread::State::AtBlockBarrier);
  return LastResult;
}

inline void Block::openBarrierIfComplete() {
  if (AtBarrier != Live || !Live)
    return;
  const Thread *First = nullptr;
  BarrierResult Result{0, 1, 0};
  for (unsigned I = 0; I < Size; ++I) {
    Thread &T = *Threads[I];
    if (T.Now != Thread::State::AtBlockBarrier)
      continue;
    if (!First)
      First = &T;
    if (T.BarrierSite.Line != First->BarrierSite.Line ||
        T.BarrierSite.Column != First->BarrierSite.Column)
      Report.reportAndExit("divergent barrier",
                           "thread " + First->name() + whereabouts(*First) +
                               ", thread " + T.name() + whereabouts(T));
    Result.Count += T.Predicate != 0;
    Result.And &= T.Predicate != 0;
    Result.Or |= T.Predicate != 0;
  }
  LastResult = Result;
  AtBarrier = 0;
  OnBarrier();
  for (unsigned I = 0; I < Size; ++I)
    if (Threads[I]->Now == Thread::State::AtBlockBarrier)
      wake(*Threads[I]);
}

inline void Block::meetWarp(const char *Name, unsigned Mask, void *Payload,
                            LanesArrived Complete) {
  Thread &T = *Current;
  if (!(Mask >> T.lane() & 1))
    Report.reportAndExit("bad mask", "thread " + T.name() + " calls a " + Name +
                                         " whose mask leaves it out");
  T.Collective = Name;
  T.Mask = Mask;
  T.Payload = Payload;
  T.Complete = Complete;
  T.Now = Thread::State::AtWarpCollective;
  openCollectiveIfComplete(T);
  sleep(Thread::State::AtWarpCollective);
}

inline void Block::openCollectiveIfComplete(Thread &Any) {
  void *Payloads[32] = {};
  unsigned First = Any.warp() * 32;
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    if (!(Any.Mask >> Lane & 1) || First + Lane >= Size)
      continue;
    Thread &T = *Threads[First + Lane];
    if (T.Now == Thread::State::Done)
      continue;
    if (T.Now != Thread::State::AtWarpCollective || T.Mask != Any.Mask)
      return;
    if (T.Complete != Any.Complete)
      Report.reportAndExit("divergent warp", "thread " + T.name() +
                                                 whereabouts(T) + ", thread " +
                                                 Any.name() + whereabouts(Any));
    Payloads[Lane] = T.Payload;
  }
  unsigned Mask = Any.Mask;
  Any.Complete(Payloads);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    if (Payloads[Lane] && (Mask >> Lane & 1))
      wake(*Threads[First + Lane]);
}

inline void Block::waitPhase(void *Barrier, uint64_t Phase) {
  Current->Barrier = Barrier;
  Current->Phase = Phase;
  Current->Now = Thread::State::AtPhase;
  sleep(Thread::State::AtPhase);
}

inline void Block::wakePhase(void *Barrier, uint64_t Phase) {
  for (unsigned I = 0; I < Size; ++I)
    if (Threads[I]->Now == Thread::State::AtPhase &&
        Threads[I]->Barrier == Barrier && Threads[I]->Phase < Phase)
      wake(*Threads[I]);
}

inline unsigned Block::liveLanes(const Thread &Of) const {
  unsigned Mask = 0;
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    if (unsigned I = Of.warp() * 32 + Lane;
        I < Size && Threads[I]->Now != Thread::State::Done)
      Mask |= 1u << Lane;
  return Mask;
}

inline std::string Block::whereabouts(const Thread &T) const {
  switch (T.Now) {
  case Thread::State::AtBlockBarrier: {
    std::string File = T.BarrierSite.File;
    return " waits at the barrier of " + File.substr(File.rfind('/') + 1) +
           ":" + std::to_string(T.BarrierSite.Line);
  }
  case Thread::State::AtWarpCollective: {
    char Mask[16];
    std::snprintf(Mask, sizeof(Mask), "0x%08x", T.Mask);
    return std::string(" waits at a warp ") + T.Collective + " for lanes " +
           Mask;
  }
  case Thread::State::AtPhase:
    return " waits for a phase of a barrier object";
  case Thread::State::Done:
    return " has returned";
  case Thread::State::Ready:
    return " runs";
  }
  return "";
}

inline void Block::reportDeadlock() {
  // Show two threads that wait for different things, if there are such.
  const Thread *First = nullptr, *Second = nullptr;
  for (unsigned I = 0; I < Size; ++I) {
    const Thread &T = *Threads[I];
    if (T.Now == Thread::State::Done)
      continue;
    if (!First)
      First = &T;
    else if (!Second && whereabouts(T) != whereabouts(*First))
      Second = &T;
  }
  std::string Text = "thread " + First->name() + whereabouts(*First);
  if (Second)
    Text += ", thread " + Second->name() + whereabouts(*Second);
  Report.reportAndExit("deadlock", Text);
  Reporter::finish();
}

} // namespace cudapipe::executor

#endif
