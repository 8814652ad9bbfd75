// Two halves or four bytes at a time become 16 bytes at a time.
//
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

constexpr int BM = 16, BN = 16, BK = 32, PER_BLOCK = 64;

// CHECK: 'halves' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    halves(const half *__restrict__ A, const half *__restrict__ B,
           float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) half As_stages[2][BM][BK], Bs_stages[2][BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[BM * BN / PER_BLOCK] = {};

  static_assert(BK % 8 == 0, "rows are copied 8 elements at a time");
  static_assert(BN % 8 == 0, "rows are copied 8 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 8 == 0 && N % 8 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      {
        const int r = threadIdx.x / (BK / 8), c = threadIdx.x % (BK / 8) * 8;
        __pipeline_memcpy_async(&As[r][c], &A[(row0 + r) * K + k0 + c], 16,
                                (row0 + r < M && k0 + c < K) ? 0 : 16);
      }
      {
        const int r = threadIdx.x / (BN / 8), c = threadIdx.x % (BN / 8) * 8;
        __pipeline_memcpy_async(&Bs[r][c], &B[(k0 + r) * N + col0 + c], 16,
                                (k0 + r < K && col0 + c < N) ? 0 : 16);
      }
    } else {
      for (int i = threadIdx.x; i < BM * BK / 2; i += PER_BLOCK) {
        const int r = i / (BK / 2), c = i % (BK / 2) * 2;
        __pipeline_memcpy_async(
            (half2 *)&As[r][c], (const half2 *)&A[(row0 + r) * K + k0 + c],
            sizeof(half2), (row0 + r < M && k0 + c < K) ? 0 : sizeof(half2));
      }
      for (int i = threadIdx.x; i < BK * BN / 2; i += PER_BLOCK) {
        const int r = i / (BN / 2), c = i % (BN / 2) * 2;
        __pipeline_memcpy_async(
            reinterpret_cast<half2 *>(&Bs[r][c]),
            reinterpret_cast<const half2 *>(&B[(k0 + r) * N + col0 + c]),
            sizeof(half2), (k0 + r < K && col0 + c < N) ? 0 : sizeof(half2));
      }
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      load_tile(stage ^ 1, k0 + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] += __half2float(As[(i * PER_BLOCK + threadIdx.x) / BN][k]) *
                   __half2float(Bs[k][threadIdx.x % BN]);

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

// CHECK: 'bytes' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    bytes(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
          int *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) int8_t As_stages[STAGES][BM][BK],
      Bs_stages[STAGES][BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sums[BM * BN / PER_BLOCK] = {};

  static_assert(BK % 16 == 0, "rows are copied 16 elements at a time");
  static_assert(BN % 16 == 0, "rows are copied 16 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 16 == 0 && N % 16 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      if (threadIdx.x < BM * BK / 16) {
        const int r = threadIdx.x / (BK / 16), c = threadIdx.x % (BK / 16) * 16;
        __pipeline_memcpy_async(&As[r][c], &A[(row0 + r) * K + k0 + c], 16,
                                (row0 + r < M && k0 + c < K) ? 0 : 16);
      }
      if (threadIdx.x < BK * BN / 16) {
        const int r = threadIdx.x;
        __pipeline_memcpy_async(Bs[r], B + (k0 + r) * N + col0, 16,
                                (k0 + r < K && col0 < N) ? 0 : 16);
      }
    } else {
      for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
        const int r = i / (BK / 4), c = i % (BK / 4) * 4;
        __pipeline_memcpy_async(
            reinterpret_cast<int *>(&As[r][c]),
            reinterpret_cast<const int *>(&A[(row0 + r) * K + k0 + c]),
            sizeof(int), (row0 + r < M && k0 + c < K) ? 0 : sizeof(int));
      }
      for (int i = threadIdx.x; i < BK * BN / 4; i += PER_BLOCK) {
        const int r = i / (BN / 4), c = i % (BN / 4) * 4;
        __pipeline_memcpy_async(
            (uint32_t *)(Bs[r] + c),
            (const uint32_t *)(B + (k0 + r) * N + col0 + c), sizeof(uint32_t),
            (k0 + r < K && col0 + c < N) ? 0 : sizeof(uint32_t));
      }
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * BK < K)
      load_tile(stage, stage * BK);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k0_load = (STAGES - 1) * BK; // Kept ahead of k0: fewer registers.

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k0_load < K) {
      load_tile(load_stage, k0_load);
      k0_load += BK;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] +=
            As[(i * PER_BLOCK + threadIdx.x) / BN][k] * Bs[k][threadIdx.x % BN];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

// Vectors that are counted as such are no columns.
//
// CHECK: 'numbered' pipelined: cpasync, 2
// CHECK: 'numbered': 'As' is copied element by element: its subscripts are not understood
__global__ void __launch_bounds__(PER_BLOCK)
    numbered(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
             int *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) int8_t As_stages[2][BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
      const int r = i / (BK / 4), c = i % (BK / 4);
      __pipeline_memcpy_async(
          &reinterpret_cast<int *>(As[r])[c],
          &reinterpret_cast<const int *>(A + (row0 + r) * K + k0)[c],
          sizeof(int), (row0 + r < M && k0 + 4 * c < K) ? 0 : sizeof(int));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      load_tile(stage ^ 1, k0 + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}

// Another build may have other vectors of this name.
using Word = int;

// CHECK: 'own_type' pipelined: cpasync, 2
// CHECK: 'own_type': 'As' is copied element by element: the store is as wide
__global__ void __launch_bounds__(PER_BLOCK)
    own_type(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
             int *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) int8_t As_stages[2][BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
      const int r = i / (BK / 4), c = i % (BK / 4) * 4;
      __pipeline_memcpy_async(
          reinterpret_cast<Word *>(&As[r][c]),
          reinterpret_cast<const Word *>(&A[(row0 + r) * K + k0 + c]),
          sizeof(Word), (row0 + r < M && k0 + c < K) ? 0 : sizeof(Word));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      load_tile(stage ^ 1, k0 + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}
