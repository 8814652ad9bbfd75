//===- BlockPlay.cpp - Who goes on when, and barriers
//-------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlay.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

Block::Block(const Program &Code, const BlockSetup &Setup, Memory &Mem,
             HazardLog &Log)
    : Code(Code), Setup(Setup), Mem(Mem), Log(Log),
      Threads(Setup.Block.count()), PtxRegisters(Threads.size()),
      Taken(Code.Edges.size()),
      ClockSize(Threads.size() + (Code.HasMbarriers ? MbarrierClocks : 0)) {
  if (Code.HasMbarriers)
    Mem.keepReaders(Threads.size());
  Result.Trips.resize(Code.Loops.size());
  for (unsigned I = 0; I < Threads.size(); ++I)
    startThread(Threads[I], I);
}

void Block::startThread(Thread &T, unsigned Id) {
  T.Id = Id;
  T.Frame = Code.Frame.Image;
  T.Trips.resize(Code.Loops.size());
  T.Stack.resize(StackStart + 256);
  T.StackTop = StackStart;
  auto Put = [&](uint32_t At, const Triple &Value) {
    const uint32_t All[] = {Value.X, Value.Y, Value.Z};
    std::memcpy(&T.Stack[At], All, sizeof(All));
  };
  const Triple &Size = Setup.Block;
  Put(ThreadIdxAt, {Id % Size.X, Id / Size.X % Size.Y, Id / Size.X / Size.Y});
  Put(BlockIdxAt, Setup.Index);
  Put(BlockDimAt, Size);
  Put(GridDimAt, Setup.Grid);
  const uint32_t Lanes = WarpSize;
  std::memcpy(&T.Stack[WarpSizeAt], &Lanes, 4);
  for (size_t I = 0; I < Setup.Arguments.size(); ++I) {
    const std::vector<uint8_t> &Bytes = Setup.Arguments[I];
    const Slot To = Code.Frame.Parameters[I];
    if (!Setup.IsByValue[I]) {
      std::memcpy(&T.Frame[To], Bytes.data(), Bytes.size());
      continue;
    }
    T.StackTop = alignTo(T.StackTop, 16);
    T.at(To) = LocalTag | T.StackTop;
    T.Stack.resize(
        std::max<size_t>(T.Stack.size(), T.StackTop + Bytes.size() + 256));
    std::memcpy(&T.Stack[T.StackTop], Bytes.data(), Bytes.size());
    T.StackTop += Bytes.size();
  }
}

/// All that any of \p Group did, and what \p Also says, happened before what
/// they do now.
void Block::join(ArrayRef<Thread *> Group, const ClockRow &Also) {
  auto Row = std::make_shared<std::vector<uint32_t>>(ClockSize);
  auto Add = [&](const ClockRow &Other) {
    if (Other)
      for (size_t I = 0; I < Row->size(); ++I)
        (*Row)[I] = std::max((*Row)[I], (*Other)[I]);
  };
  Add(Also);
  const std::vector<uint32_t> *Last = nullptr;
  for (const Thread *T : Group) {
    Add(T->Clock.Acquired);
    if (T->Clock.Row.get() == Last)
      continue;
    Last = T->Clock.Row.get();
    Add(T->Clock.Row);
  }
  for (Thread *T : Group)
    (*Row)[T->Id] = T->Clock.Now;
  for (Thread *T : Group) {
    T->Clock.Row = Row;
    T->Clock.Acquired = nullptr;
    ++T->Clock.Now;
  }
}

void Block::arrive(Thread &T, unsigned Id, unsigned) {
  Arrivals &Mine = Arrived[Id];
  Mine.Row = joined(Mine.Row, takeRow(T));
  ++Mine.Count;
}

/// What a barrier that counts gives.
static void giveResult(const BarrierUse &Use, ArrayRef<Thread *> Group,
                       const Op &O) {
  if (Use.Result == BarrierUse::Nothing)
    return;
  unsigned True = 0;
  for (Thread *T : Group)
    True += uint32_t(T->at(Use.Predicate)) != 0;
  const uint64_t Mine = Use.Result == BarrierUse::Count ? True
                        : Use.Result == BarrierUse::And ? True == Group.size()
                                                        : True > 0;
  for (Thread *T : Group)
    T->at(O.To) = Mine;
}

/// Barriers at which all have arrived are left.
bool Block::goOnAtBarriers() {
  MapVector<unsigned, SmallVector<Thread *, 0>> ById;
  size_t Alive = 0;
  for (Thread &T : Threads) {
    Alive += T.State != Thread::Done;
    if (T.State == Thread::AtBarrier)
      ById[T.For.Barrier].push_back(&T);
  }
  bool Any = false;
  for (auto &[Id, Group] : ById) {
    Arrivals &Before = Arrived[Id];
    const unsigned Expected =
        Group[0]->For.Expected ? Group[0]->For.Expected : Alive;
    if (Group.size() + Before.Count < Expected)
      continue;
    for (size_t I = 1; I < Group.size(); ++I)
      if (Group[I]->warp() == Group[I - 1]->warp() &&
          Group[I]->For.At != Group[I - 1]->For.At) {
        Log.add({HazardKind::DivergentBarrier, false,
                 uint32_t(Group[I]->For.At - Code.Ops.data()) + 1,
                 uint32_t(Group[I - 1]->For.At - Code.Ops.data()) + 1,
                 Group[I]->Id, Group[I - 1]->Id,
                 tripOf(*Group[I], *Group[I]->For.At), 0, 0});
        break;
      }
    const Op &O = *Group[0]->For.At;
    if (O.Kind == OpKind::Barrier)
      giveResult(Code.Barriers[O.Table], Group, O);
    join(Group, Before.Row);
    Before = Arrivals();
    ++Result.Barriers;
    for (Thread *T : Group)
      T->State = Thread::Runs;
    if (Setup.State && Group.size() == Alive)
      tellState();
    Any = true;
  }
  return Any;
}

/// Behind a barrier of all, what happened is in order with all that will: what
/// counts is where threads stand, their values, copies on their way, and which
/// bytes were written at all.
void Block::tellState() {
  std::vector<uint64_t> All;
  for (Thread &T : Threads) {
    All.push_back(uint64_t(T.State) << 32 | T.Pc);
    for (Slot One : *Setup.State)
      All.push_back(T.at(One));
    Mem.tellCopies(T, All);
    for (const auto &[At, Mine] : T.Copies.Pipes) {
      All.push_back(At);
      All.push_back(Mine.Committed - Mine.Consumed);
      All.push_back(T.Copies.Group - Mine.Committed);
    }
  }
  for (const auto &[Id, Mine] : Arrived)
    if (Mine.Count)
      All.push_back(uint64_t(Id) << 32 | Mine.Count);
  Mem.tellWritten(All);
  Result.States.push_back(
      {xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(All.data()),
                            All.size() * sizeof(uint64_t))),
       Setup.StateLoop == NoLoop ? 0 : Threads[0].Trips[Setup.StateLoop]});
}

/// No thread can go on.
void Block::reportStuck() {
  const Thread *First = nullptr, *Second = nullptr;
  for (const Thread &T : Threads) {
    if (T.State == Thread::Done)
      continue;
    if (!First)
      First = &T;
    else if (!Second && T.For.At != First->For.At)
      Second = &T;
  }
  for (const Thread &T : Threads)
    if (T.State == Thread::AtMbarrier)
      return reportNeverCompleted(T);
  auto OpOf = [&](const Thread *T) {
    return T ? uint32_t(T->For.At - Code.Ops.data()) + 1 : 0;
  };
  Log.add({HazardKind::NeverReached, false, OpOf(First), OpOf(Second),
           First->Id, Second ? Second->Id : 0, tripOf(*First, *First->For.At),
           0, 0});
}

PlayResult Block::play() {
  // Who waits in a loop of its own never lets the others be all that is left.
  constexpr unsigned Patience = 8;
  unsigned Alone = 0;
  while (Result.End == PlayResult::Finished && !Log.isFull()) {
    bool IsAlive = false, AnyRan = false;
    for (Thread &T : Threads) {
      if (T.State == Thread::Runs) {
        run(T);
        AnyRan = true;
        if (Result.End != PlayResult::Finished || Log.isFull())
          break;
        if (Result.Steps > Setup.Budget) {
          Result.End = PlayResult::OutOfSteps;
          break;
        }
      }
      IsAlive |= T.State != Thread::Done;
    }
    if (!IsAlive || Result.End != PlayResult::Finished)
      break;
    if (goOnInWarps() || goOnAtBarriers() || goOnAtMbarriers()) {
      Alone = 0;
      FutileRounds = 0;
      continue;
    }
    if (AnyRan && ++Alone < Patience)
      continue;
    Alone = 0;
    if (landSomething() || AnyRan)
      continue;
    reportStuck();
    break;
  }
  return Result;
}

} // namespace cudapipe::check
