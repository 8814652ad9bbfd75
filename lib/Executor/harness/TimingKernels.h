//===- TimingKernels.h - What runs around a launch that is timed -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked with the user's kernel, or loaded beside it from a cubin: the names
// are in C, and nobody else's.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_TIMINGKERNELS_H
#define CUDAPIPE_HARNESS_TIMINGKERNELS_H

#include <cstddef>

/// Keeps the GPU busy until what follows is queued, so that no launch is waited
/// for between two events.
extern "C" __global__ void cudapipe_hold() {
  const long long Start = clock64();
  while (clock64() - Start < 60000)
    ;
}

/// splitmix64 of a value and its place.
static __device__ unsigned long long cudapipeMix(unsigned long long Place,
                                                 unsigned Value) {
  unsigned long long X = (Place << 32) + Value + 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebull;
  return X ^ (X >> 31);
}

/// Adds to \p Sum what stands for all bytes at their places. Each is read.
extern "C" __global__ void cudapipe_sum(const unsigned char *Data, size_t Bytes,
                                        unsigned long long *Sum) {
  const size_t Step = size_t(gridDim.x) * blockDim.x;
  const size_t First = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  const size_t Words = reinterpret_cast<size_t>(Data) % 4 ? 0 : Bytes / 4;
  unsigned long long Own = 0;
  for (size_t I = First; I < Words; I += Step)
    Own += cudapipeMix(I, reinterpret_cast<const unsigned *>(Data)[I]);
  for (size_t I = 4 * Words + First; I < Bytes; I += Step)
    Own += cudapipeMix(I, Data[I]);
  for (int Lane = 16; Lane; Lane /= 2)
    Own += __shfl_xor_sync(0xffffffffu, Own, Lane);
  if (threadIdx.x % 32 == 0)
    atomicAdd(Sum, Own);
}

#endif
