//===- PlayMbarrier.cpp - Mbarriers and the copies that they count --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who waits knows what happened before the phase that he waited for, no later
// one: by a token that phase is told; a parity means the first phase that has
// it and is none of those that the thread knows to be past.
//
//===----------------------------------------------------------------------===//

#include "BlockPlay.h"

using namespace llvm;

namespace cudapipe::check {

Mbarrier &Block::mbarrier(uint64_t Address) {
  auto [It, IsNew] = Mbarriers.try_emplace(Address & ~TagMask);
  if (IsNew)
    It->second.Clock = (Mbarriers.size() - 1) % MbarrierClocks;
  return It->second;
}

void Block::initialize(Thread &T, uint64_t Address, uint64_t Count) {
  Mbarrier &Mine = mbarrier(Address);
  const unsigned Clock = Mine.Clock;
  const uint32_t Base = Mine.ClockBase + Mine.Phases.size();
  Mine = Mbarrier();
  Mine.Clock = Clock;
  Mine.ClockBase = Base;
  Mine.IsInitialized = true;
  Mine.Expected = Mine.Pending = int64_t(Count);
  Mine.InitThread = T.Id;
  Mine.InitTime = T.Clock.Now;
}

bool Block::hasPassed(const Mbarrier &Mine, bool ByParity,
                      uint64_t Phase) const {
  return ByParity ? (Mine.phase() & 1) != (Phase & 1) : Mine.phase() > Phase;
}

void Block::complete(Mbarrier &Mine) {
  auto Row = Mine.Coming ? std::make_shared<std::vector<uint32_t>>(*Mine.Coming)
                         : std::make_shared<std::vector<uint32_t>>(ClockSize);
  (*Row)[ClockSize - MbarrierClocks + Mine.Clock] =
      Mine.ClockBase + Mine.Phases.size();
  Mine.Phases.back().Row = Row;
  Mine.Coming = std::move(Row);
  Mine.Phases.emplace_back();
  Mine.Pending = Mine.Expected;
  FutileRounds = 0;
}

void Block::completeIfDone(Mbarrier &Mine) {
  if (Mine.Pending == 0 && Mine.Bytes == 0 && Mine.Bound.empty() &&
      Mine.Late.empty() && Mine.Boxes.Boxes.empty())
    complete(Mine);
}

/// A copy that \p Mine waits for lands. False: it waits for none.
bool Block::landFor(Mbarrier &Mine) {
  auto Land = [&](uint32_t Copy) {
    Mem.land(Copy, Mine.Clock, Mine.ClockBase + Mine.Phases.size());
  };
  if (!Mine.Late.empty()) {
    for (uint32_t Copy : Mine.Late.front().Copies)
      Mem.landOfThread(Copy);
    Mine.Late.erase(Mine.Late.begin());
    --Mine.Pending;
  } else if (Mine.Pending > 0) {
    return false;
  } else if (!Mine.Boxes.Boxes.empty() && Mine.Copies.empty()) {
    Mine.Boxes.Bytes = Mine.Bytes;
    Result.BoxPhases.push_back(std::move(Mine.Boxes));
    Mine.Boxes = BoxPhase();
    Mine.Bytes = 0;
  } else if (!Mine.Copies.empty() && Mine.Bytes > 0) {
    // In pieces: an expectation that is too small is met halfway.
    CountedCopy &First = Mine.Copies.front();
    const int64_t Some = std::min(First.Left, Mine.Bytes);
    Mine.Bytes -= Some;
    First.Left -= Some;
    if (First.Left == 0) {
      for (uint32_t Copy = First.First; Copy < First.Last; ++Copy)
        Land(Copy);
      Mine.Copies.erase(Mine.Copies.begin());
    }
  } else if (Mine.Bytes == 0 && !Mine.Bound.empty()) {
    for (uint32_t Copy : Mine.Bound)
      Land(Copy);
    Mine.Bound.clear();
  } else {
    return false;
  }
  completeIfDone(Mine);
  return true;
}

void Block::arriveAt(Thread &T, Mbarrier &Mine, int64_t Count) {
  // The phase before must have come, or this arrival would be one too many.
  const uint64_t Phase = Mine.phase();
  while (Mine.Pending == 0 && Mine.phase() == Phase && landFor(Mine)) {
  }
  Mine.Phases.back().Arrived.push_back({T.Id, T.Clock.Now});
  Mine.Coming = joined(Mine.Coming, takeRow(T));
  Mine.Pending -= Count;
  completeIfDone(Mine);
}

/// The phase that \p T means by \p Parity, of which one has come; -1: the one
/// before the first.
static int64_t phaseMeant(const Thread &T, const Mbarrier &Mine,
                          unsigned Parity) {
  auto KnowsAny = [&](const auto &Events) {
    return any_of(Events, [&](const auto &One) {
      return T.knows(One.first, One.second);
    });
  };
  int64_t Past = -1;
  for (int64_t I = Mine.phase(); I > Past; --I) {
    if (KnowsAny(Mine.Phases[I].Seen))
      Past = std::max(Past, I);
    else if (KnowsAny(Mine.Phases[I].Arrived))
      Past = std::max(Past, I - 1);
  }
  return (Past & 1) == Parity ? Past : Past + 1;
}

bool Block::waitFor(Thread &T, const Op &O, const MbarrierCall &Call,
                    uint64_t &Result) {
  Mbarrier &Mine = mbarrier(Call.Address);
  const bool ByParity = Call.Step == MbarrierStep::WaitParity ||
                        Call.Step == MbarrierStep::TryParity;
  Result = 1;
  if (!Mine.IsInitialized)
    return true;
  if (hasPassed(Mine, ByParity, Call.Number)) {
    const int64_t Phase =
        ByParity ? phaseMeant(T, Mine, Call.Number & 1) : int64_t(Call.Number);
    T.For.IsFutile = false;
    if (Phase < 0 || Phase >= int64_t(Mine.phase()))
      return true;
    MbarrierPhase &Past = Mine.Phases[Phase];
    T.Clock.Row = joined(T.Clock.Row, Past.Row);
    Past.Seen.push_back({T.Id, T.Clock.Now});
    return true;
  }
  if (T.For.IsFutile) {
    T.For.IsFutile = false;
    Result = 0;
    return true;
  }
  T.For.At = &O;
  T.For.Mbarrier = Call.Address & ~TagMask;
  T.For.ByParity = ByParity;
  T.For.Phase = Call.Number;
  T.For.Polls = Call.Step == MbarrierStep::TryToken ||
                Call.Step == MbarrierStep::TryParity;
  T.State = Thread::AtMbarrier;
  return false;
}

/// False: \p T waits, and comes back to the same call.
bool Block::playMbarrier(Thread &T, const Op &O, const MbarrierCall &Call,
                         uint64_t &Result) {
  if ((Call.Address & TagMask) == GlobalTag) {
    fail(T, "a barrier in global memory");
    return false;
  }
  const bool Writes =
      Call.Step == MbarrierStep::Init || Call.Step == MbarrierStep::Invalidate;
  // Like an atomic, it needs to come behind what initializes it.
  uint64_t State = Call.Number;
  if (!access(T, O, Call.Address & ~TagMask, 3,
              reinterpret_cast<uint8_t *>(&State), 8, Writes, !Writes))
    return false;
  Mbarrier &Mine = mbarrier(Call.Address);
  Result = Mine.phase();
  if (!Writes && !Mine.IsInitialized) {
    Result = 1;
    return true;
  }
  switch (Call.Step) {
  case MbarrierStep::Init:
    initialize(T, Call.Address, Call.Number);
    mbarrier(Call.Address).InitOp = uint32_t(&O - Code.Ops.data()) + 1;
    return true;
  case MbarrierStep::Invalidate:
    Mine.IsInitialized = false;
    return true;
  case MbarrierStep::Expect:
    Mine.Bytes += int64_t(Call.Bytes);
    return true;
  case MbarrierStep::Complete:
    Mine.Bytes -= int64_t(Call.Bytes);
    completeIfDone(Mine);
    return true;
  case MbarrierStep::ArriveAndDrop:
    --Mine.Expected;
    arriveAt(T, Mine, 1);
    return true;
  case MbarrierStep::ArriveExpect:
  case MbarrierStep::Arrive: {
    const uint64_t Phase = Mine.phase();
    while (Mine.Pending == 0 && Mine.phase() == Phase && landFor(Mine)) {
    }
    Mine.Bytes += int64_t(Call.Bytes);
    Result = Mine.phase();
    arriveAt(T, Mine, int64_t(Call.Number));
    return true;
  }
  case MbarrierStep::ArriveCopies:
  case MbarrierStep::ArriveCopiesNoInc: {
    if (Call.Step == MbarrierStep::ArriveCopies)
      ++Mine.Pending;
    Mem.arriveWithCopies(T);
    Mine.Coming = joined(Mine.Coming, takeRow(T));
    Mine.Late.push_back({T.Copies.InFlight});
    return true;
  }
  default:
    return waitFor(T, O, Call, Result);
  }
}

bool Block::goOnAtMbarriers() {
  bool Any = false;
  for (Thread &T : Threads)
    if (T.State == Thread::AtMbarrier &&
        hasPassed(mbarrier(T.For.Mbarrier), T.For.ByParity, T.For.Phase)) {
      T.State = Thread::Runs;
      Any = true;
    }
  return Any;
}

/// Nobody can go on: a copy that somebody waits for lands, or who polls is told
/// that his phase has not come.
bool Block::landSomething() {
  constexpr unsigned MostFutile = 3;
  for (Thread &T : Threads)
    if (T.State == Thread::AtMbarrier && landFor(mbarrier(T.For.Mbarrier)))
      return true;
  if (++FutileRounds > MostFutile)
    return false;
  bool Any = false;
  for (Thread &T : Threads)
    if (T.State == Thread::AtMbarrier && T.For.Polls) {
      T.For.IsFutile = true;
      T.State = Thread::Runs;
      Any = true;
    }
  return Any;
}

void Block::reportNeverCompleted(const Thread &T) {
  // What is not modelled may be what completes it.
  for (const Op &O : Code.Ops) {
    const bool IsUnknown =
        O.Kind == OpKind::Unsupported ||
        (O.Kind == OpKind::Assembly &&
         any_of(Code.Assembly[O.Table].Ops, [](const PtxOp &One) {
           return One.Kind == PtxOp::Unsupported;
         }));
    if (!IsUnknown)
      continue;
    Result.End = PlayResult::Failed;
    Result.Why = O.Kind == OpKind::Unsupported ? Code.Reasons[O.Table]
                                               : "an asm that is not modelled";
    Result.At = O.From;
    return;
  }
  const Mbarrier &Mine = mbarrier(T.For.Mbarrier);
  RawHazard New{HazardKind::NeverCompleted,
                false,
                uint32_t(T.For.At - Code.Ops.data()) + 1,
                0,
                T.Id,
                0,
                tripOf(T, *T.For.At),
                0,
                T.For.Mbarrier | SharedTag};
  New.Arrivals = Mine.Pending;
  New.MissingBytes = Mine.Bytes;
  Log.add(New);
}

//===- Copies that are counted ------------------------------------------===//

bool Block::bulkCopy(Thread &T, const Op &O, BulkForm Form, uint64_t To,
                     uint64_t From, uint64_t Bytes, uint64_t Address) {
  constexpr unsigned Piece = 16;
  const uint32_t Index = uint32_t(&O - Code.Ops.data()) + 1;
  if (Form == BulkForm::ToGlobal || Form == BulkForm::TensorToGlobal) {
    // Of a box its first bytes, however large it is.
    asyncRead(T, O, T.Copies.Bulk, uint32_t(From & ~TagMask),
              Form == BulkForm::ToGlobal ? Bytes : Piece);
    return true;
  }
  uint64_t State = 0;
  if (!access(T, O, Address & ~TagMask, 3, reinterpret_cast<uint8_t *>(&State),
              8, false, true))
    return false;
  Mbarrier &Mine = mbarrier(Address);
  if (!Mine.IsInitialized)
    return true;
  const bool IsFenced =
      (O.Kind == OpKind::BulkCopy && O.Value == 1) ||
      (InitFenced && (*InitFenced)[Mine.InitThread] >= Mine.InitTime);
  if (!IsFenced)
    Log.add({HazardKind::MissingProxyFence, false, Index, Mine.InitOp, T.Id,
             Mine.InitThread, tripOf(T, O), 0, Address | SharedTag});
  const bool IsBox = Form == BulkForm::TensorToShared;
  if (IsBox) {
    const auto *Known = Setup.Boxes;
    auto It = Known ? Known->find(Index)
                    : std::map<uint32_t, uint32_t>::const_iterator();
    if (!Known || It == Known->end()) {
      Mine.Boxes.Boxes.push_back({Index, uint32_t(To & ~TagMask)});
      return true;
    }
    Bytes = It->second;
  } else if ((From | Bytes) % Piece != 0) {
    Log.add({HazardKind::Misaligned, true, Index, 0, T.Id, 0, tripOf(T, O), 0,
             From});
  }
  const Access Reads = accessOf(T, O, false, false);
  CountedCopy New;
  New.Left = int64_t(Bytes);
  for (uint64_t At = 0; At < Bytes; At += Piece) {
    const unsigned Some = std::min<uint64_t>(Piece, Bytes - At);
    const auto Copy =
        Mem.startCopy(T, To + At, From + At, Some, IsBox ? 0 : Some, Reads);
    if (!Copy) {
      if (Mem.failure().empty())
        continue;
      fail(T, Mem.failure().str());
      return false;
    }
    if (New.Last == 0)
      New.First = *Copy;
    New.Last = *Copy + 1;
  }
  Mine.Copies.push_back(New);
  return true;
}

//===- Pipelines of a block ---------------------------------------------===//

/// Of a stage: when it was filled, and when it was freed.
static uint64_t filledAt(uint64_t State, unsigned Stage) {
  return (State & ~TagMask) + uint64_t(Stage) * 16;
}
static uint64_t freedAt(uint64_t State, unsigned Stage) {
  return filledAt(State, Stage) + 8;
}

/// The mbarrier that counts the copy \p O.
uint64_t Block::counterOf(Thread &T, const Op &O) {
  if (O.FromBits == CountedByMbarrier)
    return T.at(O.Table) & ~TagMask;
  const BlockPipeState &Mine = T.Copies.BlockPipes[T.at(O.Table)];
  return filledAt(Mine.State, Mine.Head % Mine.Stages);
}

bool Block::playBlockPipe(Thread &T, const Op &O) {
  const auto Step = BlockPipeStep(O.Variant);
  BlockPipeState &Mine = T.Copies.BlockPipes[T.at(O.A)];
  if (Step <= BlockPipeStep::MakeWithRole) {
    Mine = {T.at(O.B), unsigned(O.Value), 0, 0};
    PipeRoles &Roles = PipeStates[Mine.State];
    if (Roles.IsUsed)
      Roles = {Mine.Stages, 0, 0, false};
    const uint64_t Number = T.at(O.C);
    const bool IsProducer = Step == BlockPipeStep::Make          ? true
                            : Step == BlockPipeStep::MakeCounted ? T.Id < Number
                                                                 : Number == 0;
    Roles.Producers += IsProducer;
    Roles.Consumers += Step == BlockPipeStep::Make || !IsProducer;
    return true;
  }
  PipeRoles &Roles = PipeStates[Mine.State];
  if (!Roles.IsUsed) {
    Roles.IsUsed = true;
    for (unsigned I = 0; I < Roles.Stages; ++I) {
      initialize(T, filledAt(Mine.State, I), Roles.Producers);
      initialize(T, freedAt(Mine.State, I), Roles.Consumers);
    }
  }
  uint64_t Passed = 0;
  auto WaitFor = [&](uint64_t Address, uint64_t Phase) {
    return waitFor(T, O, {MbarrierStep::WaitToken, Address, Phase, 0}, Passed);
  };
  switch (Step) {
  case BlockPipeStep::Acquire: {
    const unsigned Round = Mine.Head / Mine.Stages;
    return Round == 0 ||
           WaitFor(freedAt(Mine.State, Mine.Head % Mine.Stages), Round - 1);
  }
  case BlockPipeStep::Commit:
    arriveAt(T, mbarrier(filledAt(Mine.State, Mine.Head % Mine.Stages)), 1);
    ++Mine.Head;
    return true;
  case BlockPipeStep::Wait:
    return WaitFor(filledAt(Mine.State, Mine.Tail % Mine.Stages),
                   Mine.Tail / Mine.Stages);
  default:
    arriveAt(T, mbarrier(freedAt(Mine.State, Mine.Tail % Mine.Stages)), 1);
    ++Mine.Tail;
    return true;
  }
}

} // namespace cudapipe::check
