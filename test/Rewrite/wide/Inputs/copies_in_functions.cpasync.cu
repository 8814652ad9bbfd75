// A function loads the tiles, element by element: its body takes the place of
// the calls, and is copied 16 bytes at a time. Where that is no help, the function
// stays.
//

#include <cuda_pipeline.h>

__device__ void load_tile(float (*tile)[16], const float *__restrict__ from,
                          int row, int col, int rows, int cols) {
  float v = 0.0f;
  if (row < rows && col < cols)
    v = from[row * cols + col];
  tile[threadIdx.y][threadIdx.x] = v;
}

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][16][16],
      Bs_stages[STAGES][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tiles = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const unsigned int r = thread / 4, c = thread % 4 * 4;
        const int load_row = blockIdx.y * 16 + static_cast<int>(r);
        const int col = k + static_cast<int>(c);
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + col], 16,
                                (load_row < M && col < K) ? 0 : 16);
      }
      if (thread < 64) {
        const unsigned int r = thread / 4, c = thread % 4 * 4;
        const int row = k + static_cast<int>(r);
        const int load_col = blockIdx.x * 16 + static_cast<int>(c);
        __pipeline_memcpy_async(&Bs[r][c], &B[row * N + load_col], 16,
                                (row < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      {
        int col = k + tx;
        As[threadIdx.y][threadIdx.x] =
            row < M && col < K ? A[row * K + col] : 0.0f;
      }
      {
        int row = k + ty;
        Bs[threadIdx.y][threadIdx.x] =
            row < K && col < N ? B[row * N + col] : 0.0f;
      }
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_tiles(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tiles(load_stage, k_load);
      k_load += 16;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__device__ void load_plain(float (*tile)[16], const float *__restrict__ from,
                           int row, int col, int rows, int cols) {
  tile[threadIdx.y][threadIdx.x] =
      row < rows && col < cols ? from[row * cols + col] : 0.0f;
}

// CHECK: 'plain' pipelined: cpasync in wide copies
__global__ void plain(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.y == 16 && reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_As = [&](int stage, int k) {
    auto &As = As_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const unsigned int r = thread / 4, c = thread % 4 * 4;
        const int load_row = blockIdx.y * 16 + static_cast<int>(r);
        const int col = k + static_cast<int>(c);
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + col], 16,
                                (load_row < M && col < K) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      int col = k + tx;
      As[threadIdx.y][threadIdx.x] =
          row < M && col < K ? A[row * K + col] : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_As(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_As(load_stage, k_load);
      k_load += 16;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];

    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__device__ void load_turned(float (*tile)[16], const float *__restrict__ from,
                            int row, int col, int rows, int cols) {
  __pipeline_memcpy_async(&tile[threadIdx.x][threadIdx.y],
                          &from[row * cols + col], sizeof(float),
                          (row < rows && col < cols) ? 0 : sizeof(float));
}

// CHECK: 'turned' pipelined: cpasync, 2
__global__ void turned(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_stage = [&](int stage, int k) {
    auto &As = As_stages[stage];
    load_turned(As, A, row, k + tx, M, K);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_stage(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_stage(stage ^ 1, k + 16);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int x = 0; x < 16; ++x)
      sum += As[x][ty] * (k + x + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
