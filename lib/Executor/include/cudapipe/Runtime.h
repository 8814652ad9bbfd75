//===- Runtime.h - What kernel code asks of the executor --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between a kernel's translation unit, which is instrumented, and
// executor.cpp, which is not.  Everything the CUDA spellings in this folder
// do to shared state goes through these few functions; the loads and stores
// of the kernel itself arrive through the instrumentation (runtime/Hooks.h).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_RUNTIME_H
#define CUDAPIPE_EXECUTOR_RUNTIME_H

#include <cstddef>
#include <cstdint>

#define CUDAPIPE_INLINE inline __attribute__((always_inline))
#define CUDAPIPE_CONSTEXPR_INLINE constexpr __attribute__((always_inline))

namespace cudapipe::executor {

/// A place in the source: the identity of a barrier.  Code addresses will not
/// do, because optimisation may duplicate a call.
struct Site {
  const char *File;
  unsigned Line;
  unsigned Column;

  static constexpr Site here(const char *File = __builtin_FILE(),
                             unsigned Line = __builtin_LINE(),
                             unsigned Column = __builtin_COLUMN()) {
    return {File, Line, Column};
  }
};

/// The combined predicates of the threads that met at a block barrier.
struct BarrierResult {
  int Count;
  int And;
  int Or;
};

struct LaunchShape {
  unsigned Grid[3];
  unsigned Block[3];
  size_t DynamicSharedBytes;
};

/// What a warp collective does once every lane named in the mask has arrived:
/// `Lanes[i]` is lane i's payload, or null where lane i does not take part.
using LanesArrived = void (*)(void *const Lanes[32]);

//===-- Launching ---------------------------------------------------------===//

void runGrid(const char *Kernel, const LaunchShape &Shape,
             void (*Thread)(void *), void *Context);

//===-- Who am I ----------------------------------------------------------===//

unsigned linearThread();
/// %dynamic_smem_size: what the launch asked for.
unsigned dynamicSharedBytes();
unsigned linearBlock();

//===-- Meeting other threads ---------------------------------------------===//

BarrierResult blockBarrier(int Predicate, Site Where);
/// One of the 16 barriers of the block, for \p Count threads: `bar.sync Id, n`.
void namedBarrier(unsigned Id, unsigned Count);
void warpCollective(const char *Name, unsigned Mask, void *Payload,
                    LanesArrived Complete);
/// Orders the memory accesses of the lanes in \p Mask, as __syncwarp does.
void warpBarrier(unsigned Mask);
unsigned liveLanes();
/// Lets another thread run: for spinning code.
void yieldThread();

//===-- Phase barriers (cuda::barrier, block-scope pipelines) -------------===//

void phaseInit(void *Barrier, unsigned Expected);
/// Arrives; with \p WithCopies as phaseAttachCopies() before.  Returns the
/// phase to wait for.
uint64_t phaseArrive(void *Barrier, unsigned Count, bool WithCopies);
void phaseWait(void *Barrier, uint64_t Phase);
bool phaseDone(void *Barrier, uint64_t Phase);
void phaseDrop(void *Barrier);
/// The current phase also waits for this thread's copies so far.
void phaseAttachCopies(void *Barrier);
/// The current phase also waits until \p Bytes more have been issued to it.
void phaseExpectBytes(void *Barrier, int64_t Bytes);
/// Waits for the end of the phase of this parity.
void phaseWaitParity(void *Barrier, bool Parity);
/// It is over; else lets others run.
bool phaseDoneParity(void *Barrier, bool Parity);

//===-- Asynchronous copies -----------------------------------------------===//

void copyAsync(void *Dst, const void *Src, size_t Size, size_t Zfill);
/// As memcpy_async of libcu++: any size and alignment.
void copyAsyncBytes(void *Dst, const void *Src, size_t Size);
/// As cp.async.bulk: sizes and addresses are multiples of 16 bytes.
void copyBulk(void *Dst, const void *Src, size_t Size);
/// A piece of a box; the last \p Zfill bytes are zeros.
void copyPiece(void *Dst, const void *Src, size_t Size, size_t Zfill);
/// The widest of 16, 8, 4 and 1 bytes that such a copy can be cut into.
inline size_t copyChunk(const void *Dst, const void *Src, size_t Bytes) {
  size_t Bits =
      reinterpret_cast<size_t>(Dst) | reinterpret_cast<size_t>(Src) | Bytes;
  return Bits % 16 == 0 ? 16 : Bits % 8 == 0 ? 8 : Bits % 4 == 0 ? 4 : 1;
}
void commitCopies();
void waitForCopies(unsigned PendingGroups);

//===-- wgmma -------------------------------------------------------------===//

/// wgmma.mma_async.m64nNk16: adds, to this thread's \p Count registers of the
/// result, or sets them where not \p Adds.
struct AsyncProduct {
  float *const *Results;
  unsigned Count;
  uint64_t A, B; ///< Descriptors.
  bool IsHalf;   ///< Else bfloat16.
  bool Adds;
  float SignA, SignB;
};
void multiplyAsync(const AsyncProduct &Product);
void commitProducts();
void waitForProducts(unsigned PendingGroups);
/// fence.proxy.async
void fenceProxy();

//===-- Atomics -----------------------------------------------------------===//

/// Replaces the value at \p Address by Update(value, operand); the previous
/// value is left in \p Old.
void atomicUpdate(void *Address, size_t Size, const void *Operand, void *Old,
                  void (*Update)(void *Value, const void *Operand));

//===-- Host side ---------------------------------------------------------===//

void *allocateGlobal(size_t Bytes, const char *Name);
void releaseGlobal(void *Pointer);
void copyBytes(void *Dst, const void *Src, size_t Size);
void fillBytes(void *Dst, int Byte, size_t Size);
void setSeed(uint64_t Seed);
void allowUninitializedShared();
bool isSharedAddress(const void *Address);
bool isGlobalAddress(const void *Address);
/// The pointer of which \p Address has the low 32 bits.
void *sharedPointer(uint64_t Address);

/// Reports a wrong call about \p Address, and ends the program.
void misuse(const char *What, const void *Address);
/// Reports an access that faults on a GPU, unless called by host code.
void misaligned(const void *Address, unsigned Alignment);
/// Reports what the executor cannot do, and ends the program.
[[noreturn]] void unsupported(const char *What);

} // namespace cudapipe::executor

#endif
