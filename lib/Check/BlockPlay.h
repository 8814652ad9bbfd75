//===- BlockPlay.h - One block, played ------------------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Interpret.cpp   one thread, until it must wait
//   PlayPtx.cpp     the instructions of an `asm`
//   PlayMbarrier.cpp  mbarriers and the copies that they count
//   AsyncReads.cpp  what wgmma and bulk copies read
//   WarpCalls.cpp   what lanes do together
//   BlockPlay.cpp   who goes on when, and barriers
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_BLOCKPLAY_H
#define CUDAPIPE_LIB_CHECK_BLOCKPLAY_H

#include "Mbarrier.h"
#include "Memory.h"
#include "Program.h"
#include "ThreadState.h"

namespace cudapipe::check {

/// Three extents or an index.
struct Triple {
  unsigned X = 1, Y = 1, Z = 1;
  unsigned count() const { return X * Y * Z; }
};

/// What a kernel is launched with.
struct BlockSetup {
  Triple Block, Grid, Index{0, 0, 0};
  /// Of each parameter: its bytes as memory holds them.
  std::vector<std::vector<uint8_t>> Arguments;
  /// Parameters that are structs in local memory.
  std::vector<bool> IsByValue;
  /// Of shared memory, as far as the launch says.
  uint32_t DynamicBytes = 0;
  /// Most steps of all threads together.
  uint64_t Budget = 0;
  /// Of each copy of a box, by its operation: its bytes, as far as known.
  const std::map<uint32_t, uint32_t> *Boxes = nullptr;
  /// The values of each thread that are told at barriers of all; and the loop
  /// whose trips are.
  const std::vector<Slot> *State = nullptr;
  uint32_t StateLoop = NoLoop;
};

/// A block behind a barrier of all its threads: all that decides what it does
/// next, but the numbers that it was launched with.
struct BlockState {
  uint64_t Hash = 0;
  /// Of the first thread.
  int Trip = 0;
};

/// How a play ended.
struct PlayResult {
  enum EndTy {
    Finished,
    OutOfSteps,
    Impossible, ///< An assertion of the kernel does not hold.
    Failed
  } End = Finished;
  /// Of Failed: why, and where.
  std::string Why;
  const llvm::Instruction *At = nullptr;
  uint64_t Steps = 0;
  unsigned Barriers = 0;
  /// Most trips of each loop.
  std::vector<int> Trips;
  /// Of phases with boxes of unknown size: what their copies come to.
  std::vector<BoxPhase> BoxPhases;
  /// Behind each barrier of all, if it was asked for.
  std::vector<BlockState> States;
};

class Block {
public:
  Block(const Program &Code, const BlockSetup &Setup, Memory &Mem,
        HazardLog &Log);

  PlayResult play();
  /// Of each edge of the Program, whether a thread took it.
  const std::vector<bool> &taken() const { return Taken; }

private:
  void startThread(Thread &T, unsigned Id);
  // Interpret.cpp
  void run(Thread &T);
  void take(Thread &T, const Edge &E);
  bool step(Thread &T, const Op &O);
  void fail(const Thread &T, std::string Why);
  uint16_t tripOf(const Thread &T, const Op &O) const;
  Access accessOf(const Thread &T, const Op &O, bool IsWrite,
                  bool IsAtomic) const;
  bool access(Thread &T, const Op &O, uint64_t Address, unsigned Space,
              uint8_t *Data, unsigned Bytes, bool IsWrite, bool IsAtomic);
  void checkAligned(Thread &T, const Op &O, uint64_t Address, uint64_t Align);
  void playLoad(Thread &T, const Op &O);
  void playStore(Thread &T, const Op &O);
  void playAtomic(Thread &T, const Op &O);
  void playExchange(Thread &T, const Op &O);
  void moveMemory(Thread &T, const Op &O);
  void playCopy(Thread &T, const Op &O);
  void copyPieces(Thread &T, const Op &O, uint64_t To, uint64_t From,
                  uint64_t Bytes, unsigned First, unsigned Stride);
  void playPipe(Thread &T, const Op &O);
  void playInvented(Thread &T, const Op &O);
  void playFragment(Thread &T, const Op &O);
  uint64_t registerOf(const Thread &T, const Op &O) const;
  void takeParts(Thread &T, const Op &O);
  void computeElements(Thread &T, const Op &O);
  // Fences and atomics.
  void fence(Thread &T);
  ClockRow takeRow(Thread &T);
  void release(Thread &T, uint64_t Address);
  void acquire(Thread &T, uint64_t Address);
  // PlayPtx.cpp
  bool playPtx(Thread &T, const Op &O);
  bool playPtxOp(Thread &T, const Op &O, const PtxOp &One);
  bool playPtxMbarrier(Thread &T, const Op &O, const PtxOp &One);
  uint64_t ptxValue(Thread &T, const Op &O, const PtxOperand &Operand);
  void setPtx(Thread &T, const Op &O, const PtxOperand &Operand,
              uint64_t Value);
  // PlayMbarrier.cpp
  bool playMbarrier(Thread &T, const Op &O, const MbarrierCall &Call,
                    uint64_t &Result);
  bool waitFor(Thread &T, const Op &O, const MbarrierCall &Call,
               uint64_t &Result);
  Mbarrier &mbarrier(uint64_t Address);
  void initialize(Thread &T, uint64_t Address, uint64_t Count);
  bool hasPassed(const Mbarrier &Mine, bool ByParity, uint64_t Phase) const;
  void arriveAt(Thread &T, Mbarrier &Mine, int64_t Count);
  void complete(Mbarrier &Mine);
  void completeIfDone(Mbarrier &Mine);
  bool landFor(Mbarrier &Mine);
  bool goOnAtMbarriers();
  bool landSomething();
  void reportNeverCompleted(const Thread &T);
  bool bulkCopy(Thread &T, const Op &O, BulkForm Form, uint64_t To,
                uint64_t From, uint64_t Bytes, uint64_t Address);
  bool playBlockPipe(Thread &T, const Op &O);
  uint64_t counterOf(Thread &T, const Op &O);
  // AsyncReads.cpp
  void proxyFence(Thread &T, bool OnlyMbarriers);
  void asyncRead(Thread &T, const Op &O, AsyncReads &In, uint32_t Address,
                 uint32_t Bytes);
  void asyncGroup(Thread &T, AsyncGroupStep Step, uint64_t Left);
  bool multiply(Thread &T, const Op &O, const PtxOp &One);
  void readOperand(Thread &T, const Op &O, uint64_t Descriptor, unsigned Row,
                   unsigned Rows);
  // WarpCalls.cpp
  bool goOnInWarps();
  bool tryWarp(Thread &First);
  void finishWarp(llvm::ArrayRef<Thread *> Group, const Collective &Use,
                  const Op &O);
  uint64_t valueOf(Thread &T, const Collective &Use, const Op &O);
  // BlockPlay.cpp
  bool goOnAtBarriers();
  void arrive(Thread &T, unsigned Id, unsigned Expected);
  void finishBarrier(unsigned Id);
  void join(llvm::ArrayRef<Thread *> Group, const ClockRow &Also = nullptr);
  void reportStuck();
  void tellState();

  /// Threads that arrived at a named barrier and went on.
  struct Arrivals {
    unsigned Count = 0;
    ClockRow Row;
  };

  const Program &Code;
  const BlockSetup &Setup;
  Memory &Mem;
  HazardLog &Log;
  PlayResult Result;
  std::vector<Thread> Threads;
  std::map<unsigned, Arrivals> Arrived;
  /// By address.
  std::map<uint64_t, Mbarrier> Mbarriers;
  /// Threads of both roles, of each state of a cuda::pipeline.
  std::map<uint64_t, PipeRoles> PipeStates;
  /// What happened before fences of the asynchronous proxy, and before those
  /// that do for mbarriers.
  ClockRow Proxied, InitFenced;
  unsigned FutileRounds = 0;
  /// By address: what atomics there release.
  std::unordered_map<uint64_t, ClockRow> Releases;
  /// Of the `asm` that each thread is in.
  std::vector<std::vector<uint64_t>> PtxRegisters;
  std::vector<bool> Taken;
  const size_t ClockSize;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_BLOCKPLAY_H
