//===- Machine.h - The parts of the executor, assembled ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_MACHINE_H
#define CUDAPIPE_EXECUTOR_MACHINE_H

#include "MemoryCheck.h"
#include "PhaseBarriers.h"

#include <csignal>
#include <numeric>

struct IndexTriple {
  unsigned x, y, z;
};

/// Defined in executor.cpp; only the switch to a thread changes them.
extern "C" IndexTriple threadIdx, blockIdx, blockDim, gridDim;

namespace cudapipe::executor {

struct Machine {
  Random Dice{1};
  Reporter Report;
  Block Running{Dice, Report};
  AsyncCopies Copies{Dice};
  PhaseBarriers Phases;
  MemoryCheck Memory{Report, Running, Copies};

  // The launch.
  void (*Body)(void *) = nullptr;
  void *BodyContext = nullptr;

  Machine();

  /// The running CUDA thread, or null on the host.
  Thread *thread() { return Running.current(); }

  void runGrid(const LaunchShape &Shape);
  unsigned dynamicSharedBytes() const { return DynamicBytes; }

  /// Whether a cp.async instruction could do this copy; reports if not.
  void checkCopy(uintptr_t Dst, uintptr_t Src, size_t Size, size_t Zfill,
                 uint32_t Place);
  void issueCopy(char *Dst, const char *Src, size_t Size, size_t Zfill,
                 uint32_t Place);
  void completeCopy(unsigned Index, uint16_t Clock) {
    Copies.complete(Index);
    Memory.publishCopy(Copies[Index], Clock);
  }

private:
  void finishBlock();

  unsigned DynamicBytes = 0;
};

/// The one machine of the program.
Machine &machine();
/// Not so early in the program's life, when hooks have nothing to ask it.
bool machineIsBuilt();

/// The kernel code that called the executor's function.
#define CUDAPIPE_PLACE                                                         \
  static_cast<uint32_t>(                                                       \
      reinterpret_cast<uintptr_t>(__builtin_return_address(0)))

inline void onFault(int Signal, siginfo_t *Info, void *) {
  // Beyond every buffer and every guard zone: a wild pointer.
  char Text[160];
  Thread *T = machine().thread();
  std::snprintf(Text, sizeof(Text), "%s%s: signal %d at address %p",
                T ? "thread " : "host code", T ? T->name().c_str() : "", Signal,
                Info->si_addr);
  bool Overflow = T && static_cast<char *>(Info->si_addr) >= T->Stack.stack() &&
                  static_cast<char *>(Info->si_addr) < T->Stack.stack() + 4096;
  machine().Report.reportAndExit(Overflow ? "stack overflow" : "wild access",
                                 Text);
}

inline Machine::Machine() {
  Running.OnBarrier = [this] { Memory.nextEpoch(); };
  Running.OnSwitch = [this](Thread &T) {
    Copies.tick();
    threadIdx = {T.Index[0], T.Index[1], T.Index[2]};
  };
  static char SignalStack[64 << 10];
  stack_t Alternate = {};
  Alternate.ss_sp = SignalStack;
  Alternate.ss_size = sizeof(SignalStack);
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &Action, nullptr);
  sigaction(SIGBUS, &Action, nullptr);
}

inline void threadEntry() {
  Machine &M = machine();
  M.Body(M.BodyContext);
  M.Memory.settleStores();
  M.Running.finishThread();
}

inline void Machine::runGrid(const LaunchShape &Shape) {
  std::vector<unsigned> Order(Shape.Grid[0] * Shape.Grid[1] * Shape.Grid[2]);
  std::iota(Order.begin(), Order.end(), 0u);
  for (size_t I = Order.size(); I > 1; --I)
    std::swap(Order[I - 1], Order[Dice.below(I)]);
  DynamicBytes = Shape.DynamicSharedBytes;
  gridDim = {Shape.Grid[0], Shape.Grid[1], Shape.Grid[2]};
  blockDim = {Shape.Block[0], Shape.Block[1], Shape.Block[2]};
  for (unsigned B : Order) {
    blockIdx = {B % gridDim.x, B / gridDim.x % gridDim.y,
                B / gridDim.x / gridDim.y};
    Memory.startBlock(Shape.DynamicSharedBytes,
                      " of block (" + std::to_string(blockIdx.x) + "," +
                          std::to_string(blockIdx.y) + "," +
                          std::to_string(blockIdx.z) + ")");
    Running.run(Shape, threadEntry);
    finishBlock();
  }
  Report.exitIfReported();
}

inline void Machine::finishBlock() {
  for (unsigned I = 0; I < Copies.size(); ++I)
    if (!Copies[I].WaitedFor)
      Memory.setCopy(reinterpret_cast<uintptr_t>(Copies[I].Dst), Copies[I].Size,
                     0);
  for (unsigned I = 0; I < Running.size(); ++I)
    for (const OperandPiece &Piece : Running.thread(I).Products.inFlight())
      Memory.forget(Piece);
  Copies.clear();
  Phases.clear();
}

inline void Machine::checkCopy(uintptr_t Dst, uintptr_t Src, size_t Size,
                               size_t Zfill, uint32_t Place) {
  auto Fail = [&](const std::string &What) {
    Report.reportAndExit("bad copy",
                         "thread " + thread()->name() + Memory.blockName() +
                             ": " + What,
                         {Place});
  };
  if (Size != 4 && Size != 8 && Size != 16)
    Fail("size is " + std::to_string(Size) + ", not 4, 8 or 16");
  if (Zfill > Size)
    Fail("zfill " + std::to_string(Zfill) + " is larger than size " +
         std::to_string(Size));
  if (!Memory.Shared.contains(Dst))
    Fail("destination is not shared memory");
  if (Dst % Size)
    Fail("destination " + Memory.Shared.describe(Dst) + " is not aligned to " +
         std::to_string(Size));
  if (Zfill == Size)
    return; // The source is not read.
  if (Src % Size)
    Fail("source " + Memory.Global.describe(Src) + " is not aligned to " +
         std::to_string(Size));
  if (!Memory.Global.isReadable(Src, Size - Zfill))
    Fail("source is out of bounds: " + std::to_string(Size - Zfill) +
         " bytes at " + Memory.Global.describe(Src));
}

inline void Machine::issueCopy(char *Dst, const char *Src, size_t Size,
                               size_t Zfill, uint32_t Place) {
  auto To = reinterpret_cast<uintptr_t>(Dst);
  Memory.access(reinterpret_cast<uintptr_t>(Src), Size - Zfill,
                AccessKind::CopyRead, Place);
  Memory.access(To, Size, AccessKind::CopyWrite, Place);
  unsigned Index =
      Copies.issue({Dst, Src, static_cast<unsigned>(Size),
                    static_cast<unsigned>(Zfill), thread()->Linear, Place});
  Memory.setCopy(To, Size, Index + 1);
  thread()->OpenGroup.push_back(Index);
  if (Dice.below(8) == 0)
    Running.yield();
}

} // namespace cudapipe::executor

#endif
