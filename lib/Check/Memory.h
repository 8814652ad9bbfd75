//===- Memory.h - What the block reads and writes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory, global memory, whose pages are made when they are first
// touched, and asynchronous copies:
//
//   issued    it writes: who still reads there is in a race
//   in flight nobody may touch it
//   waited    its thread writes: who reads needs a barrier behind that; or the
//             phase of the mbarrier that counts it does: who reads must know it
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_MEMORY_H
#define CUDAPIPE_LIB_CHECK_MEMORY_H

#include "MemoryLayout.h"
#include "Shadow.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace cudapipe::check {

/// What global memory holds: made up, by element and region.
struct MadeUpData {
  /// Integers grow by so much from element to element.
  int64_t Slope = 1;
};

/// How much memory there is.
struct MemorySize {
  /// The end of dynamic shared memory.
  uint32_t SharedEnd = 0;
  /// Nobody says where it ends.
  bool IsEndUnknown = false;
};

class Memory {
public:
  Memory(const Layout &Places, std::vector<Region> Regions, MemorySize Size,
         MadeUpData Data, HazardLog &Log);

  /// Reads or writes \p Bytes at \p Address of space \p Space for \p Me. False:
  /// failure() says why it cannot.
  bool access(Thread &Me, uint64_t Address, unsigned Space, uint8_t *Data,
              unsigned Bytes, Access What);

  /// A copy of \p Bytes, of which \p Known come from \p From and the rest are
  /// zero; \p Reads is its access to the source.
  bool copyAsync(Thread &Me, uint64_t To, uint64_t From, unsigned Bytes,
                 unsigned Known, Access Reads);
  /// A copy as above of up to 16 bytes that no group of \p Me has. Its index;
  /// none if it goes nowhere. Bytes of which is not known where they come from
  /// are zero.
  std::optional<uint32_t> startCopy(Thread &Me, uint64_t To, uint64_t From,
                                    unsigned Bytes, unsigned Known,
                                    Access Reads);
  /// The copy \p Index has come with the phase \p Time of the clock \p Which.
  void land(uint32_t Index, unsigned Which, uint32_t Time) {
    if (!Copies[Index].HasLanded)
      land(Index, 0, Time, Which + 1);
  }
  /// The copies of \p Me that are in flight have come for who knows of what it
  /// does now, when they have landed.
  void arriveWithCopies(const Thread &Me);
  /// Such a copy has landed.
  void landOfThread(uint32_t Index) {
    Copy &One = Copies[Index];
    if (!One.HasLanded)
      land(Index, One.Thread, One.ArrivedAt, 0);
  }
  /// \p Me reads bytes of shared memory, and goes on doing so until
  /// readsNoMore(); \p Look sees what is known of them.
  void readAsync(Thread &Me, const AsyncRead &Of, Access What,
                 llvm::function_ref<void(const Cell &)> Look);
  void readsNoMore(Thread &Me, const AsyncRead &Of);
  /// All groups but the last \p Left have arrived.
  void waitFor(Thread &Me, unsigned Left);

  /// Appends the copies of \p Of that are on their way, the youngest groups
  /// first, and which bytes of shared memory were ever written.
  void tellCopies(const Thread &Of, std::vector<uint64_t> &Out) const;
  void tellWritten(std::vector<uint64_t> &Out);

  /// Every reader of shared memory is kept, of \p Threads.
  void keepReaders(unsigned Threads) { Races.keepReaders(Threads); }

  llvm::StringRef failure() const { return Failure; }

private:
  struct Copy {
    uint32_t Op, Address;
    uint16_t Thread, Bytes, Trip;
    unsigned Group;
    bool HasLanded = false;
    /// It took the place of what had come and nobody had read.
    bool IsOverfull = false;
    /// The time of its thread from which on an mbarrier counts it; 0: never.
    uint32_t ArrivedAt = 0;
    uint8_t Data[16] = {};
  };
  static constexpr unsigned PageBytes = 512;
  struct Page {
    uint8_t Data[PageBytes] = {};
    Shadow Cells{PageBytes};
  };

  bool fail(std::string Why) {
    if (Failure.empty())
      Failure = std::move(Why);
    return false;
  }
  bool accessShared(Thread &Me, uint64_t At, uint8_t *Data, unsigned Bytes,
                    const Access &What);
  bool accessGlobal(Thread &Me, uint64_t At, uint8_t *Data, unsigned Bytes,
                    Access What);
  bool accessLocal(Thread &Me, uint64_t At, uint8_t *Data, unsigned Bytes,
                   const Access &What);
  bool isInBounds(uint64_t At, unsigned Bytes) const {
    return At + Bytes <= IsMapped.size() && IsMapped[At] &&
           IsMapped[At + Bytes - 1];
  }
  void land(uint32_t Index, unsigned Writer, uint32_t Time, uint8_t Phases);
  void touchInFlight(Thread &Me, Cell &Mine, const Access &What, uint64_t At);
  Page *page(uint64_t Key);
  void fill(uint64_t Key, uint8_t *Data) const;
  void report(const Thread &Me, HazardKind Kind, const Access &What,
              uint64_t At);

  HazardLog &Log;
  RaceDetector Races;
  std::vector<Region> Regions;
  MadeUpData Content;
  std::vector<uint8_t> Shared;
  std::vector<bool> IsMapped;
  Shadow SharedCells;
  std::vector<Copy> Copies;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> Pages;
  static constexpr size_t Recent = 1024;
  std::vector<std::pair<uint64_t, Page *>> RecentPages;
  std::string Failure;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_MEMORY_H
