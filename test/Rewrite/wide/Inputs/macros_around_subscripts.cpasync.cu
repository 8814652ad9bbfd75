// The arguments of macros become rows and columns, as long as a macro names
// each once.
//

#include <cuda_pipeline.h>

#define BM 16
#define BN 16
#define BK 16
#define PER_BLOCK 64
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH(p, row, col, ld) (p)[OFFSET(row, col, ld)]
#define AS(r, c) FETCH(As, r, c, BK)
#define INSIDE(r, rows, c, cols) ((r) < (rows) && (c) < (cols))
#define TID threadIdx.x

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BM * BK];
  __shared__ alignas(16) float Bs_stages[2][BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[BM * BN / PER_BLOCK] = {};

  static_assert(BK % 4 == 0, "rows are copied 4 elements at a time");
  static_assert(BN % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == PER_BLOCK && reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 && K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      {
        const int tile_row = threadIdx.x / (BK / 4),
                  tile_col = threadIdx.x % (BK / 4) * 4;
        __pipeline_memcpy_async(
            &AS(tile_row, tile_col),
            &FETCH(A, row0 + tile_row, k0 + tile_col, K), 16,
            INSIDE(row0 + tile_row, M, k0 + tile_col, K) ? 0 : 16);
      }
      {
        const int r = threadIdx.x / (BN / 4), c = threadIdx.x % (BN / 4) * 4;
        __pipeline_memcpy_async(&Bs[r][c], &FETCH(B, k0 + r, col0 + c, N), 16,
                                INSIDE(k0 + r, K, col0 + c, N) ? 0 : 16);
      }
    } else {
      for (int i = TID; i < BM * BK; i += PER_BLOCK)
        __pipeline_memcpy_async(
            &AS(i / BK, i % BK), &FETCH(A, row0 + i / BK, k0 + i % BK, K),
            sizeof(float),
            INSIDE(row0 + i / BK, M, k0 + i % BK, K) ? 0 : sizeof(float));
      for (int i = TID; i < BK * BN; i += PER_BLOCK) {
        const int r = i / BN, c = i % BN;
        __pipeline_memcpy_async(
            &Bs[r][c], &FETCH(B, k0 + r, col0 + c, N), sizeof(float),
            INSIDE(k0 + r, K, col0 + c, N) ? 0 : sizeof(float));
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
        sums[i] += AS((i * PER_BLOCK + TID) / BN, k) * Bs[k][TID % BN];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + TID) / BN, col = col0 + TID % BN;
    if (INSIDE(row, M, col, N))
      C[row * N + col] = sums[i];
  }
}

#define OR_ZERO(cond, value) ((cond) ? (value) : 0.0f)

// CHECK: 'whole_value' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    whole_value(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][4][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int row = row0 + TID / BK;
  float sum = 0.0f;

  static_assert(BK % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = blockDim.x == PER_BLOCK &&
                           reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    if (wide_copies) {
      if (threadIdx.x < 4 * BK / 4) {
        const unsigned int tile_row = threadIdx.x / (BK / 4),
                           tile_col = threadIdx.x % (BK / 4) * 4;
        const int load_row = row0 + tile_row;
        __pipeline_memcpy_async(&As[tile_row][tile_col],
                                &A[load_row * K + k0 + tile_col], 16,
                                (load_row < M && k0 + tile_col < K) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[TID / BK][TID % BK] =
          OR_ZERO(row < M && k0 + TID % BK < K, A[row * K + k0 + TID % BK]);
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

    for (int k = 0; k < BK; ++k)
      sum += As[TID / BN][k] * (k0 + k + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  if (row < M && col0 + TID % BN < N)
    C[row * N + col0 + TID % BN] = sum;
}

// Another index would have to stand in two places.
#define FLAT(tile, i) tile[(i) / 16][(i) % 16]

// CHECK: 'named_twice' pipelined: cpasync, 2
// CHECK: 'named_twice': 'As' is copied element by element: its subscripts are
// not understood
__global__ void __launch_bounds__(PER_BLOCK)
    named_twice(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    for (int i = TID; i < BM * BK; i += PER_BLOCK)
      __pipeline_memcpy_async(
          &FLAT(As, i), &A[(row0 + i / BK) * K + k0 + i % BK], sizeof(float),
          INSIDE(row0 + i / BK, M, k0 + i % BK, K) ? 0 : sizeof(float));
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
      sum += As[TID / BN][k] * (k0 + k + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int r = TID / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + TID % BN < N)
      C[(row0 + r) * N + col0 + TID % BN] = sum;
}
