//===- KernelPlays.cpp - A kernel, played with many sets
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPlays.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;

namespace cudapipe::check {

Player::Player(const Program &Code, const Layout &Places,
               const Dependence &Rests, const Parameters &Given)
    : Code(Code), Places(Places), Rests(Rests), Given(Given) {
  findGuards();
}

/// Shared memory, or the order of threads, is what \p O is about.
static bool isOfTheBlock(const Op &O) {
  switch (O.Kind) {
  case OpKind::Barrier:
  case OpKind::Warp:
  case OpKind::AsyncCopy:
  case OpKind::Pipe:
  case OpKind::BlockPipe:
  case OpKind::Mbarrier:
  case OpKind::BulkCopy:
  case OpKind::Fragment:
  case OpKind::Assembly:
    return true;
  case OpKind::Load:
  case OpKind::Store:
  case OpKind::Atomic:
  case OpKind::CompareExchange:
  case OpKind::CopyMemory:
  case OpKind::SetMemory: {
    const Value *Address = addressOf(*O.From);
    const Value *Base = Address ? baseOf(*Address) : nullptr;
    const auto *Global = dyn_cast_or_null<GlobalVariable>(Base);
    return O.Space == 3 || (Global && Global->getAddressSpace() == 3);
  }
  default:
    return false;
  }
}

void Player::findGuards() {
  SetVector<const Instruction *> All;
  SmallPtrSet<const BasicBlock *, 16> Blocks;
  for (const Op &O : Code.Ops)
    if (isOfTheBlock(O) && Blocks.insert(O.From->getParent()).second)
      All.insert(O.From);
  const SetVector<const Instruction *> Deciding =
      Rests.decidersOf(All.getArrayRef());
  for (uint32_t I = 0; I < Code.Ops.size(); ++I) {
    if (Code.Ops[I].Kind != OpKind::Branch ||
        !Deciding.contains(Code.Ops[I].From))
      continue;
    const Roots Mine = Rests.ofCondition(*Code.Ops[I].From);
    if (!Mine.Data.empty() || !Dependence::restsOnThread(Mine))
      continue;
    bool Varies = false, OfTrips = true;
    for (const Argument *Number : Mine.Numbers) {
      Varies |= Given.mayVary(*Number);
      OfTrips &= Given.isOfTrips(*Number);
    }
    // How a loop's own guards change from trip to trip sees the TripSlice.
    if (Varies && !(OfTrips && Code.Where.LoopOf[I] != NoLoop))
      Guards.push_back({I, OfTrips});
  }
}

bool Player::allSplit(const ShapeOutcome &Of) const {
  return Guards.empty() ||
         (!Of.IsSplit.empty() && !is_contained(Of.IsSplit, false));
}

bool Player::isReached(const ShapeOutcome &Of, uint32_t Op) const {
  if (Op == 0)
    return true;
  for (size_t I = 0; I < Of.Taken.size(); ++I)
    if (Of.Taken[I] && Code.Edges[I].Target == Op)
      return true;
  return false;
}

bool Player::hasLoops() const {
  return any_of(Code.Loops,
                [](const CountedLoop &One) { return One.Synchronizes; });
}

int Player::mostTrips(const ShapeOutcome &Of) const {
  int Most = 0;
  for (auto [Loop, Trips] : zip(Code.Loops, Of.Trips))
    if (Loop.Synchronizes)
      Most = std::max(Most, Trips);
  return Most;
}

bool Player::wentRound(const ShapeOutcome &Of) const {
  if (HasFixedTrips)
    return true;
  for (auto [Loop, Trips] : zip(Code.Loops, Of.Trips))
    if (Loop.Synchronizes && Trips < 2)
      return false;
  return true;
}

/// The write of \p Access is of what it reads at the same address: who does
/// that means that others do it, too.
static bool updatesMemory(const Instruction &Access) {
  const Value *Address = addressOf(Access);
  const auto *Mine = dyn_cast_or_null<Instruction>(Address);
  if (!Mine)
    return false;
  auto IsSame = [&](const Value *Other) {
    const auto *I = dyn_cast<Instruction>(Other);
    return I && (I == Mine || I->isIdenticalTo(Mine));
  };
  bool Loads = false, Stores = false;
  for (const BasicBlock &Block : *Access.getFunction())
    for (const Instruction &I : Block) {
      if (const auto *Load = dyn_cast<LoadInst>(&I))
        Loads |= IsSame(Load->getPointerOperand());
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        Stores |= IsSame(Store->getPointerOperand());
    }
  return Loads && Stores;
}

/// The parameters are none that the kernel is meant for.
bool Player::isImpossible(const RawHazard &Found, const ParameterSet &Set,
                          const LaunchShape &Shape) const {
  if (Found.Kind <= HazardKind::WriteInFlight)
    return runsIntoNext(Found, Set, Shape);
  if (Found.Kind != HazardKind::OutOfBounds &&
      Found.Kind != HazardKind::Misaligned)
    return false;
  if (Set.IsOdd && Found.Kind == HazardKind::Misaligned)
    return true;
  const bool KnowsEnd =
      !Places.hasDynamic() ||
      (Shape.Texts && Shape.Texts->dynamicBytes(Given.names(Set)));
  const uint64_t Offset = Found.Address & ~TagMask;
  if (Found.Kind == HazardKind::OutOfBounds && !KnowsEnd &&
      Offset >= Places.dynamicBegin())
    return true;
  // Addresses of which it cannot be told what they are meant for.
  const Value *Address = addressOf(*at(Found.Op));
  if (Code.Ops[Found.Op - 1].Kind == OpKind::Assembly ||
      (Found.Kind == HazardKind::OutOfBounds && Address && !baseOf(*Address)))
    return true;
  return Rests.restsOnNumbers(*at(Found.Op), Found.IsGlobal);
}

static bool isOfWaiting(HazardKind Kind) {
  return Kind == HazardKind::NeverReached ||
         Kind == HazardKind::DivergentBarrier ||
         Kind == HazardKind::NeverCompleted;
}

static bool isPowerOfTwo(int64_t Number) {
  return Number > 0 && isPowerOf2_64(uint64_t(Number));
}

/// Of arrays that share dynamic memory one runs into the next, because a number
/// is too large for what the launch has room for.
bool Player::runsIntoNext(const RawHazard &Found, const ParameterSet &Set,
                          const LaunchShape &Shape) const {
  if (Found.IsGlobal || Found.Op == Found.OtherOp || Found.OtherOp == 0 ||
      !Places.hasDynamic() ||
      (Found.Address & ~TagMask) < Places.dynamicBegin())
    return false;
  constexpr int64_t Smaller[] = {128, 40};
  if (Set.Other <= Smaller[0] ||
      none_of(std::array{Found.Op, Found.OtherOp}, [&](uint32_t Op) {
        return Rests.restsOnNumbers(*at(Op), /*OfSource=*/false);
      }))
    return false;
  return none_of(Smaller, [&](int64_t Other) {
    ParameterSet Small = Set;
    Small.Other = Other;
    HazardLog Again;
    playOnce(Shape, Small, Again);
    return any_of(Again.all(), [&](const RawHazard &One) {
      return One.Op == Found.Op || One.Op == Found.OtherOp;
    });
  });
}

/// The addresses of an access rest on numbers that the kernel is given.
bool Player::restsOnNumbers(const RawHazard &Found) const {
  return (Found.Kind <= HazardKind::ReadThenWrite ||
          Found.Kind == HazardKind::WriteUnderRead) &&
         any_of(std::array{Found.Op, Found.OtherOp}, [&](uint32_t Op) {
           return Op != 0 && !Rests.ofAddress(*at(Op)).Numbers.empty();
         });
}

/// Rows of global memory overlap only because the numbers are too small for
/// what lies in them.
bool Player::isOfSmallRows(const RawHazard &Found, const ParameterSet &Set,
                           const LaunchShape &Shape) const {
  if (!Found.IsGlobal || !restsOnNumbers(Found))
    return false;
  ParameterSet Large = Set;
  Large.Other = 1 << 20;
  Large.IsDistinct = true;
  HazardLog Again;
  playOnce(Shape, Large, Again);
  return none_of(Again.all(), [&](const RawHazard &One) {
    return One.Op == Found.Op && One.OtherOp == Found.OtherOp;
  });
}

/// Sizes that give addresses in shared memory may have to be powers of two.
/// And loops with barriers may be meant for whole rounds of the block.
bool Player::needsNumbers(const RawHazard &Found, const ParameterSet &Set,
                          const LaunchShape &Shape) const {
  const bool AreUsual =
      Set.Other >= int64_t(Shape.Block.count()) &&
      (!Given.anyOfTrips() || Set.Loop >= int64_t(Shape.Block.count())) &&
      isPowerOfTwo(Set.Other) &&
      (!Given.anyOfTrips() || isPowerOfTwo(Set.Loop));
  if (isOfWaiting(Found.Kind))
    return !AreUsual &&
           (!Rests.ofControl(*at(Found.Op)).Numbers.empty() ||
            (Found.OtherOp != 0 &&
             !Rests.ofControl(*at(Found.OtherOp)).Numbers.empty()));
  return !Found.IsGlobal && !AreUsual && restsOnNumbers(Found);
}

/// It is there only if memory holds what was made up.
bool Player::needsData(const RawHazard &Found) const {
  const Instruction *Mine = at(Found.Op), *Other = at(Found.OtherOp);
  if (isOfWaiting(Found.Kind))
    return !Rests.ofControl(*Mine).Data.empty() ||
           (Other && !Rests.ofControl(*Other).Data.empty());
  for (uint32_t Op : {Found.Op, Found.OtherOp}) {
    if (Op == 0)
      continue;
    // An atomic says that others come to the same place.
    const OpKind Kind = Code.Ops[Op - 1].Kind;
    if (Kind == OpKind::Atomic || Kind == OpKind::CompareExchange)
      continue;
    if (!Rests.ofAddress(*at(Op)).Data.empty() && !updatesMemory(*at(Op)))
      return true;
  }
  if (Found.Kind != HazardKind::Uninitialized)
    return false;
  // A tile may be filled in part because the numbers are none for it; not so
  // where the place of the block decides.
  return !Rests.ofControl(*Mine).Data.empty() ||
         Rests.restsOnNumbers(*Mine, /*OfSource=*/false) ||
         Rests.isFilledInPart(*Mine);
}

/// False: the parameters are none that the kernel is meant for.
bool Player::sort(ArrayRef<RawHazard> Found, const ParameterSet &Set,
                  const LaunchShape &Shape, int Trips,
                  ShapeOutcome &Out) const {
  if (any_of(Found, [&](const RawHazard &One) {
        return isImpossible(One, Set, Shape);
      })) {
    ++Out.Impossible;
    return false;
  }
  for (const RawHazard &One : Found) {
    // A problem of size 0 is none that a kernel is asked; nor one without any
    // of its inputs, where each alone may be missing.
    if (One.Kind == HazardKind::Uninitialized &&
        (Set.Loop == 0 || Set.LeftOut != 0))
      continue;
    // Nor is one of no tile, whose first is waited for in front of the loop.
    if (One.Kind == HazardKind::NeverCompleted && One.Trip == 0 && hasLoops() &&
        Trips == 0)
      continue;
    if (isOfSmallRows(One, Set, Shape))
      continue;
    auto &To =
        needsData(One) || needsNumbers(One, Set, Shape) ? Out.IfData : Out.Sure;
    if (Out.Sure.empty() && (&To == &Out.Sure || Out.IfData.empty()))
      Out.Set = Set;
    To.push_back(One);
  }
  return true;
}

/// One block with the numbers of \p Set; nothing: there is no such launch.
std::optional<PlayResult> Player::playOnce(const LaunchShape &Shape,
                                           const ParameterSet &Set,
                                           HazardLog &Log, uint64_t Budget,
                                           std::vector<bool> *Taken,
                                           const TripSlice *Slice) const {
  constexpr uint32_t UnknownDynamic = 100 << 10;
  const SizeNames Names = Given.names(Set);
  BlockSetup Setup;
  Setup.Block = Shape.Block;
  Setup.Grid = {Set.Index < 2 ? 2 : Set.Index + 2,
                Set.Index < 2 ? 2 : Set.Index + 2, 1};
  Setup.Budget = Budget;
  Setup.Boxes = &Boxes;
  if (Slice) {
    Setup.State = &Slice->State;
    Setup.StateLoop = Slice->Loop;
  }
  MemorySize Size{Places.dynamicBegin() + UnknownDynamic, true};
  if (Shape.Texts) {
    if (const auto Grid = Shape.Texts->grid(Names)) {
      if (Grid->X == 0 || Grid->Y == 0 || Grid->Z == 0)
        return std::nullopt; // Such a launch fails.
      Setup.Grid = *Grid;
    }
    if (const auto Bytes = Shape.Texts->dynamicBytes(Names))
      Size = {Places.dynamicBegin() +
                  uint32_t(std::clamp<int64_t>(*Bytes, 0, 1 << 20)),
              false};
    if (const auto Block = Shape.Texts->block(Names))
      Setup.Block = *Block;
  }
  if (!Places.hasDynamic())
    Size.SharedEnd = Places.dynamicBegin();
  Setup.DynamicBytes = Size.SharedEnd - Places.dynamicBegin();
  Setup.Index = {std::min(Set.Index, Setup.Grid.X - 1),
                 std::min(Set.Index, Setup.Grid.Y - 1), 0};
  std::vector<Region> Regions = Places.regions();
  Given.make(Set, Setup, Regions);
  // Small extents let rows of what has none in common overlap.
  Log.TakesGlobal =
      Set.Other >= 1024 &&
      ((Set.Loop > 0 && Set.Loop % 128 == 0) || !Given.anyOfTrips());
  Memory Mem(Places, std::move(Regions), Size, MadeUpData{Set.Slope}, Log);
  Block Played(Code, Setup, Mem, Log);
  PlayResult Result = Played.play();
  if (Spent)
    *Spent += Result.Steps;
  if (Taken)
    *Taken = Played.taken();
  return Result;
}

/// Plays one set, and returns the most trips of a loop with barriers in it.
int Player::playSet(const LaunchShape &Shape, const ParameterSet &Set,
                    ShapeOutcome &Out) const {
  // One play is to end even where there are many kernels.
  constexpr uint64_t Least = 50'000'000;
  const uint64_t FirstBudget = std::max(MostSteps, Least),
                 Budget = FirstBudget / 2;
  if (!Out.Failure.empty())
    return 0;
  HazardLog Log;
  std::vector<bool> Taken;
  const std::optional<PlayResult> Played =
      playOnce(Shape, Set, Log, Out.Sets == 0 ? FirstBudget : Budget, &Taken);
  if (!Played)
    return 0;
  const PlayResult &Result = *Played;
  ++Out.Sets;
  Out.Steps += Result.Steps;
  Out.Trips.resize(Code.Loops.size());
  Out.Taken.resize(Taken.size());
  for (size_t I = 0; I < Taken.size(); ++I)
    if (Taken[I])
      Out.Taken[I] = true;
  if (Result.End == PlayResult::Impossible) {
    ++Out.Impossible;
    return 0;
  }
  Out.OutOfSteps += Result.End == PlayResult::OutOfSteps;
  if (Out.OutOfSteps > 1 && Out.OutOfSteps == Out.Sets)
    Out.Failure = "it takes more steps than are played, or waits for ever";
  // What is in front of a loop may rest on a trip.
  if (Result.End == PlayResult::Failed && Out.Sets > 1 &&
      (Set.Loop == 0 || Set.LeftOut != 0)) {
    ++Out.Impossible;
    return 0;
  }
  // What is not modelled may be what orders the accesses.
  if (Result.End == PlayResult::Failed) {
    Out.Failure = Result.Why;
    Out.FailedAt = Result.At;
    return 0;
  }
  int Most = 0;
  for (size_t I = 0; I < Code.Loops.size(); ++I)
    if (Code.Loops[I].Synchronizes)
      Most = std::max(Most, Result.Trips[I]);
  const bool IsMeant = sort(Log.all(), Set, Shape, Most, Out);
  if (IsMeant && Result.End == PlayResult::Finished) {
    Out.IsSplit.resize(Guards.size());
    bool IsNew = false;
    for (size_t I = 0; I < Guards.size(); ++I) {
      const Op &Branch = Code.Ops[Guards[I].Op];
      if (Out.IsSplit[I] || !Taken[Branch.Table] || !Taken[Branch.B])
        continue;
      Out.IsSplit[I] = IsNew = true;
    }
    if (IsNew)
      Out.Ragged.push_back(Set);
  }
  if (IsMeant || IsGuessed)
    for (size_t I = 0; I < Code.Loops.size(); ++I)
      Out.Trips[I] = std::max(Out.Trips[I], Result.Trips[I]);
  return Most;
}

static bool copiesAhead(const Program &Code) {
  return any_of(Code.Ops, [&](const Op &O) {
    return O.Kind == OpKind::AsyncCopy || O.Kind == OpKind::BulkCopy ||
           (O.Kind == OpKind::Assembly &&
            any_of(Code.Assembly[O.Table].Ops, [](const PtxOp &One) {
              return One.Kind == PtxOp::AsyncCopy ||
                     One.Kind == PtxOp::BulkCopy;
            }));
  });
}

static bool copiesBoxes(const Op &O, const Program &Code) {
  constexpr auto Form = uint8_t(BulkForm::TensorToShared);
  return (O.Kind == OpKind::BulkCopy && O.Variant == Form) ||
         (O.Kind == OpKind::Assembly &&
          any_of(Code.Assembly[O.Table].Ops, [&](const PtxOp &One) {
            return One.Kind == PtxOp::BulkCopy && One.Step == Form;
          }));
}

/// The sizes that \p Phases tell of boxes; nothing if they do not fit what is
/// expected.
static std::optional<std::map<uint32_t, uint32_t>>
boxSizes(ArrayRef<BoxPhase> Phases, const Layout &Places) {
  constexpr int64_t Unknown = INT64_MAX;
  std::map<uint32_t, int64_t> Sizes;
  std::set<uint32_t> Begins;
  for (const BoxPhase &One : Phases)
    for (const BoxCopy &Box : One.Boxes)
      Begins.insert(Box.To);
  // No box reaches farther than to the next, or to the end of its variable.
  for (const BoxPhase &One : Phases)
    for (const BoxCopy &Box : One.Boxes) {
      int64_t &Mine = Sizes.try_emplace(Box.Op, Unknown).first->second;
      if (auto Next = Begins.upper_bound(Box.To); Next != Begins.end())
        Mine = std::min<int64_t>(Mine, *Next - Box.To);
      for (const SharedVariable &Variable : Places.shared())
        if (!Variable.IsDynamic && Variable.Begin <= Box.To &&
            Box.To < Variable.End)
          Mine = std::min<int64_t>(Mine, Variable.End - Box.To);
    }
  // Together they are what is expected: so much is left for one of which
  // nothing else is known.
  for (const BoxPhase &One : Phases) {
    int64_t Left = One.Bytes, Others = 0;
    uint32_t Last = 0;
    for (const BoxCopy &Box : One.Boxes)
      if (Sizes.at(Box.Op) == Unknown) {
        Last = Box.Op;
        ++Others;
      } else {
        Left -= Sizes.at(Box.Op);
      }
    if (Others == 1 && Left > 0)
      Sizes.at(Last) = Left;
  }
  std::map<uint32_t, uint32_t> Out;
  for (const BoxPhase &One : Phases) {
    int64_t Left = One.Bytes;
    for (const BoxCopy &Box : One.Boxes) {
      if (Sizes.at(Box.Op) > Left)
        return std::nullopt;
      Left -= Sizes.at(Box.Op);
      Out[Box.Op] = uint32_t(Sizes.at(Box.Op));
    }
    if (Left != 0)
      return std::nullopt;
  }
  return Out;
}

/// How large a box is says the host only; here it is what mbarriers expect, if
/// that fits.
void Player::measureBoxes(const LaunchShape &Shape, ShapeOutcome &Out) const {
  Boxes.clear();
  auto At =
      find_if(Code.Ops, [&](const Op &O) { return copiesBoxes(O, Code); });
  if (At == Code.Ops.end())
    return;
  std::optional<std::map<uint32_t, uint32_t>> Sizes;
  for (int64_t Loop : {16, 64, 256, 1024, 4096}) {
    HazardLog Nothing;
    Nothing.TakesNothing = true;
    const std::optional<PlayResult> Played =
        playOnce(Shape, {Loop}, Nothing, 20'000'000);
    if (!Played)
      continue;
    if (Played->End == PlayResult::Failed) {
      Out.Failure = Played->Why;
      Out.FailedAt = Played->At;
      Out.Sets = 1;
      return;
    }
    if (Played->BoxPhases.empty())
      continue;
    Sizes = boxSizes(Played->BoxPhases, Places);
    if (Sizes && Played->BoxPhases.size() > 4)
      break;
  }
  if (Sizes) {
    Boxes = std::move(*Sizes);
    Out.HasBoxes = true;
    return;
  }
  Out.Failure = "the boxes of its tensor maps are of unknown size: no mbarrier "
                "expects what fits where they are copied to,";
  Out.FailedAt = At->From;
  Out.Sets = 1;
}

ShapeOutcome Player::play(const LaunchShape &Shape) const {
  ShapeOutcome Out;
  measureBoxes(Shape, Out);
  if (!Out.Failure.empty())
    return Out;
  // Numbers for which it leaves its arrays are none that it is meant for: then
  // smaller ones, and of all what could be played most.
  const ShapeOutcome None = Out;
  ShapeOutcome Best;
  uint64_t Steps = 0;
  auto Possible = [](const ShapeOutcome &Of) {
    return Of.Sets - Of.Impossible;
  };
  for (int64_t Other : {1024, 128, 40, 16, 4}) {
    Out = None;
    playSets(Shape, Other, Out);
    Steps += Out.Steps;
    if (Best.Sets == 0 || Possible(Out) > Possible(Best))
      Best = std::move(Out);
    if (IsGuessed || Steps > MostSteps || isSpent() ||
        2 * Possible(Best) > Best.Sets || !Best.Sure.empty() ||
        !Best.Failure.empty())
      break;
  }
  Best.Steps = Steps;
  return Best;
}

/// Until threads of one block have gone both ways at each guard: the problem
/// ends within the second block, or within the first.
void Player::playRagged(const LaunchShape &Shape, int64_t Loop, int64_t Other,
                        ShapeOutcome &Out) const {
  const int64_t Threads = Shape.Block.count(), Row = Shape.Block.X;
  for (const ParameterSet &Set :
       {ParameterSet{Loop, Threads + Threads / 2, 17, 1},
        ParameterSet{Loop, Row + Row / 2, 17, 1}, ParameterSet{Loop, 40, 17, 0},
        ParameterSet{Loop, 5, 17, 0},
        ParameterSet{Threads + Threads / 2, Other, 17, 1},
        ParameterSet{Row + Row / 2, Other, 17, 1},
        ParameterSet{40, Other, 17, 0}, ParameterSet{5, Other, 17, 0}}) {
    if (allSplit(Out) || !Out.Sure.empty() || !Out.Failure.empty())
      return;
    if (Out.Steps > MostSteps) {
      Out.IsCut = true;
      return;
    }
    const bool OfTrips = Set.Loop != Loop;
    bool MayHelp = false;
    for (size_t I = 0; I < Guards.size(); ++I)
      MayHelp |= (Out.IsSplit.empty() || !Out.IsSplit[I]) &&
                 (!OfTrips || Guards[I].OfTrips);
    if (MayHelp && Given.anyOfTrips() >= OfTrips)
      playSet(Shape, Set, Out);
  }
}

void Player::playSets(const LaunchShape &Shape, int64_t Other,
                      ShapeOutcome &Out) const {
  const uint64_t Enough = 2 * MostSteps / 5, Most = MostSteps;
  Out.Other = Other;
  const bool Counts = Given.anyOfTrips();
  auto IsDone = [&](uint64_t Limit) {
    Out.IsCut |= Out.Steps > Most;
    return !Out.Sure.empty() || !Out.Failure.empty() || Out.Steps > Limit;
  };
  auto Try = [&](const ParameterSet &Set) { return playSet(Shape, Set, Out); };
  // Raised until a second trip comes.
  int64_t Loop = 16;
  int Trips = 0;
  for (; Loop <= 4096; Loop *= 2) {
    Trips = Try({Loop, Other});
    if (IsDone(Most) || Trips >= 2 || !Counts ||
        (Loop >= 1024 && Trips == 0 && Out.Impossible < Out.Sets))
      break;
  }
  if (Counts && Trips >= 1) {
    const int64_t Step = std::max<int64_t>(1, Loop / Trips);
    for (int64_t N : {int64_t(0), Step, 2 * Step + Step / 2, 3 * Step, 5 * Step,
                      int64_t(7)}) {
      if (IsDone(Most))
        break;
      Try({N, Other, N % 3 ? 17 : 0, unsigned(N & 1)});
    }
    // A ring of many slots comes round only after as many trips.
    if (copiesAhead(Code) && !IsDone(Enough))
      Try({12 * Step, Other});
  }
  // Other loops may need other numbers.
  if (Counts && Trips >= 1)
    for (int64_t N : {24, 64, 100, 128, 256, 257, 510, 1024}) {
      const bool AllThree = all_of(zip(Code.Loops, Out.Trips), [](auto Pair) {
        return !std::get<0>(Pair).Synchronizes || std::get<1>(Pair) >= 3;
      });
      if (AllThree || IsDone(Enough))
        break;
      if (N > Loop)
        Try({N, Other, 17, unsigned(N & 1)});
    }
  // Guards both ways, in the second block of each dimension.
  if (!IsDone(Most))
    Try({Counts ? Loop : 40, 40, 17, 1});
  if (!IsDone(Most) && !Counts)
    Try({1024, Other, 17, 1});
  playRagged(Shape, Counts ? Loop : 40, Other, Out);
  // All that is optional left out, and each alone.
  constexpr unsigned MostAlone = 4;
  const unsigned Optional = Given.optional();
  for (unsigned I = 0; I <= std::min(Optional, MostAlone); ++I) {
    if (Optional == 0 || IsDone(Most) || (I > 0 && Optional == 1))
      break;
    ParameterSet Bare{Counts ? Loop : 40, Other};
    Bare.LeftOut = I == 0 ? ~0u : 1u << (I - 1);
    Try(Bare);
  }
  // Addresses and counts that are no multiples of four.
  if (!IsDone(Enough))
    Try({Counts ? Loop + 1 : 1023, Other - 1, 0, 0, true});
  // Loops that turn the oftener the farther the block is.
  for (unsigned Index : {7u, 70u, 300u, 1500u})
    if (!Counts && !wentRound(Out) && !IsDone(Enough))
      Try({40, Other, 17, Index});
  if (!Counts && !HasFixedTrips)
    for (int64_t Slope : {150, 400})
      if (!IsDone(Enough))
        Try({40, Other, Slope});
}

} // namespace cudapipe::check
