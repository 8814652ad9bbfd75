//===- KernelPlays.h - A kernel, played with many sets ---------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_KERNELPLAYS_H
#define CUDAPIPE_LIB_CHECK_KERNELPLAYS_H

#include "Arguments.h"
#include "Decoder.h"
#include "TripSlice.h"

namespace cudapipe::check {

/// A launch as it is played.
struct LaunchShape {
  Triple Block;
  /// Its sizes; null: there is none in sight.
  const LaunchTexts *Texts = nullptr;
};

/// A branch that compares threads with a number, `if (i >= n) return;`, and
/// decides on shared memory or barriers.
struct NumberGuard {
  uint32_t Op = 0;
  /// None but numbers of trips are compared.
  bool OfTrips = false;
};

/// What all sets of one shape gave.
struct ShapeOutcome {
  /// Hazards that are there whatever memory holds, and those that are there if
  /// it holds what was made up.
  std::vector<RawHazard> Sure, IfData;
  /// The set that gave the first of Sure, or else of IfData.
  ParameterSet Set;
  /// Most trips of each loop.
  std::vector<int> Trips;
  /// Of Program::Edges, whether a thread took it in any set.
  std::vector<bool> Taken;
  /// Of each NumberGuard, whether threads of one block went both ways; and the
  /// sets in which one did for the first time.
  std::vector<bool> IsSplit;
  std::vector<ParameterSet> Ragged;
  unsigned Sets = 0, OutOfSteps = 0, Impossible = 0;
  uint64_t Steps = 0;
  /// The steps that may be taken ended before all sets were played.
  bool IsCut = false;
  /// Why it could not be played, and where.
  std::string Failure;
  const llvm::Instruction *FailedAt = nullptr;
  /// Boxes of tensor maps were given sizes that fit what mbarriers expect.
  bool HasBoxes = false;
  /// What the numbers were that decide no trips.
  int64_t Other = 0;
};

/// Whether what was played stands for any number of trips.
struct TripProof {
  /// Why not, and where; "": it does.
  std::string WhyNot;
  const llvm::Instruction *At = nullptr;
  /// Plays; trips after which all is as it was; 0: the loops turn as often
  /// whatever is given.
  unsigned Plays = 0, Period = 0;
  /// TripSlice::Numbers.
  llvm::SmallVector<const llvm::Value *> OnlyAsPlayed;
  /// Of how much may be left for the last trip: so many were played of so many;
  /// 0: all.
  std::pair<unsigned, unsigned> Remainders{0, 0};
};

/// Plays one kernel.
class Player {
public:
  /// Keeps references to all of these.
  Player(const Program &Code, const Layout &Places, const Dependence &Rests,
         const Parameters &Given);

  /// Trips of loops decided by nobody's numbers: they are what they are.
  void setFixedTrips(bool AreFixed) { HasFixedTrips = AreFixed; }
  /// The place of the block in the grid decides trips of loops with barriers.
  void setPlaceDecides(bool Does) { PlaceDecides = Does; }
  /// So many steps may be taken, about, for the sets.
  /// \p All counts what all players of the kernel took.
  void setBudget(uint64_t Steps, uint64_t &All) {
    MostSteps = Steps;
    Spent = &All;
  }
  /// No more shapes or numbers are tried.
  bool isSpent() const { return Spent && *Spent > 3 * MostSteps; }
  /// All sets, until a hazard is found.
  ShapeOutcome play(const LaunchShape &Shape) const;
  /// The block is a guess: what does not fit it fits another one.
  void setGuessed(bool Is) { IsGuessed = Is; }
  /// Whether any number of trips does what some did that were played; \p Of
  /// has no hazard.
  /// A hazard that comes up is added to it.
  TripProof prove(const LaunchShape &Shape, ShapeOutcome &Of,
                  const TripSlice &Slice) const;
  /// Every loop with barriers went round.
  bool wentRound(const ShapeOutcome &Of) const;
  /// Most trips of such a loop.
  int mostTrips(const ShapeOutcome &Of) const;
  bool hasLoops() const;
  /// The first operation of a block of the IR was reached.
  bool isReached(const ShapeOutcome &Of, uint32_t Op) const;

private:
  std::optional<PlayResult> playOnce(const LaunchShape &Shape,
                                     const ParameterSet &Set, HazardLog &Log,
                                     uint64_t Budget = 60'000'000,
                                     std::vector<bool> *Taken = nullptr,
                                     const TripSlice *Slice = nullptr) const;
  void playSets(const LaunchShape &Shape, int64_t Other,
                ShapeOutcome &Out) const;
  int playSet(const LaunchShape &Shape, const ParameterSet &Set,
              ShapeOutcome &Out) const;
  bool sort(llvm::ArrayRef<RawHazard> Found, const ParameterSet &Set,
            const LaunchShape &Shape, int Trips, ShapeOutcome &Out) const;
  void findGuards();
  void playRagged(const LaunchShape &Shape, int64_t Loop, int64_t Other,
                  ShapeOutcome &Out) const;
  bool allSplit(const ShapeOutcome &Of) const;
  /// The proof for blocks that are as that of \p Base is.
  void proveFor(const LaunchShape &Shape, const ParameterSet &Base,
                ShapeOutcome &Of, const TripSlice &Slice, TripProof &Out) const;
  void measureBoxes(const LaunchShape &Shape, ShapeOutcome &Out) const;
  bool isImpossible(const RawHazard &Found, const ParameterSet &Set,
                    const LaunchShape &Shape) const;
  bool needsData(const RawHazard &Found) const;
  bool restsOnNumbers(const RawHazard &Found) const;
  bool runsIntoNext(const RawHazard &Found, const ParameterSet &Set,
                    const LaunchShape &Shape) const;
  bool isOfSmallRows(const RawHazard &Found, const ParameterSet &Set,
                     const LaunchShape &Shape) const;
  bool needsNumbers(const RawHazard &Found, const ParameterSet &Set,
                    const LaunchShape &Shape) const;
  const llvm::Instruction *at(uint32_t Op) const {
    return Op ? Code.Ops[Op - 1].From : nullptr;
  }

  const Program &Code;
  const Layout &Places;
  const Dependence &Rests;
  const Parameters &Given;
  std::vector<NumberGuard> Guards;
  bool HasFixedTrips = false, IsGuessed = false, PlaceDecides = false;
  uint64_t MostSteps = 150'000'000;
  uint64_t *Spent = nullptr;
  /// Of copies of boxes, by their operations: bytes, as far as known.
  mutable std::map<uint32_t, uint32_t> Boxes;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_KERNELPLAYS_H
