//===- executor.cpp - Runs CUDA kernels on the CPU --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once, without instrumentation, and linked into every program that
// run-on-cpu builds.  The parts are in runtime/; this file joins them and
// implements the seam (include/cudapipe/Runtime.h).
//
//===----------------------------------------------------------------------===//

#include "runtime/Hooks.h"
#include "runtime/Machine.h"

using namespace cudapipe::executor;

// Kernels see them as const.
extern "C" {
IndexTriple threadIdx, blockIdx, blockDim, gridDim;
}

namespace cudapipe::executor {

static Machine *TheMachine = nullptr;

Machine &machine() {
  if (!TheMachine)
    TheMachine = new Machine;
  return *TheMachine;
}
bool machineIsBuilt() { return TheMachine; }

//===-- Launching ---------------------------------------------------------===//

void runGrid(const char *Kernel, const LaunchShape &Shape, void (*Body)(void *),
             void *Context) {
  Machine &M = machine();
  size_t Blocks = size_t(Shape.Grid[0]) * Shape.Grid[1] * Shape.Grid[2];
  size_t Threads = size_t(Shape.Block[0]) * Shape.Block[1] * Shape.Block[2];
  if (!Blocks || !Threads || Threads > 1024 || Shape.Block[2] > 64 ||
      Shape.DynamicSharedBytes > M.Memory.Shared.dynamicCapacity())
    M.Report.reportAndExit("bad launch",
                           std::string(Kernel) + " with " +
                               std::to_string(Blocks) + " blocks of " +
                               std::to_string(Threads) + " threads and " +
                               std::to_string(Shape.DynamicSharedBytes) +
                               " bytes of dynamic shared memory");
  std::string Oversized = M.Memory.Shared.oversizedFunction();
  if (!Oversized.empty())
    M.Report.reportAndExit("bad kernel", Oversized +
                                             " has more than 48 KB of static "
                                             "shared memory");
  M.Memory.Shared.startLaunch();
  M.Body = Body;
  M.BodyContext = Context;
  M.runGrid(Shape);
}

//===-- Meeting other threads ---------------------------------------------===//

unsigned dynamicSharedBytes() { return machine().dynamicSharedBytes(); }
unsigned linearThread() { return machine().thread()->Linear; }
unsigned linearBlock() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

/// Times that threads have asked for a phase since anybody did anything that
/// may end one.
static uint64_t IdleQuestions = 0;

BarrierResult blockBarrier(int Predicate, Site Where) {
  IdleQuestions = 0;
  machine().Memory.settleStores();
  return machine().Running.meetBlock(Predicate, Where);
}

void warpCollective(const char *Name, unsigned Mask, void *Payload,
                    LanesArrived Complete) {
  IdleQuestions = 0;
  machine().Memory.settleStores();
  machine().Running.meetWarp(Name, Mask, Payload, Complete);
}

void warpBarrier(unsigned Mask) {
  Thread &Self = *machine().thread();
  warpCollective("barrier", Mask, &Self, [](void *const Lanes[32]) {
    uint32_t Epoch = machine().Memory.epoch();
    ClockView All;
    for (int I = 0; I < 32; ++I)
      if (auto *T = static_cast<Thread *>(Lanes[I])) {
        All.join(T->View, Epoch);
        All.see(T->Linear, T->Clock, Epoch);
      }
    for (int I = 0; I < 32; ++I)
      if (auto *T = static_cast<Thread *>(Lanes[I])) {
        T->View.join(All, Epoch);
        ++T->Clock;
      }
  });
}

unsigned liveLanes() {
  return machine().Running.liveLanes(*machine().thread());
}

void yieldThread() {
  if (!machine().thread())
    return;
  machine().Memory.settleStores();
  machine().Running.yield();
}

//===-- Phase barriers ----------------------------------------------------===//

static PhaseBarrier &phaseBarrier(void *Address) {
  if (PhaseBarrier *B = machine().Phases.find(Address))
    return *B;
  machine().Report.reportAndExit("barrier object",
                                 "thread " + machine().thread()->name() +
                                     " uses a barrier that nobody initialised");
  Reporter::finish();
}

static void endPhaseIfComplete(void *Address, PhaseBarrier &B) {
  Machine &M = machine();
  if (B.Pending || B.PendingBytes)
    return;
  for (unsigned Copy : B.Copies)
    B.Landed.push_back({B.Phase, Copy});
  B.Copies.clear();
  B.Pending = B.Expected;
  ++B.Phase;
  M.Running.wakePhase(Address, B.Phase);
}

/// The thread has waited for \p Phase: it sees what came before, and what was
/// copied.
static void seePhase(PhaseBarrier &B, uint64_t Phase) {
  Machine &M = machine();
  size_t Left = 0;
  for (const std::pair<uint64_t, unsigned> &Copy : B.Landed)
    if (Copy.first > Phase)
      B.Landed[Left++] = Copy;
    else
      M.completeCopy(Copy.second, 0);
  B.Landed.resize(Left);
  M.thread()->View.join(B.Published, M.Memory.epoch());
}

void phaseInit(void *Address, unsigned Expected) {
  machine().Phases.init(Address, Expected);
}

void phaseAttachCopies(void *Address) {
  Thread &T = *machine().thread();
  PhaseBarrier &B = phaseBarrier(Address);
  B.Copies.insert(B.Copies.end(), T.OpenGroup.begin(), T.OpenGroup.end());
  T.OpenGroup.clear();
}

void phaseExpectBytes(void *Address, int64_t Bytes) {
  IdleQuestions = 0;
  PhaseBarrier &B = phaseBarrier(Address);
  B.PendingBytes += Bytes;
  endPhaseIfComplete(Address, B);
}

void phaseWaitParity(void *Address, bool Parity) {
  PhaseBarrier &B = phaseBarrier(Address);
  phaseWait(Address, (B.Phase & 1) == Parity ? B.Phase : B.Phase - 1);
}

uint64_t phaseArrive(void *Address, unsigned Count, bool WithCopies) {
  IdleQuestions = 0;
  Machine &M = machine();
  M.Memory.settleStores();
  Thread &T = *M.thread();
  PhaseBarrier &B = phaseBarrier(Address);
  uint64_t Phase = B.Phase;
  if (Count > B.Pending)
    M.Report.reportAndExit("barrier object",
                           "thread " + T.name() + " arrives once too often");
  if (WithCopies)
    phaseAttachCopies(Address);
  uint32_t Epoch = M.Memory.epoch();
  B.Published.join(T.View, Epoch);
  B.Published.see(T.Linear, T.Clock, Epoch);
  B.Pending -= Count;
  endPhaseIfComplete(Address, B);
  ++T.Clock;
  return Phase;
}

bool phaseDone(void *Address, uint64_t Phase) {
  Machine &M = machine();
  PhaseBarrier &B = phaseBarrier(Address);
  if (B.Phase == Phase) {
    constexpr uint64_t ForEver = 1000000;
    if (++IdleQuestions > ForEver)
      M.Report.reportAndExit("deadlock",
                             "thread " + M.thread()->name() +
                                 " asks for ever whether a phase of a barrier "
                                 "object is over");
    yieldThread();
    return false;
  }
  seePhase(B, Phase);
  return true;
}

void phaseWait(void *Address, uint64_t Phase) {
  Machine &M = machine();
  M.Memory.settleStores();
  PhaseBarrier &B = phaseBarrier(Address);
  if (B.Phase == Phase)
    M.Running.waitPhase(Address, Phase);
  seePhase(B, Phase);
}

bool phaseDoneParity(void *Address, bool Parity) {
  const PhaseBarrier &B = phaseBarrier(Address);
  return phaseDone(Address, (B.Phase & 1) == Parity ? B.Phase : B.Phase - 1);
}

void namedBarrier(unsigned Id, unsigned Count) {
  static char Names[16];
  if (Id >= sizeof(Names) || Count == 0 || Count % 32)
    unsupported("a barrier of that number, or of a part of a warp");
  PhaseBarriers &Phases = machine().Phases;
  const PhaseBarrier *Known = Phases.find(&Names[Id]);
  if (!Known || (Known->Expected != Count && Known->Pending == Known->Expected))
    Phases.init(&Names[Id], Count);
  else if (Known->Expected != Count)
    unsupported("threads that meet give different numbers of them");
  phaseWait(&Names[Id], phaseArrive(&Names[Id], 1, false));
}

void phaseDrop(void *Address) {
  PhaseBarrier &B = phaseBarrier(Address);
  --B.Expected;
  phaseArrive(Address, 1, false);
}

//===-- Asynchronous copies -----------------------------------------------===//

void copyAsync(void *Dst, const void *Src, size_t Size, size_t Zfill) {
  Machine &M = machine();
  M.Memory.settleStores();
  M.checkCopy(reinterpret_cast<uintptr_t>(Dst),
              reinterpret_cast<uintptr_t>(Src), Size, Zfill, CUDAPIPE_PLACE);
  M.issueCopy(static_cast<char *>(Dst), static_cast<const char *>(Src), Size,
              Zfill, CUDAPIPE_PLACE);
}

void copyAsyncBytes(void *Dst, const void *Src, size_t Size) {
  Machine &M = machine();
  M.Memory.settleStores();
  if (M.Memory.Shared.contains(reinterpret_cast<uintptr_t>(Dst))) {
    M.issueCopy(static_cast<char *>(Dst), static_cast<const char *>(Src), Size,
                0, CUDAPIPE_PLACE);
    return;
  }
  // Not global to shared: an ordinary copy.
  onAccess(const_cast<void *>(Src), Size, AccessKind::Read, CUDAPIPE_PLACE);
  onAccess(Dst, Size, AccessKind::Write, CUDAPIPE_PLACE);
  std::memmove(Dst, Src, Size);
}

void copyBulk(void *Dst, const void *Src, size_t Size) {
  Machine &M = machine();
  auto To = reinterpret_cast<uintptr_t>(Dst);
  auto From = reinterpret_cast<uintptr_t>(Src);
  M.Memory.settleStores();
  if (Size % 16 || To % 16 || From % 16 || !M.Memory.Shared.contains(To))
    misuse("a bulk copy goes to shared memory, in multiples of 16 bytes", Dst);
  M.issueCopy(static_cast<char *>(Dst), static_cast<const char *>(Src), Size, 0,
              CUDAPIPE_PLACE);
}

void copyPiece(void *Dst, const void *Src, size_t Size, size_t Zfill) {
  Machine &M = machine();
  M.Memory.settleStores();
  M.issueCopy(static_cast<char *>(Dst), static_cast<const char *>(Src), Size,
              Zfill, CUDAPIPE_PLACE);
}

void commitCopies() {
  Thread &T = *machine().thread();
  T.Groups.push_back(std::move(T.OpenGroup));
  T.OpenGroup.clear();
}

void waitForCopies(unsigned PendingGroups) {
  Machine &M = machine();
  M.Memory.settleStores();
  Thread &T = *M.thread();
  while (T.Groups.size() > PendingGroups) {
    for (unsigned Index : T.Groups.front()) {
      // Until now the source was being read.
      const AsyncCopy &Copy = M.Copies[Index];
      M.Memory.access(reinterpret_cast<uintptr_t>(Copy.Src),
                      Copy.Size - Copy.Zfill, AccessKind::CopyRead, Copy.Place);
      M.completeCopy(Index, T.Clock);
    }
    T.Groups.pop_front();
  }
  if (M.Dice.below(8) == 0)
    M.Running.yield();
}

//===-- wgmma -------------------------------------------------------------===//

void multiplyAsync(const AsyncProduct &Product) {
  constexpr unsigned K = 16, RowsOfWarp = 16, Half = 8, ChunkBytes = 16;
  Machine &M = machine();
  M.Memory.settleStores();
  Thread &T = *M.thread();
  const uint32_t Place = CUDAPIPE_PLACE;
  const OperandLayout A(Product.A), B(Product.B);
  if (!A.isKnown() || !B.isKnown())
    unsupported("a descriptor of wgmma with a base offset");
  auto Pointer = [&](const OperandLayout &Of, unsigned Row, unsigned Side) {
    return M.Memory.Shared.fromDescriptor(Of.address(Row, Side), Place);
  };
  // One lane reads for its warp: rows of A, and all of B.
  const unsigned FirstRow = T.warp() % 4 * RowsOfWarp,
                 Columns = Product.Count * 2;
  auto Touch = [&](const OperandLayout &Of, unsigned Row) {
    for (unsigned Side = 0; Side < 2; ++Side) {
      T.Products.Open.push_back({Pointer(Of, Row, Side), ChunkBytes, Place});
      M.Memory.startReading(T.Products.Open.back());
    }
  };
  if (T.lane() == 0) {
    for (unsigned Row = 0; Row < RowsOfWarp; ++Row)
      Touch(A, FirstRow + Row);
    for (unsigned Column = 0; Column < Columns; ++Column)
      Touch(B, Column);
  }
  auto Read = [&](const OperandLayout &Of, unsigned Row, float (&Out)[K]) {
    for (unsigned I = 0; I < K; ++I) {
      uint16_t Bits;
      std::memcpy(
          &Bits,
          reinterpret_cast<const uint16_t *>(Pointer(Of, Row, I / Half)) +
              I % Half,
          sizeof(Bits));
      Out[I] = Product.IsHalf ? fromHalf(Bits) : fromBfloat16(Bits);
    }
  };
  float Rows[2][K], Column[K];
  Read(A, FirstRow + T.lane() / 4, Rows[0]);
  Read(A, FirstRow + T.lane() / 4 + 8, Rows[1]);
  for (unsigned J = 0; J < Product.Count / 4; ++J)
    for (unsigned Side = 0; Side < 2; ++Side) {
      Read(B, J * 8 + T.lane() % 4 * 2 + Side, Column);
      for (unsigned Below = 0; Below < 2; ++Below) {
        float *Register = Product.Results[J * 4 + Below * 2 + Side];
        float Sum = Product.Adds ? T.Products.valueOf(Register) : 0.0f;
        for (unsigned I = 0; I < K; ++I)
          Sum += Product.SignA * Rows[Below][I] * (Product.SignB * Column[I]);
        T.Products.set(Register, Sum);
      }
    }
  if (M.Dice.below(4) == 0)
    M.Running.yield();
}

void commitProducts() { machine().thread()->Products.commit(); }

void waitForProducts(unsigned PendingGroups) {
  Machine &M = machine();
  M.Memory.settleStores();
  AsyncProducts &Mine = M.thread()->Products;
  while (Mine.Groups.size() > PendingGroups)
    for (const OperandPiece &Piece : Mine.finishOldest())
      M.Memory.endReading(Piece);
}

void fenceProxy() {
  if (machine().thread())
    machine().Memory.fenceProxy();
}

//===-- Atomics -----------------------------------------------------------===//

void atomicUpdate(void *Address, size_t Size, const void *Operand, void *Old,
                  void (*Update)(void *, const void *)) {
  IdleQuestions = 0;
  onAccess(Address, Size, AccessKind::Atomic, CUDAPIPE_PLACE);
  std::memcpy(Old, Address, Size);
  alignas(16) char Value[16];
  std::memcpy(Value, Address, Size);
  Update(Value, Operand);
  std::memcpy(Address, Value, Size);
  // Spinning threads must let the others get there.
  if (machine().thread() && machine().Dice.below(4) == 0)
    machine().Running.yield();
}

//===-- Host side ---------------------------------------------------------===//

void *allocateGlobal(size_t Bytes, const char *Name) {
  return machine().Memory.Global.allocate(Bytes, Name);
}
void releaseGlobal(void *Pointer) {
  machine().Memory.Global.release(reinterpret_cast<uintptr_t>(Pointer));
}
void copyBytes(void *Dst, const void *Src, size_t Size) {
  std::memmove(Dst, Src, Size);
}
void fillBytes(void *Dst, int Byte, size_t Size) {
  std::memset(Dst, Byte, Size);
}
void setSeed(uint64_t Seed) { machine().Dice = Random(Seed); }
void allowUninitializedShared() { machine().Memory.AllowUninitialized = true; }
bool isSharedAddress(const void *Address) {
  return machine().Memory.Shared.contains(reinterpret_cast<uintptr_t>(Address));
}
bool isGlobalAddress(const void *Address) {
  GlobalMemory &Memory = machine().Memory.Global;
  const auto At = reinterpret_cast<uintptr_t>(Address);
  return Memory.contains(At) || Memory.isReadable(At, 1);
}
void *sharedPointer(uint64_t Address) {
  return machine().Memory.Shared.pointer(static_cast<uint32_t>(Address));
}

void misuse(const char *What, const void *Address) {
  Machine &M = machine();
  auto At = reinterpret_cast<uintptr_t>(Address);
  M.Report.reportAndExit("misuse",
                         std::string(What) + ", not " +
                             (M.Memory.Shared.contains(At)
                                  ? M.Memory.Shared.describe(At)
                                  : M.Memory.Global.describe(At)),
                         {CUDAPIPE_PLACE});
}
void misaligned(const void *Address, unsigned Alignment) {
  if (machine().thread())
    machine().Memory.reportMisaligned(reinterpret_cast<uintptr_t>(Address),
                                      Alignment, CUDAPIPE_PLACE);
}
void unsupported(const char *What) {
  machine().Report.reportAndExit("not modelled", What, {CUDAPIPE_PLACE});
  Reporter::finish();
}

} // namespace cudapipe::executor
