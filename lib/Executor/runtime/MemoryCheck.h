//===- MemoryCheck.h - What an access means ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every load and store of the kernel passes here before it happens.  Found:
//  - out of bounds of a buffer, or of the shared variables;
//  - reads of shared bytes that nobody wrote in this block;
//  - touching bytes that a copy in flight will write, or writing those that a
//    product in flight reads;
//  - products that read what a thread has stored without a fence of the proxy;
//  - races: two accesses of different threads, one a write, unordered.  Plain
//    stores of the same value are let pass, as real kernels rely on it, and so
//    are reads of that value by the threads that stored it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_MEMORYCHECK_H
#define CUDAPIPE_EXECUTOR_MEMORYCHECK_H

#include "AsyncCopies.h"
#include "Block.h"
#include "GlobalMemory.h"
#include "SharedSegment.h"
#include <set>
#include <unordered_map>

namespace cudapipe::executor {

enum class AccessKind { Read, Write, Atomic, CopyRead, CopyWrite, Multiply };

class MemoryCheck {
public:
  MemoryCheck(Reporter &Report, Block &Running, AsyncCopies &Copies)
      : Report(Report), Running(Running), Copies(Copies) {}

  void startBlock(size_t DynamicBytes, std::string Name);
  /// A block barrier: all that was is ordered before all that comes.
  void nextEpoch() {
    ++Epoch;
    StoredAlike.clear();
    for (unsigned I = 0; I < Running.size(); ++I)
      Running.thread(I).Clock = 1;
  }
  uint32_t epoch() const { return Epoch; }
  /// " of block (0,0,0)"
  const std::string &blockName() const { return BlockName; }

  void access(uintptr_t Address, size_t Bytes, AccessKind Kind, uint32_t Place);
  void reportMisaligned(uintptr_t Address, unsigned Alignment, uint32_t Place) {
    Report.reportAndExit("misaligned access",
                         who() + " at " + describe(Address) +
                             ", which is not aligned to " +
                             std::to_string(Alignment),
                         {Place});
  }
  /// Marks the destination of a copy in flight, or (Index 0) no longer so.
  void setCopy(uintptr_t Address, size_t Bytes, uint32_t Index) {
    for (size_t I = 0; I < Bytes; ++I)
      Shared.shadow(Address + I).Copy = Index;
  }
  /// The running thread's product reads \p Piece from now on, or does no more.
  void startReading(const OperandPiece &Piece);
  void endReading(const OperandPiece &Piece);
  void forget(const OperandPiece &Piece) {
    for (unsigned I = 0; I < Piece.Bytes; ++I)
      --Shared.shadow(Piece.Address + I).Products;
  }
  /// fence.proxy.async: what the running thread has stored, or knows that
  /// others have, is seen by products.
  void fenceProxy();
  /// A copy's bytes count as written by its issuer, at \p Clock, from now on;
  /// clock 0 is before everything: visible to all.
  void publishCopy(const AsyncCopy &Copy, uint16_t Clock);
  /// Looks at stores that may have repeated the value already there.
  void settleStores() {
    if (!Unsettled.empty())
      settle();
  }

  SharedSegment Shared;
  GlobalMemory Global;
  bool AllowUninitialized = false;

private:
  /// A store over another thread's: a race unless the value stays.
  struct UnsettledStore {
    uintptr_t Address;
    std::vector<char> Before;
    Access Earlier;
    uint32_t Place;
    unsigned Thread;
  };

  void settle();
  /// The running thread itself stored the value that is at \p Address.
  bool storedAlike(uintptr_t Address) {
    settleStores();
    auto It = StoredAlike.find(Address);
    return It != StoredAlike.end() &&
           It->second.count(Running.current()->Linear);
  }
  bool conflicts(const Access &Earlier, const Thread &T, bool Atomic) const;
  bool checkByte(ByteShadow &S, uintptr_t Address, size_t Bytes,
                 AccessKind Kind, const Access &Now);
  void reportRace(const Access &Earlier, const char *Did, uintptr_t Address,
                  AccessKind Kind, uint32_t Place);
  std::string describe(uintptr_t Address) {
    return Shared.contains(Address)   ? Shared.describe(Address)
           : Global.contains(Address) ? Global.describe(Address)
                                      : "local memory";
  }
  std::string who() {
    return "thread " + Running.current()->name() + BlockName;
  }

  Reporter &Report;
  Block &Running;
  AsyncCopies &Copies;
  std::vector<UnsettledStore> Unsettled;
  /// By byte, who stored the same value since the last barrier.
  std::unordered_map<uintptr_t, std::set<unsigned>> StoredAlike;
  /// By thread, the epoch and the clock up to which its stores are fenced.
  std::vector<std::pair<uint32_t, uint16_t>> Fenced;
  std::string BlockName;
  uint32_t Epoch = 1;
  uint32_t FirstEpoch = 1; ///< Of this block.
};

inline void MemoryCheck::startBlock(size_t DynamicBytes, std::string Name) {
  FirstEpoch = ++Epoch;
  BlockName = std::move(Name);
  Fenced.clear();
  Shared.startBlock(DynamicBytes);
}

inline const char *verb(AccessKind Kind) {
  switch (Kind) {
  case AccessKind::Read:
    return "reads";
  case AccessKind::Write:
    return "writes";
  case AccessKind::Atomic:
    return "atomically updates";
  case AccessKind::CopyRead:
    return "copies from";
  case AccessKind::CopyWrite:
    return "issues a copy into";
  case AccessKind::Multiply:
    return "multiplies";
  }
  return "";
}

inline bool MemoryCheck::conflicts(const Access &Earlier, const Thread &T,
                                   bool Atomic) const {
  return Earlier.Epoch == Epoch && Earlier.Thread != T.Linear &&
         !(Atomic && Earlier.Atomic) &&
         T.View.of(Earlier.Thread, Epoch) < Earlier.Clock;
}

inline void MemoryCheck::reportRace(const Access &Earlier, const char *Did,
                                    uintptr_t Address, AccessKind Kind,
                                    uint32_t Place) {
  Report.report("race",
                who() + " " + verb(Kind) + " " + describe(Address) + ", " +
                    Did + " by thread " +
                    Running.thread(Earlier.Thread).name() +
                    " with no barrier in between",
                {Place, Earlier.Place});
}

/// Returns false after a report: one is enough for an access.
inline bool MemoryCheck::checkByte(ByteShadow &S, uintptr_t Address,
                                   size_t Bytes, AccessKind Kind,
                                   const Access &Now) {
  const Thread &T = *Running.current();
  bool IsRead = Kind == AccessKind::Read || Kind == AccessKind::CopyRead ||
                Kind == AccessKind::Multiply;
  bool IsShared = Shared.contains(Address);
  if (S.Copy) {
    const AsyncCopy &Copy = Copies[S.Copy - 1];
    Report.report("copy in flight",
                  who() + " " + verb(Kind) + " " + describe(Address) +
                      " while a copy issued by thread " +
                      Running.thread(Copy.Issuer).name() +
                      " is in flight to it (not waited for)",
                  {Now.Place, Copy.Place});
    return false;
  }
  if (IsShared && !AllowUninitialized && S.Write.Epoch < FirstEpoch &&
      (IsRead || Kind == AccessKind::Atomic)) {
    Report.report("uninitialised shared memory",
                  who() + " " + verb(Kind) + " " + describe(Address) +
                      ", which nobody wrote in this block",
                  {Now.Place});
    return false;
  }
  if (S.Products && !IsRead) {
    Report.report("product in flight",
                  who() + " " + verb(Kind) + " " + describe(Address) +
                      " while a wgmma may still read it (not waited for)",
                  {Now.Place, S.ProductPlace});
    return false;
  }
  bool Fine = true;
  if (conflicts(S.Write, T, Now.Atomic) && !(IsRead && storedAlike(Address))) {
    if (Kind == AccessKind::Write && !S.Write.Atomic) {
      auto *Memory = reinterpret_cast<const char *>(Address);
      Unsettled.push_back(
          {Address, {Memory, Memory + Bytes}, S.Write, Now.Place, T.Linear});
    } else {
      reportRace(S.Write, S.Write.Atomic ? "atomically updated" : "written",
                 Address, Kind, Now.Place);
    }
    Fine = false;
  }
  if (IsRead) {
    // Keep an unordered reader; two different ones suffice.
    Access &Slot = conflicts(S.Reads[0], T, false) ? S.Reads[1] : S.Reads[0];
    Slot = Now;
    return Fine;
  }
  if (Fine)
    for (const Access &Reader : S.Reads)
      if (conflicts(Reader, T, false)) {
        reportRace(Reader, "read", Address, Kind, Now.Place);
        Fine = false;
        break;
      }
  S.Write = Now;
  S.Reads[0] = S.Reads[1] = Access();
  return Fine;
}

inline void MemoryCheck::access(uintptr_t Address, size_t Bytes,
                                AccessKind Kind, uint32_t Place) {
  if (!Bytes)
    return;
  ByteShadow *Shadow;
  if (Shared.contains(Address)) {
    if (!Shared.isOwned(Address, Bytes, Place)) {
      Report.reportAndExit("out of bounds",
                           who() + " " + verb(Kind) + " " +
                               std::to_string(Bytes) + " bytes at " +
                               Shared.describe(Address),
                           {Place});
      return;
    }
    Shadow = &Shared.shadow(Address);
  } else if (Global.contains(Address)) {
    GlobalBuffer *B = Global.find(Address);
    if (!B || Address - B->Start + Bytes > B->Size) {
      Report.reportAndExit("out of bounds",
                           who() + " " + verb(Kind) + " " +
                               std::to_string(Bytes) + " bytes at " +
                               Global.describe(Address),
                           {Place});
      return;
    }
    Shadow = B->Shadow + (Address - B->Start);
  } else {
    return; // The thread's own stack, constants.
  }
  const Thread &T = *Running.current();
  Access Now{Epoch, static_cast<uint16_t>(T.Linear), T.Clock, Place,
             Kind == AccessKind::Atomic};
  bool Fine = true;
  for (size_t I = 0; I < Bytes; ++I) {
    if (Fine)
      Fine = checkByte(Shadow[I], Address + I, Bytes - I, Kind, Now);
    else if (Kind != AccessKind::Read && Kind != AccessKind::CopyRead &&
             Kind != AccessKind::Multiply)
      Shadow[I].Write = Now;
  }
}

inline void MemoryCheck::startReading(const OperandPiece &Piece) {
  access(Piece.Address, Piece.Bytes, AccessKind::Multiply, Piece.Place);
  Fenced.resize(std::max<size_t>(Fenced.size(), Running.size()), {0, 0});
  bool Fine = true;
  for (unsigned I = 0; I < Piece.Bytes; ++I) {
    ByteShadow &S = Shared.shadow(Piece.Address + I);
    ++S.Products;
    S.ProductPlace = Piece.Place;
    // Clock 0 is a copy of the same proxy.
    if (Fine && S.Write.Epoch >= FirstEpoch && S.Write.Clock != 0 &&
        Fenced[S.Write.Thread] < std::pair(S.Write.Epoch, S.Write.Clock)) {
      Fine = false;
      Report.report("missing proxy fence",
                    who() + " multiplies " + describe(Piece.Address + I) +
                        ", written by thread " +
                        Running.thread(S.Write.Thread).name() +
                        " with no fence.proxy.async behind it",
                    {Piece.Place, S.Write.Place});
    }
  }
}

inline void MemoryCheck::endReading(const OperandPiece &Piece) {
  forget(Piece);
  // Until now it was being read.
  access(Piece.Address, Piece.Bytes, AccessKind::Multiply, Piece.Place);
}

inline void MemoryCheck::fenceProxy() {
  Thread &T = *Running.current();
  Fenced.resize(std::max<size_t>(Fenced.size(), Running.size()), {0, 0});
  for (unsigned I = 0; I < Running.size(); ++I)
    Fenced[I] = std::max(Fenced[I],
                         I == T.Linear
                             ? std::pair(Epoch, T.Clock)
                             : std::max(std::pair(Epoch - 1, uint16_t(0xffff)),
                                        std::pair(Epoch, T.View.of(I, Epoch))));
  // What it stores from now on is not behind the fence.
  ++T.Clock;
}

inline void MemoryCheck::publishCopy(const AsyncCopy &Copy, uint16_t Clock) {
  auto Address = reinterpret_cast<uintptr_t>(Copy.Dst);
  for (unsigned I = 0; I < Copy.Size; ++I) {
    ByteShadow &S = Shared.shadow(Address + I);
    S.Copy = 0;
    S.Write = {Epoch, static_cast<uint16_t>(Copy.Issuer), Clock, Copy.Place,
               false};
    S.Reads[0] = S.Reads[1] = Access();
  }
}

inline void MemoryCheck::settle() {
  std::vector<UnsettledStore> Stores;
  Stores.swap(Unsettled);
  for (const UnsettledStore &Store : Stores) {
    if (std::memcmp(reinterpret_cast<const char *>(Store.Address),
                    Store.Before.data(), Store.Before.size())) {
      reportRace(Store.Earlier, "written with another value", Store.Address,
                 AccessKind::Write, Store.Place);
      continue;
    }
    for (size_t I = 0; I < Store.Before.size(); ++I)
      StoredAlike[Store.Address + I].insert(
          {Store.Earlier.Thread, Store.Thread});
  }
}

} // namespace cudapipe::executor

#endif
