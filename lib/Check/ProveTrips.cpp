//===- ProveTrips.cpp - A few trips stand for all
//--------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   trips      1   2   3   4   5   6   7        states behind barriers
//   n = 5      a   b   c   b | d                | the guards see the end
//   n = 7      a   b   c   b   c   b | d        two trips more: b, c again
//
// What a trip does follows from the state before it (TripSlice). In a long run
// a state comes again after `Period` trips, far from the end: so it will for
// ever. And a run that is longer by that goes on from there as the shorter one
// did. So one run for each number of trips up to a period beyond that stands
// for all: the argument is checked here, state by state, and not assumed.
//
//===----------------------------------------------------------------------===//

#include "KernelPlays.h"

using namespace llvm;

namespace cudapipe::check {
namespace {

/// A state that comes again: the index of the barrier, how many behind it, and
/// how many trips these take.
struct Cycle {
  size_t At, Barriers;
  int Trips;
};

std::optional<Cycle> firstCycle(ArrayRef<BlockState> States,
                                const TripSlice &Slice, int Trips) {
  for (size_t At = 0; At < States.size(); ++At) {
    if (States[At].Trip < int(Slice.Head))
      continue;
    for (size_t Next = At + 1; Next < States.size(); ++Next) {
      const int Mine = States[Next].Trip - States[At].Trip;
      if (States[Next].Trip + int(Slice.Reach) >= Trips)
        break;
      if (Mine > 0 && Mine % int(Slice.Period) == 0 &&
          States[At].Hash == States[Next].Hash)
        return Cycle{At, Next - At, Mine};
    }
  }
  return std::nullopt;
}

/// \p Longer is \p Shorter with \p Added once more.
bool isLongerBy(ArrayRef<BlockState> Longer, ArrayRef<BlockState> Shorter,
                const Cycle &Added) {
  auto IsSame = [](const BlockState &A, const BlockState &B) {
    return A.Hash == B.Hash;
  };
  if (Shorter.size() <= Added.At ||
      Longer.size() != Shorter.size() + Added.Barriers)
    return false;
  return equal(Longer.take_front(Added.At + 1),
               Shorter.take_front(Added.At + 1), IsSame) &&
         equal(Longer.drop_front(Added.At + Added.Barriers),
               Shorter.drop_front(Added.At), IsSame);
}

} // namespace

TripProof Player::prove(const LaunchShape &Shape, ShapeOutcome &Of,
                        const TripSlice &Slice) const {
  TripProof Out;
  if (!Slice.WhyNot.empty()) {
    Out.At = Slice.At;
    Out.WhyNot = Slice.WhyNot;
    return Out;
  }
  if (PlaceDecides && Slice.Loop == NoLoop) {
    Out.WhyNot = "the place of the block decides how often a loop turns";
    return Out;
  }
  Out.OnlyAsPlayed.assign(Slice.Numbers.begin(), Slice.Numbers.end());
  for (size_t I = 0; I < Guards.size(); ++I)
    if (I >= Of.IsSplit.size() || !Of.IsSplit[I]) {
      Out.At = Code.Ops[Guards[I].Op].From;
      Out.WhyNot =
          "no numbers were found with which threads of one block go both ways";
      return Out;
    }
  ParameterSet Whole;
  Whole.Other = Of.Other;
  proveFor(Shape, Whole, Of, Slice, Out);
  // Where some threads of a block are left out, the others go on alone.
  for (const ParameterSet &Ragged : std::vector<ParameterSet>(Of.Ragged)) {
    if (!Out.WhyNot.empty())
      break;
    if (Ragged.Other != Of.Other)
      proveFor(Shape, Ragged, Of, Slice, Out);
  }
  return Out;
}

void Player::proveFor(const LaunchShape &Shape, const ParameterSet &Base,
                      ShapeOutcome &Of, const TripSlice &Slice,
                      TripProof &Out) const {
  constexpr uint64_t MostSteps = 120'000'000;
  const bool IsWhole = Base.Other == Of.Other;
  auto No = [&](std::string Why) { Out.WhyNot = std::move(Why); };
  uint64_t Steps = 0;
  int LastTrips = 0;
  auto Play = [&](int64_t Loop) -> std::optional<std::vector<BlockState>> {
    HazardLog Log;
    ParameterSet Set = Base;
    Set.Loop = Loop;
    std::optional<PlayResult> Played =
        playOnce(Shape, Set, Log, MostSteps, nullptr, &Slice);
    // Without a grid there is nothing to be seen.
    LastTrips = 0;
    if (!Played)
      return std::vector<BlockState>();
    if (Played->End != PlayResult::Finished) {
      Out.WhyNot = "a play of some number of trips did not end";
      return std::nullopt;
    }
    LastTrips = Slice.Loop == NoLoop ? 0 : Played->Trips[Slice.Loop];
    ++Of.Sets;
    if (!sort(Log.all(), Set, Shape, LastTrips, Of) || !Of.Sure.empty() ||
        !Of.IfData.empty()) {
      Out.WhyNot = "with some number of trips there is a hazard";
      return std::nullopt;
    }
    if (Log.AnyAlike) {
      Out.WhyNot = "bytes are written that are there already, which rests on "
                   "what memory holds";
      return std::nullopt;
    }
    Steps += Played->Steps;
    Of.Steps += Played->Steps;
    ++Out.Plays;
    return std::move(Played->States);
  };
  if (Slice.Loop == NoLoop) {
    Play(16);
    return;
  }
  // By how much the numbers grow for a trip more.
  constexpr int64_t MostOfTwo = 4096;
  int64_t Step = 0;
  for (int64_t Loop = 16; Loop <= MostOfTwo && Step == 0; Loop *= 2) {
    if (!Play(Loop))
      return;
    if (LastTrips >= 2)
      Step = std::max<int64_t>(1, Loop / LastTrips);
  }
  if (Step == 0)
    return No("no number makes a loop with barriers turn twice");
  std::vector<BlockState> States;
  std::optional<Cycle> Again;
  uint64_t StepsOfTrip = 0;
  int Long = 0;
  for (int More : {4, 14}) {
    Long = More + int(Slice.Head + Slice.Reach + 2 * Slice.Period);
    const uint64_t Before = Steps;
    auto Mine = Play(Long * Step);
    if (!Mine)
      return;
    if (LastTrips != Long)
      return No("it cannot be told how many trips a number makes");
    States = std::move(*Mine);
    StepsOfTrip = (Steps - Before) / Long;
    Again = firstCycle(States, Slice, Long);
    if (Again)
      break;
  }
  if (!Again)
    return No("no state came again in " + std::to_string(Long) + " trips");
  Out.Period = std::max(Out.Period, unsigned(Again->Trips));
  // From here on a run has all of the cycle in it before its guards change.
  const int From = States[Again->At].Trip + int(Slice.Reach) + 1 + Again->Trips;
  const int End = From + 2 * Again->Trips;
  // Where a guard sees what is left for the last trip, that is all there may
  // be, or, where that takes too long, some.
  SmallVector<int64_t> Missing{0};
  const uint64_t StepsOfAll = StepsOfTrip * uint64_t(End) * (End + 1) / 2;
  if (Slice.SeesRemainder && !IsWhole && Step > 1) {
    Missing.push_back(Step / 2);
  } else if (Slice.SeesRemainder && StepsOfAll * Step <= MostSteps) {
    for (int64_t Less = 1; Less < Step; ++Less)
      Missing.push_back(Less);
  } else if (Slice.SeesRemainder && Step > 1) {
    for (int64_t Less : {int64_t(1), Step / 2, Step - 1})
      if (!is_contained(Missing, Less))
        Missing.push_back(Less);
    if (int64_t(Missing.size()) < Step)
      Out.Remainders = {unsigned(Missing.size()), unsigned(Step)};
  }
  if (StepsOfAll * Missing.size() > MostSteps)
    return No("there are too many numbers of trips to play");
  for (int64_t Less : Missing) {
    std::vector<std::vector<BlockState>> Runs;
    // How the last trip ends changes nothing of those before it.
    const int Last = Less == 0 ? End : From + Again->Trips;
    for (int Trips = 0; Trips < Last; ++Trips) {
      if (Trips == 0 && Less > 0) {
        Runs.emplace_back();
        continue;
      }
      auto Mine = Play(Trips * Step - Less);
      if (!Mine)
        return;
      if (LastTrips != Trips)
        return No("it cannot be told how many trips a number makes");
      Runs.push_back(std::move(*Mine));
    }
    for (int Trips = From; Trips + Again->Trips < Last; ++Trips)
      if (!isLongerBy(Runs[Trips + Again->Trips], Runs[Trips], *Again))
        return No("a run of " + std::to_string(Trips + Again->Trips) +
                  " trips is not one of " + std::to_string(Trips) + " with " +
                  std::to_string(Again->Trips) + " put in");
  }
}

} // namespace cudapipe::check
