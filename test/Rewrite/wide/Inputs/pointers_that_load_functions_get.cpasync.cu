// Functions load from where a pointer leads that only a call says. The pointer
// is set for each copy.
//

#include <cuda_pipeline.h>

constexpr int BM = 16, BN = 16, BK = 16, PER_BLOCK = 64;

template <int ROWS, int COLS>
__device__ void load(float (&tile)[ROWS][COLS], const float *src, int ld,
                     int rows, int cols) {
  for (int i = threadIdx.x; i < ROWS * COLS; i += PER_BLOCK) {
    const int r = i / COLS, c = i % COLS;
    tile[r][c] = r < rows && c < cols ? src[r * ld + c] : 0.0f;
  }
}

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BM][BK], Bs_stages[2][BK][BN];
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
        const int r = threadIdx.x / (BK / 4), c = threadIdx.x % (BK / 4) * 4;
        const float *src = A + row0 * K + k0;
        const int rows = M - row0;
        const int cols = K - k0;
        __pipeline_memcpy_async(&As[r][c], &src[r * K + c], 16,
                                (r < rows && c < cols) ? 0 : 16);
      }
      {
        const int r = threadIdx.x / (BN / 4), c = threadIdx.x % (BN / 4) * 4;
        const float *src = B + k0 * N + col0;
        const int rows = K - k0;
        const int cols = N - col0;
        __pipeline_memcpy_async(&Bs[r][c], &src[r * N + c], 16,
                                (r < rows && c < cols) ? 0 : 16);
      }
    } else {
      {
        const float *src = A + row0 * K + k0;
        int rows = M - row0;
        int cols = K - k0;
        for (int i = threadIdx.x; i < BM * BK; i += PER_BLOCK) {
          const int r = i / BK, c = i % BK;
          __pipeline_memcpy_async(&As[r][c], &src[r * K + c], sizeof(float),
                                  (r < rows && c < cols) ? 0 : sizeof(float));
        }
      }
      {
        const float *src = B + k0 * N + col0;
        int rows = K - k0;
        int cols = N - col0;
        for (int i = threadIdx.x; i < BK * BN; i += PER_BLOCK) {
          const int r = i / BN, c = i % BN;
          __pipeline_memcpy_async(&Bs[r][c], &src[r * N + c], sizeof(float),
                                  (r < rows && c < cols) ? 0 : sizeof(float));
        }
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
        sums[i] +=
            As[(i * PER_BLOCK + threadIdx.x) / BN][k] * Bs[k][threadIdx.x % BN];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

__device__ void load_flat(float *tile, const float *src, int ld, int rows,
                          int cols) {
  for (int i = threadIdx.x; i < BM * BK; i += PER_BLOCK)
    tile[i] = i / BK < rows && i % BK < cols ? src[i / BK * ld + i % BK] : 0.0f;
}

// CHECK: 'flat' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    flat(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sum = 0.0f;

  static_assert(BK % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = blockDim.x == PER_BLOCK &&
                           reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    float *tile = &As[0][0];
    const float *src = A + row0 * K + k0;
    int rows = M - row0;
    int cols = K - k0;
    if (wide_copies) {
      const int row = threadIdx.x / (BK / 4), col = threadIdx.x % (BK / 4) * 4;
      __pipeline_memcpy_async(&tile[row * BK + col], &src[row * K + col], 16,
                              (row < rows && col < cols) ? 0 : 16);
    } else {
      for (int i = threadIdx.x; i < BM * BK; i += PER_BLOCK)
        __pipeline_memcpy_async(
            &tile[i], &src[i / BK * K + i % BK], sizeof(float),
            (i / BK < rows && i % BK < cols) ? 0 : sizeof(float));
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
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}
