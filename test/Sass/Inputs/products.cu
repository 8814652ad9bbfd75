// A small matrix product as the tool writes its loops, for what nvcc makes of
// them. FORM is what to compile, and FAULT what is wrong with it; `disassemble`
// compiles and prints them all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_pipeline.h>

#define PLAIN 1     // Not pipelined: the original.
#define ASYNC 2     // cpasync, three stages.
#define LOADS 3     // ldg, two stages.
#define WIDTHS 4    // cpasync, a loop for each width of the copies.
#define NONE 0
#define WAITS 1     // For the tile that was just asked for.
#define BARRIER 2   // Between the copies and the math.
#define MATH 3      // More of it.
#define OPEN 4      // No barrier between the wait and the math.
#define SUNK 5      // Loads behind the math.
#define NARROW 6    // 16 bytes through L1.
#define DEEP 7      // Waits a trip too early for its stages.

#define SPILL 8     // More values than registers, of which 40 are allowed.

#ifndef FORM
#define FORM PLAIN
#endif
#ifndef FAULT
#define FAULT NONE
#endif
#ifndef STAGES
#define STAGES 3
#endif

constexpr int K_TILE = 8, COLUMNS = 32;

__device__ void copy16(void *to, const void *from) {
#if FAULT == NARROW
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(to)),
               "l"(from)
               : "memory");
#else
  __pipeline_memcpy_async(to, from, 16);
#endif
}

// 256 threads; K is a multiple of K_TILE.
#if FAULT == SPILL
__global__ void __launch_bounds__(512, 3)
#else
__global__ void __launch_bounds__(256)
#endif
    products(const float *__restrict__ A, const float *__restrict__ B,
             float *__restrict__ C, int K) {
  const int t = threadIdx.x, row = t / COLUMNS, column = t % COLUMNS;
  float sum = 0.0f;
#if FAULT == SPILL
  unsigned kept[48];
  for (unsigned i = 0; i < 48; ++i)
    kept[i] = t * i;
#endif
#if FORM == PLAIN
  __shared__ float Bs[K_TILE][COLUMNS];
  for (int k = 0; k < K; k += K_TILE) {
    Bs[row][column] = B[(k + row) * COLUMNS + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < K_TILE; ++i)
      sum += A[row] * Bs[i][column];
    __syncthreads();
  }
#elif FORM == ASYNC
  __shared__ alignas(16) float Bs[STAGES][K_TILE][COLUMNS];
  auto load = [&](int stage, int k) {
    if (k < K && t < K_TILE * COLUMNS / 4)
      copy16(&Bs[stage][t / 8][t % 8 * 4],
             &B[(k + t / 8) * COLUMNS + t % 8 * 4]);
    __pipeline_commit();
  };
  for (int stage = 0; stage < STAGES - 1; ++stage)
    load(stage, stage * K_TILE);
  int stage = 0, next = STAGES - 1;
#pragma unroll 1
  for (int k = 0; k < K; k += K_TILE) {
    __pipeline_wait_prior(FAULT == DEEP ? 0 : STAGES - 2);
#if FAULT != OPEN
    __syncthreads();
#endif
    load(next, k + (STAGES - 1) * K_TILE);
#if FAULT == BARRIER
    __syncthreads();
#elif FAULT == WAITS
    __pipeline_wait_prior(0);
    __syncthreads();
#endif
#pragma unroll
    for (int i = 0; i < K_TILE; ++i)
      sum += A[row] * Bs[stage][i][column];
#if FAULT == SPILL
    for (unsigned i = 0; i < 48; ++i)
      kept[i] = kept[i] * 3 + i;
#elif FAULT == MATH
    sum += A[row] * Bs[stage][0][column];
#endif
    next = stage;
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
#elif FORM == WIDTHS
  __shared__ alignas(16) float Bs[STAGES][K_TILE][COLUMNS];
  auto pipeline = [&](bool wide) {
    auto load = [&](int stage, int k) {
      if (k < K && !wide)
        Bs[stage][row][column] = B[(k + row) * COLUMNS + column];
      else if (k < K && t < K_TILE * COLUMNS / 4)
        copy16(&Bs[stage][t / 8][t % 8 * 4],
               &B[(k + t / 8) * COLUMNS + t % 8 * 4]);
      __pipeline_commit();
    };
    for (int stage = 0; stage < STAGES - 1; ++stage)
      load(stage, stage * K_TILE);
    int stage = 0, next = STAGES - 1;
#pragma unroll 1
    for (int k = 0; k < K; k += K_TILE) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();
      load(next, k + (STAGES - 1) * K_TILE);
#pragma unroll
      for (int i = 0; i < K_TILE; ++i)
        sum += A[row] * Bs[stage][i][column];
      next = stage;
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
  };
  if (reinterpret_cast<size_t>(B) % 16 == 0)
    pipeline(true);
  else
    pipeline(false);
#elif FORM == LOADS
  __shared__ float Bs[2][K_TILE][COLUMNS];
  float value = K > 0 ? B[row * COLUMNS + column] : 0.0f;
  Bs[0][row][column] = value;
  int stage = 0;
#pragma unroll 1
  for (int k = 0; k < K; k += K_TILE) {
    __syncthreads();
    const bool has_next = k + K_TILE < K;
#if FAULT != SUNK
    if (has_next)
      value = B[(k + K_TILE + row) * COLUMNS + column];
    __syncwarp();
#endif
#if FAULT == BARRIER
    __syncthreads();
#endif
#pragma unroll
    for (int i = 0; i < K_TILE; ++i)
      sum += A[row] * Bs[stage][i][column];
#if FAULT == SUNK
    if (has_next)
      value = B[(k + K_TILE + row) * COLUMNS + column + (sum == 0.5f)];
#endif
    if (has_next)
      Bs[stage ^ 1][row][column] = value;
    stage ^= 1;
  }
#endif
#if FAULT == SPILL
  for (unsigned i = 0; i < 48; ++i)
    C[256 * (i + 1) + t] = kept[i];
#endif
  C[t] = sum;
}
