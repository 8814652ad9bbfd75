//===- cub/cub.cuh - CUB's collectives of a block and a warp ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enough for kernels to parse. What the functions take is left open: a
// collective waits inside, so a loop that calls one is left alone anyway.
// Rule: CUB documentation, "Block-wide primitives", "Warp-wide primitives".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUB_CUH
#define CUDAPIPE_EMBEDDED_CUB_CUH
#pragma clang system_header

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "block_algorithms.h"
#include "functors.h"

namespace cub {

/// No less than what CUB takes: no more than a word and a value a thread.
template <typename T, int Threads> struct __cudapipe_temp_storage {
  T values[Threads + 32];
  unsigned words[Threads];
};

/// What a reduction by warps takes: a value and a byte a warp, and one value.
template <BlockReduceAlgorithm, typename T, int Threads>
struct __cudapipe_reduce_storage : __cudapipe_temp_storage<T, Threads> {};
template <typename T, int Threads>
struct __cudapipe_reduce_storage<BLOCK_REDUCE_WARP_REDUCTIONS, T, Threads> {
  T values[(Threads + 31) / 32 + 1];
  char words[(Threads + 31) / 32];
};

// The members that all collectives have, and their functions.
#define __CUDAPIPE_COLLECTIVE(NAME, T, THREADS)                                \
  __CUDAPIPE_COLLECTIVE_IN(NAME, __cudapipe_temp_storage<T, (THREADS)>)
#define __CUDAPIPE_COLLECTIVE_IN(NAME, ...)                                    \
  using TempStorage = __VA_ARGS__;                                             \
  __device__ NAME();                                                           \
  __device__ NAME(TempStorage &);                                              \
  __device__ NAME(TempStorage &, int linear_tid);
#define __CUDAPIPE_RETURNS(T, NAME)                                            \
  template <typename... A> __device__ T NAME(A &&...);

template <typename T, int X,
          BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockReduce {
  __CUDAPIPE_COLLECTIVE_IN(
      BlockReduce, __cudapipe_reduce_storage<Algorithm, T, (X * Y * Z)>)
  __CUDAPIPE_RETURNS(T, Sum)
  __CUDAPIPE_RETURNS(T, Reduce)
};

template <typename T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockScan {
  __CUDAPIPE_COLLECTIVE(BlockScan, T, X * Y * Z)
  __CUDAPIPE_RETURNS(void, ExclusiveSum)
  __CUDAPIPE_RETURNS(void, InclusiveSum)
  __CUDAPIPE_RETURNS(void, ExclusiveScan)
  __CUDAPIPE_RETURNS(void, InclusiveScan)
};

template <typename T, int LogicalThreads = 32, int Arch = 0> struct WarpReduce {
  __CUDAPIPE_COLLECTIVE(WarpReduce, T, LogicalThreads)
  __CUDAPIPE_RETURNS(T, Sum)
  __CUDAPIPE_RETURNS(T, Reduce)
  __CUDAPIPE_RETURNS(T, HeadSegmentedSum)
  __CUDAPIPE_RETURNS(T, TailSegmentedSum)
  __CUDAPIPE_RETURNS(T, HeadSegmentedReduce)
  __CUDAPIPE_RETURNS(T, TailSegmentedReduce)
};

template <typename T, int LogicalThreads = 32, int Arch = 0> struct WarpScan {
  __CUDAPIPE_COLLECTIVE(WarpScan, T, LogicalThreads)
  __CUDAPIPE_RETURNS(void, ExclusiveSum)
  __CUDAPIPE_RETURNS(void, InclusiveSum)
  __CUDAPIPE_RETURNS(void, ExclusiveScan)
  __CUDAPIPE_RETURNS(void, InclusiveScan)
  __CUDAPIPE_RETURNS(void, Scan)
  __CUDAPIPE_RETURNS(T, Broadcast)
};

template <typename T, int X, int Items,
          BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int Arch = 0>
struct BlockLoad {
  __CUDAPIPE_COLLECTIVE(BlockLoad, T, X * Y * Z * Items)
  __CUDAPIPE_RETURNS(void, Load)
};

template <typename T, int X, int Items,
          BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1,
          int Arch = 0>
struct BlockStore {
  __CUDAPIPE_COLLECTIVE(BlockStore, T, X * Y * Z * Items)
  __CUDAPIPE_RETURNS(void, Store)
};

template <typename T, int X, int Items, bool Warp = false, int Y = 1, int Z = 1,
          int Arch = 0>
struct BlockExchange {
  __CUDAPIPE_COLLECTIVE(BlockExchange, T, X * Y * Z * Items)
  __CUDAPIPE_RETURNS(void, BlockedToStriped)
  __CUDAPIPE_RETURNS(void, StripedToBlocked)
  __CUDAPIPE_RETURNS(void, ScatterToBlocked)
  __CUDAPIPE_RETURNS(void, ScatterToStriped)
};

template <typename Key, int X, int Items, typename Value = NullType,
          int Bits = 4, bool Memoize = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int SharedBank = 0,
          int Y = 1, int Z = 1, int Arch = 0>
struct BlockRadixSort {
  __CUDAPIPE_COLLECTIVE(BlockRadixSort, Key, X * Y * Z * (Items + 8))
  __CUDAPIPE_RETURNS(void, Sort)
  __CUDAPIPE_RETURNS(void, SortDescending)
  __CUDAPIPE_RETURNS(void, SortBlockedToStriped)
  __CUDAPIPE_RETURNS(void, SortDescendingBlockedToStriped)
};

#undef __CUDAPIPE_RETURNS
#undef __CUDAPIPE_COLLECTIVE
#undef __CUDAPIPE_COLLECTIVE_IN

} // namespace cub

#endif // CUDAPIPE_EMBEDDED_CUB_CUH
