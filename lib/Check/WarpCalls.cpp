//===- WarpCalls.cpp - What lanes of a warp do together -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only __syncwarp() and the sync() of a tile order memory; shuffles and votes
// do not. Calls without a mask take the lanes that have come to them when no
// lane of the warp can go on.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "BlockPlay.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

static const Collective *collectiveOf(const Program &Code, const Op &O) {
  return O.Kind == OpKind::Warp ? &Code.Collectives[O.Table] : nullptr;
}

static bool onlySyncs(const Program &Code, const Op &O) {
  const Collective *Use = collectiveOf(Code, O);
  return !Use || Use->Kind == Collective::Sync;
}

bool Block::goOnInWarps() {
  bool Any = false;
  for (Thread &T : Threads)
    if (T.State == Thread::AtWarp)
      Any |= tryWarp(T);
  return Any;
}

/// All that \p First waits for have come: they go on.
bool Block::tryWarp(Thread &First) {
  const Op &O = *First.For.At;
  const Collective *Use = collectiveOf(Code, O);
  const bool TakesWhoIsThere =
      Use && !Use->HasMask &&
      (Use->Kind == Collective::ActiveMask ||
       Use->WidthForm == Collective::Plain ||
       (Use->TileSize == WarpSize && Use->Kind != Collective::Sync));
  const unsigned Begin = First.warp() * WarpSize,
                 End = std::min<size_t>(Begin + WarpSize, Threads.size());
  SmallVector<Thread *, 32> Group;
  for (unsigned I = Begin; I < End; ++I) {
    Thread &T = Threads[I];
    if (TakesWhoIsThere) {
      if (T.State == Thread::Runs)
        return false;
      if (T.State == Thread::AtWarp && T.For.At == &O)
        Group.push_back(&T);
      continue;
    }
    if (!(First.For.Mask >> T.lane() & 1) || T.State == Thread::Done)
      continue;
    const bool IsHere =
        T.State == Thread::AtWarp &&
        (T.For.At == &O || (onlySyncs(Code, O) && onlySyncs(Code, *T.For.At)));
    if (!IsHere)
      return false;
    Group.push_back(&T);
  }
  if (!is_contained(Group, &First))
    Group.push_back(&First);
  if (!Use || Use->Kind == Collective::Sync)
    join(Group);
  else
    finishWarp(Group, *Use, O);
  for (Thread *T : Group)
    T->State = Thread::Runs;
  return true;
}

uint64_t Block::valueOf(Thread &T, const Collective &Use, const Op &O) {
  uint64_t Value = 0;
  if (Use.IsByAddress) {
    access(T, O, T.at(Use.Value), 0, reinterpret_cast<uint8_t *>(&Value),
           Use.ValueBytes, false, false);
    return Value;
  }
  return T.at(Use.Value) & lowBits(Use.ValueBytes * 8);
}

namespace {

/// The lane that \p Lane reads from in a shuffle, and whether there is one.
std::pair<unsigned, bool> sourceLane(Collective::KindTy Kind, unsigned Lane,
                                     unsigned By, unsigned Width) {
  const unsigned Begin = Lane / Width * Width, Last = Begin + Width - 1;
  int64_t From = Lane;
  bool IsThere = true;
  switch (Kind) {
  case Collective::ShuffleIdx:
    From = Begin + By % Width;
    break;
  case Collective::ShuffleUp:
    From = int64_t(Lane) - By;
    IsThere = From >= Begin;
    break;
  case Collective::ShuffleDown:
    From = int64_t(Lane) + By;
    IsThere = From <= Last;
    break;
  default:
    From = Lane ^ By;
    IsThere = From <= Last;
  }
  return {IsThere ? unsigned(From) : Lane, IsThere};
}

/// PTX packs the width as the segment's mask: ((32 - width) << 8) | clamp.
unsigned unpackedWidth(uint64_t Packed) {
  return WarpSize - (Packed >> 8 & 31);
}

uint64_t reducedPair(const Collective &Use, uint64_t A, uint64_t B) {
  const unsigned Bits = Use.ValueBytes * 8;
  Op O;
  O.Bits = Bits;
  if (Use.IsFloat) {
    if (Use.Kind == Collective::ReduceAdd)
      return computed(OpKind::FAdd, O, A, B);
    const bool IsLess = asFloat(A, Bits) < asFloat(B, Bits);
    return IsLess == (Use.Kind == Collective::ReduceMin) ? A : B;
  }
  const bool IsLess =
      Use.IsSigned ? asSigned(A, Bits) < asSigned(B, Bits) : A < B;
  switch (Use.Kind) {
  case Collective::ReduceAdd:
    return (A + B) & lowBits(Bits);
  case Collective::ReduceMin:
    return IsLess ? A : B;
  case Collective::ReduceMax:
    return IsLess ? B : A;
  case Collective::ReduceAnd:
    return A & B;
  case Collective::ReduceOr:
    return A | B;
  default:
    return A ^ B;
  }
}

} // namespace

/// Computes what each of \p Group is given.
void Block::finishWarp(ArrayRef<Thread *> Group, const Collective &Use,
                       const Op &O) {
  uint64_t Values[WarpSize] = {};
  uint32_t Present = 0;
  for (Thread *T : Group) {
    Present |= 1u << T->lane();
    if (Use.Kind != Collective::ActiveMask)
      Values[T->lane()] = valueOf(*T, Use, O);
  }
  uint32_t Ballot = 0;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Present >> Lane & 1 && Values[Lane] != 0)
      Ballot |= 1u << Lane;
  SmallVector<uint64_t, 32> Results;
  for (Thread *T : Group) {
    const unsigned Lane = T->lane();
    uint64_t Mine = 0;
    switch (Use.Kind) {
    case Collective::ShuffleIdx:
    case Collective::ShuffleUp:
    case Collective::ShuffleDown:
    case Collective::ShuffleXor: {
      unsigned Width = Use.TileSize;
      if (Use.WidthForm == Collective::Plain)
        Width = T->at(Use.Width);
      else if (Use.WidthForm == Collective::Packed)
        Width = unpackedWidth(T->at(Use.Width));
      const auto [From, IsThere] =
          sourceLane(Use.Kind, Lane, uint32_t(T->at(Use.Lane)),
                     std::clamp(Width, 1u, WarpSize));
      Mine = Values[From];
      // PTX gives a predicate behind the value.
      if (O.From->getType()->isStructTy() && Use.ValueBytes == 4 &&
          Use.WidthForm == Collective::Packed)
        Mine |= uint64_t(IsThere) << 32;
      break;
    }
    case Collective::All:
      Mine = Ballot == Present;
      break;
    case Collective::Any:
      Mine = Ballot != 0;
      break;
    case Collective::Uniform:
      Mine = Ballot == Present || Ballot == 0;
      break;
    case Collective::Ballot:
      Mine = Ballot;
      break;
    case Collective::ActiveMask:
      Mine = Present;
      break;
    case Collective::MatchAny:
      for (unsigned Other = 0; Other < WarpSize; ++Other)
        if (Present >> Other & 1 && Values[Other] == Values[Lane])
          Mine |= 1ull << Other;
      break;
    default: {
      bool IsFirst = true;
      for (unsigned Other = 0; Other < WarpSize; ++Other)
        if (Present >> Other & 1) {
          Mine =
              IsFirst ? Values[Other] : reducedPair(Use, Mine, Values[Other]);
          IsFirst = false;
        }
    }
    }
    // Votes of a tile count its own lanes.
    if (Use.Kind == Collective::Ballot && Use.TileSize < WarpSize)
      Mine >>= Lane / Use.TileSize * Use.TileSize;
    Results.push_back(Mine);
  }
  for (auto [T, Mine] : zip(Group, Results))
    if (O.To)
      std::memcpy(&T->Frame[O.To], &Mine, std::min(8u, std::max(O.Bytes, 4u)));
}

} // namespace cudapipe::check
