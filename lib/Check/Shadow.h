//===- Shadow.h - Who touched which byte last -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell for each byte: its last writer, two readers since that are in no
// order, whether it was ever written, a copy on its way to it. Four bytes that
// are always touched together have one cell.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_SHADOW_H
#define CUDAPIPE_LIB_CHECK_SHADOW_H

#include "ThreadState.h"
#include "cudapipe/Check/Hazard.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <bitset>
#include <unordered_map>

namespace cudapipe::check {

/// One access by one thread.
struct Access {
  /// Of Program::Ops, one greater: 0 is none.
  uint32_t Op = 0;
  bool IsWrite = false;
  /// Strong accesses are no races with each other: atomics, and volatile ones
  /// of different warps.
  bool IsAtomic = false, IsVolatile = false;
  /// Of global memory.
  bool IsGlobal = false;
  /// It goes on behind the instruction, until its thread waits.
  bool IsAsync = false;
  /// The bytes that it writes are there already.
  bool ChangesNothing = false;
  uint64_t Address = 0;
  /// Of the loop around it, from 1; 0: in no loop that is counted.
  uint16_t Trip = 0;
};

/// A hazard in terms of the Program.
struct RawHazard {
  HazardKind Kind;
  bool IsGlobal = false;
  uint32_t Op = 0, OtherOp = 0;
  unsigned Thread = 0, OtherThread = 0;
  int Trip = 0, OtherTrip = 0;
  uint64_t Address = 0;
  /// It was found between threads of two warps, too.
  bool IsAcrossWarps = false;
  /// The copy Op took the place of what had come and nobody had read.
  bool IsOverfull = false;
  /// Of a phase that never comes: arrivals and bytes that are missing.
  int64_t Arrivals = 0, MissingBytes = 0;
};

/// What was found in one block, each pair of places once.
class HazardLog {
public:
  void add(const RawHazard &Found);
  const std::vector<RawHazard> &all() const { return Found; }
  bool isFull() const { return Found.size() >= Most; }
  void clear() { Found.clear(); }
  /// Races in global memory count.
  bool TakesGlobal = true;
  /// Nothing counts.
  bool TakesNothing = false;
  /// Shared memory was written what it held, which is no race.
  bool AnyAlike = false;

private:
  static constexpr size_t Most = 6;
  std::vector<RawHazard> Found;
};

/// As the time of a read: it goes on.
constexpr uint32_t StillReads = ~0u;

/// See above.
struct Cell {
  uint32_t WriteTime = 0, WriteOp = 0;
  uint32_t ReadTime[2] = {}, ReadOp[2] = {};
  /// Of the copies of the block, one greater.
  uint32_t Flight = 0;
  uint16_t Writer = 0, Reader[2] = {};
  uint16_t WriteTrip = 0, ReadTrip[2] = {};
  enum FlagsTy : uint8_t {
    Initialized = 1,
    AtomicWrite = 2,
    VolatileWrite = 4,
    WrittenAlike = 8,
    StrongRead0 = 16,
    StrongRead1 = 32
  };
  uint8_t Flags = 0;
  /// A copy wrote it that an mbarrier counts: one greater than its clock, of
  /// which WriteTime is a time then.
  uint8_t Phases = 0;
  /// Readers besides: one greater than their index in MoreReaders.
  uint32_t More = 0;

  bool isWriterKnownTo(const Thread &Me) const {
    return Phases ? Me.knowsPhase(Phases - 1, WriteTime)
                  : Me.knows(Writer, WriteTime);
  }
  bool isReaderKnownTo(const Thread &Me, unsigned I) const {
    return ReadTime[I] != StillReads && Me.knows(Reader[I], ReadTime[I]);
  }
};

/// Of bytes that many threads read: when each did, and by which operation.
/// Where some threads go ahead of others, as with mbarriers, two readers do not
/// stand for all.
class MoreReaders {
public:
  struct Read {
    uint32_t Time = 0, Op = 0;
    uint16_t Trip = 0;
  };
  /// Of blocks of so many threads; 0: nothing is kept.
  unsigned Threads = 0;

  void add(Cell &To, const Thread &Me, const Access &What);
  /// The reads of \p Of, by thread.
  llvm::ArrayRef<Read> of(const Cell &Of) const {
    return Of.More ? llvm::ArrayRef(All[Of.More - 1]) : llvm::ArrayRef<Read>();
  }
  void clear(Cell &Of);

private:
  std::vector<std::vector<Read>> All;
  std::vector<uint32_t> Free;
};

/// Cells of a range of bytes.
class Shadow {
public:
  /// Of \p Bytes, a multiple of four.
  explicit Shadow(size_t Bytes) : Words(Bytes / 4), SplitAt(Bytes / 4) {}

  /// Calls \p Touch with each cell of \p Bytes bytes at \p At; who writes all
  /// of a word in the same way, if it \p MakesAlike, leaves one cell of it.
  template <typename Function>
  void visit(size_t At, size_t Bytes, bool MakesAlike, Function Touch) {
    const size_t End = At + Bytes;
    while (At < End) {
      const size_t Word = At / 4, First = At % 4;
      const size_t Count = std::min(4 - First, End - At);
      uint32_t &Split = SplitAt[Word];
      if (Count == 4 && Split == 0) {
        Touch(Words[Word], At);
      } else {
        if (Split == 0)
          Split = split(Words[Word]);
        for (size_t I = First; I < First + Count; ++I)
          Touch(Bytes4[Split - 1][I], Word * 4 + I);
        if (Count == 4 && MakesAlike) {
          Words[Word] = Bytes4[Split - 1][0];
          Free.push_back(Split);
          Split = 0;
        }
      }
      At += Count;
    }
  }

private:
  uint32_t split(const Cell &Of) {
    if (Free.empty()) {
      Bytes4.emplace_back();
      Free.push_back(Bytes4.size());
    }
    const uint32_t Mine = Free.back();
    Free.pop_back();
    Bytes4[Mine - 1].fill(Of);
    for (Cell &One : Bytes4[Mine - 1])
      One.More = 0;
    return Mine;
  }

  std::vector<Cell> Words;
  /// Of words whose bytes differ: one greater than the index of their cells.
  std::vector<uint32_t> SplitAt, Free;
  std::vector<std::array<Cell, 4>> Bytes4;
};

/// Judges accesses by the order of threads.
class RaceDetector {
public:
  explicit RaceDetector(HazardLog &Log) : Log(Log) {}

  /// \p Me does \p What to the byte of \p Mine, at \p At.
  void touch(const Thread &Me, Cell &Mine, const Access &What, uint64_t At);
  /// Every reader is kept, of \p Threads.
  void keepReaders(unsigned Threads) { Others.Threads = Threads; }

private:
  void race(const Thread &Me, const Access &What, HazardKind Kind,
            const RawHazard &Other, uint64_t At);
  void write(const Thread &Me, Cell &Mine, const Access &What, uint64_t At);
  void read(const Thread &Me, Cell &Mine, const Access &What);
  bool wroteAlike(const Thread &Me, uint64_t At) const {
    for (uint64_t Key : {At, At & ~uint64_t(3)})
      if (auto It = Alike.find(Key); It != Alike.end() && It->second[Me.Id])
        return true;
    return false;
  }

  HazardLog &Log;
  MoreReaders Others;
  /// Who wrote the same to a byte, where several did.
  std::unordered_map<uint64_t, std::bitset<1024>> Alike;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_SHADOW_H
