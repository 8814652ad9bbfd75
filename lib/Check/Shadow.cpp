//===- Shadow.cpp - Who touched which byte last ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

namespace cudapipe::check {

void HazardLog::add(const RawHazard &New) {
  if (TakesNothing || (New.IsGlobal && !TakesGlobal))
    return;
  const bool IsAcross = New.Thread / WarpSize != New.OtherThread / WarpSize;
  for (RawHazard &Old : Found)
    if (Old.Kind == New.Kind && Old.Op == New.Op &&
        Old.OtherOp == New.OtherOp) {
      Old.IsAcrossWarps |= IsAcross;
      return;
    }
  if (isFull())
    return;
  Found.push_back(New);
  Found.back().IsAcrossWarps = IsAcross;
}

void MoreReaders::add(Cell &To, const Thread &Me, const Access &What) {
  constexpr size_t Most = 30000;
  if (Threads == 0 || What.IsAtomic || What.IsVolatile || What.IsGlobal)
    return;
  if (To.More == 0) {
    if (Free.empty()) {
      if (All.size() == Most)
        return;
      All.emplace_back(Threads);
      Free.push_back(All.size());
    }
    To.More = Free.back();
    Free.pop_back();
  }
  All[To.More - 1][Me.Id] = {Me.Clock.Now, What.Op, What.Trip};
}

void MoreReaders::clear(Cell &Of) {
  if (Of.More == 0)
    return;
  std::vector<Read> &Mine = All[Of.More - 1];
  std::fill(Mine.begin(), Mine.end(), Read());
  Free.push_back(Of.More);
  Of.More = 0;
}

/// \p Other says which access, thread and trip it is in a race with.
void RaceDetector::race(const Thread &Me, const Access &What, HazardKind Kind,
                        const RawHazard &Other, uint64_t At) {
  RawHazard New = Other;
  New.Kind = Kind;
  New.IsGlobal = What.IsGlobal;
  New.Op = What.Op;
  New.Thread = Me.Id;
  New.Trip = What.Trip;
  New.Address = At;
  Log.add(New);
}

static RawHazard writerOf(const Cell &Mine) {
  RawHazard Out{};
  Out.OtherOp = Mine.WriteOp;
  Out.OtherThread = Mine.Writer;
  Out.OtherTrip = Mine.WriteTrip;
  return Out;
}

static RawHazard readerOf(const Cell &Mine, unsigned I) {
  RawHazard Out{};
  Out.OtherOp = Mine.ReadOp[I];
  Out.OtherThread = Mine.Reader[I];
  Out.OtherTrip = Mine.ReadTrip[I];
  return Out;
}

/// Both are strong: their order is open, but they are no race. Volatile
/// accesses of one warp are the old way to do without __syncwarp().
static bool areStrong(const Thread &Me, const Access &What, unsigned Other,
                      bool OtherIsAtomic, bool OtherIsVolatile) {
  const bool Both =
      (What.IsAtomic || What.IsVolatile) && (OtherIsAtomic || OtherIsVolatile);
  return Both &&
         (What.IsAtomic || OtherIsAtomic || Me.warp() != Other / WarpSize);
}

void RaceDetector::touch(const Thread &Me, Cell &Mine, const Access &What,
                         uint64_t At) {
  if (What.IsWrite)
    write(Me, Mine, What, At);
  else {
    if (Mine.WriteTime && !Mine.isWriterKnownTo(Me) &&
        !((Mine.Flags & Cell::WrittenAlike) && wroteAlike(Me, At)) &&
        !areStrong(Me, What, Mine.Writer, Mine.Flags & Cell::AtomicWrite,
                   Mine.Flags & Cell::VolatileWrite))
      race(Me, What, HazardKind::WriteThenRead, writerOf(Mine), At);
    read(Me, Mine, What);
  }
}

void RaceDetector::write(const Thread &Me, Cell &Mine, const Access &What,
                         uint64_t At) {
  const bool IsOrdered = !Mine.WriteTime || Mine.isWriterKnownTo(Me);
  if (!IsOrdered &&
      !areStrong(Me, What, Mine.Writer, Mine.Flags & Cell::AtomicWrite,
                 Mine.Flags & Cell::VolatileWrite)) {
    // The same value again: harmless, whoever wrote it.
    if (What.ChangesNothing && (Mine.Flags & Cell::Initialized)) {
      Log.AnyAlike |= !What.IsGlobal;
      std::bitset<1024> &Who = Alike[At];
      if (!(Mine.Flags & Cell::WrittenAlike))
        Who.reset();
      Who.set(Me.Id);
      Who.set(Mine.Writer);
      Mine.Flags |= Cell::WrittenAlike;
      return;
    }
    race(Me, What, HazardKind::WriteThenWrite, writerOf(Mine), At);
  }
  for (unsigned I : {0u, 1u})
    if (Mine.ReadTime[I] && !Mine.isReaderKnownTo(Me, I)) {
      if (What.ChangesNothing) {
        Log.AnyAlike |= !What.IsGlobal;
        continue;
      }
      const bool WasStrong =
          Mine.Flags & (I == 0 ? Cell::StrongRead0 : Cell::StrongRead1);
      if (areStrong(Me, What, Mine.Reader[I], WasStrong && What.IsAtomic,
                    WasStrong))
        continue;
      race(Me, What,
           Mine.ReadTime[I] == StillReads ? HazardKind::WriteUnderRead
                                          : HazardKind::ReadThenWrite,
           readerOf(Mine, I), At);
      break;
    }
  unsigned Reader = 0;
  for (const MoreReaders::Read &One : Others.of(Mine)) {
    const unsigned Id = Reader++;
    if (One.Time == 0 || Me.knows(Id, One.Time))
      continue;
    if (What.ChangesNothing) {
      Log.AnyAlike |= !What.IsGlobal;
      continue;
    }
    RawHazard Other{};
    Other.OtherOp = One.Op;
    Other.OtherThread = Id;
    Other.OtherTrip = One.Trip;
    race(Me, What, HazardKind::ReadThenWrite, Other, At);
    break;
  }
  Others.clear(Mine);
  Mine.WriteTime = Me.Clock.Now;
  Mine.Writer = Me.Id;
  Mine.WriteOp = What.Op;
  Mine.WriteTrip = What.Trip;
  Mine.ReadTime[0] = Mine.ReadTime[1] = 0;
  Mine.Phases = 0;
  Mine.Flags = Cell::Initialized | (What.IsAtomic ? Cell::AtomicWrite : 0) |
               (What.IsVolatile ? Cell::VolatileWrite : 0);
}

/// Of readers without order, two of different warps are kept: who writes is in
/// no order to one of them at least.
void RaceDetector::read(const Thread &Me, Cell &Mine, const Access &What) {
  auto Replaces = [&](unsigned I) {
    if (Mine.ReadTime[I] == StillReads)
      return What.IsAsync && Mine.Reader[I] == Me.Id;
    return !Mine.ReadTime[I] || Mine.Reader[I] == Me.Id ||
           Me.knows(Mine.Reader[I], Mine.ReadTime[I]);
  };
  unsigned I = 0;
  if (!Replaces(0)) {
    I = 1;
    if (!Replaces(1) &&
        (Mine.Reader[0] / WarpSize != Mine.Reader[1] / WarpSize ||
         Mine.ReadTime[1] == StillReads)) {
      if (!What.IsAsync)
        Others.add(Mine, Me, What);
      return;
    }
    // The one that goes may be all that a later write races with.
    if (Others.Threads != 0 && !Replaces(1) && !What.IsAsync)
      return Others.add(Mine, Me, What);
  }
  Mine.ReadTime[I] = What.IsAsync ? StillReads : Me.Clock.Now;
  Mine.Reader[I] = Me.Id;
  Mine.ReadOp[I] = What.Op;
  Mine.ReadTrip[I] = What.Trip;
  const uint8_t Flag = I == 0 ? Cell::StrongRead0 : Cell::StrongRead1;
  Mine.Flags &= ~Flag;
  if (What.IsAtomic || What.IsVolatile)
    Mine.Flags |= Flag;
}

} // namespace cudapipe::check
