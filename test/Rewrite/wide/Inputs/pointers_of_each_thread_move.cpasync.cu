// Each thread has pointers of its own, and moves them along from tile to tile:
// copied 16 bytes at a time, from where the pointers start and have come to.
//

// CHECK: 'gemm' pipelined: cpasync in wide copies
#include <cuda_pipeline.h>

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
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const int r = thread / 4, c = thread % 4 * 4;
        const int load_row = blockIdx.y * 16 + r;
        __pipeline_memcpy_async(&As[r][c], A + load_row * K + c + k, 16,
                                (load_row < M && k + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * 16 + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[r * N + load_col] + size_t(k) * N,
                                16, (k + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? *(A + row * K + tx + k) : 0.0f;
      Bs[ty][tx] =
          k + ty < K && col < N ? *(&B[ty * N + col] + size_t(k) * N) : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_tile(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
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

// Tiles are counted, and what is loaded passes through variables.
// CHECK: 'by_tiles' pipelined: cpasync in wide copies
__global__ void by_tiles(const float *__restrict__ A,
                         const float *__restrict__ B, float *__restrict__ C,
                         int M, int N, int K) {
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
  auto load_tile = [&](int stage, int tile) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    const int element = thread * (wide_copies ? 4 : 1);
    if (element < 256) {
      const int r = element / 16, c = element % 16;
      const int load_row = blockIdx.y * 16 + r;
      const bool inside_As = load_row < M && tile * 16 + c < K;
      const int load_col = blockIdx.x * 16 + c;
      const bool inside_Bs = tile * 16 + r < K && load_col < N;
      if (wide_copies) {
        __pipeline_memcpy_async(&As[r][c],
                                A + load_row * K + c + size_t(tile) * 16, 16,
                                inside_As ? 0 : 16);
        __pipeline_memcpy_async(&Bs[r][c],
                                B + r * N + load_col + size_t(tile) * (16 * N),
                                16, inside_Bs ? 0 : 16);
      } else {
        // Plain loads, not overlapped: cp.async of 4 bytes is slower.
        As[r][c] =
            inside_As ? *(A + load_row * K + c + size_t(tile) * 16) : 0.0f;
        Bs[r][c] = inside_Bs ? *(B + r * N + load_col + size_t(tile) * (16 * N))
                             : 0.0f;
      }
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  const int num_tiles = (K + 15) / 16;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < num_tiles)
      load_tile(stage, stage);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int tile_load = STAGES - 1; // Kept ahead of tile: fewer registers.

  for (int tile = 0; tile < num_tiles; ++tile) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (tile_load < num_tiles) {
      load_tile(load_stage, tile_load);
      ++tile_load;
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

// CHECK: 'in_the_header' pipelined: cpasync in wide copies
__global__ void in_the_header(const float *__restrict__ A,
                              const float *__restrict__ B,
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
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const int r = thread / 4, c = thread % 4 * 4;
        const int load_row = blockIdx.y * 16 + r;
        __pipeline_memcpy_async(&As[r][c], A + load_row * K + c + k, 16,
                                (load_row < M && k + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * 16 + c;
        __pipeline_memcpy_async(&Bs[r][c], B + r * N + load_col + size_t(k) * N,
                                16, (k + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? *(A + row * K + tx + k) : 0.0f;
      Bs[ty][tx] =
          k + ty < K && col < N ? *(B + ty * N + col + size_t(k) * N) : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_tile(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
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

// Parameters are moved to where the thread starts.
// CHECK: 'parameters' pipelined: cpasync in wide copies
__global__ void parameters(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
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
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const int r = thread / 4, c = thread % 4 * 4;
        const int load_row = blockIdx.y * 16 + r;
        __pipeline_memcpy_async(&As[r][c], A + (load_row * K + c) + k, 16,
                                (load_row < M && k + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * 16 + c;
        __pipeline_memcpy_async(&Bs[r][c],
                                B + (r * N + load_col) + size_t(k) * N, 16,
                                (k + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? *(A + (row * K + tx) + k) : 0.0f;
      Bs[ty][tx] =
          k + ty < K && col < N ? *(B + (ty * N + col) + size_t(k) * N) : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_tile(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
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
