// References to arrays in dynamic memory, and to a struct in it, are set in
// front of the loop. Each trip sets them for its stage.
//

#include <cuda_pipeline.h>

constexpr int T = 32;

struct Tiles {
  float a[T][T];
  float b[T][T];
};

__global__ void by_arrays(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  extern __shared__ float smem[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

  float acc = 0.0f;

  // From one stage of the tiles to the next.
  constexpr int stage_size = sizeof(Tiles) / sizeof(float);
  auto *const smem_stages = smem;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(smem) % 16 == 0 &&
                           reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto *smem = smem_stages + stage * stage_size;
    // The tiles, as arrays of rows.
    float (&As)[T][T] = *reinterpret_cast<float (*)[T][T]>(smem);
    auto &Bs = *reinterpret_cast<float (*)[T][T]>(smem + T * T);
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 256) {
        const int r = thread / 8, c = thread % 8 * 4;
        const int load_row = blockIdx.y * T + r;
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + k0 + c], 16,
                                (load_row < M && k0 + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * T + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[(k0 + r) * N + load_col], 16,
                                (k0 + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
      Bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + T < K)
      load_tile(stage ^ 1, k0 + T);
    __pipeline_commit();

    auto *smem = smem_stages + stage * stage_size;

    float (&As)[T][T] = *reinterpret_cast<float (*)[T][T]>(smem);
    auto &Bs = *reinterpret_cast<float (*)[T][T]>(smem + T * T);
    for (int k = 0; k < T; ++k)
      acc += As[ty][k] * Bs[k][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

__global__ void by_struct(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  extern __shared__ char bytes[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

  float acc = 0.0f;

  // From one stage of the tiles to the next.
  constexpr int stage_size = sizeof(Tiles);
  auto *const bytes_stages = bytes;

  static_assert(T % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(bytes) % 16 == 0 &&
                           reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto *bytes = bytes_stages + stage * stage_size;
    Tiles &tiles = *reinterpret_cast<Tiles *>(bytes);
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < T * T / 4) {
        const int r = thread / (T / 4), c = thread % (T / 4) * 4;
        const int load_row = blockIdx.y * T + r;
        __pipeline_memcpy_async(&tiles.a[r][c], &A[load_row * K + k0 + c], 16,
                                (load_row < M && k0 + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * T + c;
        __pipeline_memcpy_async(&tiles.b[r][c], &B[(k0 + r) * N + load_col], 16,
                                (k0 + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      tiles.a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
      tiles.b[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + T < K)
      load_tile(stage ^ 1, k0 + T);
    __pipeline_commit();

    auto *bytes = bytes_stages + stage * stage_size;

    Tiles &tiles = *reinterpret_cast<Tiles *>(bytes);
    for (int k = 0; k < T; ++k)
      acc += tiles.a[ty][k] * tiles.b[k][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

// A row of the struct has a pointer of its own.
__global__ void by_row(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  extern __shared__ Tiles both[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

  float acc = 0.0f;

  // From one stage of the tiles to the next.
  constexpr int stage_size = 1;
  auto *const both_stages = both;

  static_assert(T % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(both) % 16 == 0 &&
                           reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto *both = both_stages + stage * stage_size;
    Tiles &tiles = both[0];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < T * T / 4) {
        const int r = thread / (T / 4), c = thread % (T / 4) * 4;
        const int load_row = blockIdx.y * T + r;
        __pipeline_memcpy_async(&tiles.a[r][c], &A[load_row * K + k0 + c], 16,
                                (load_row < M && k0 + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * T + c;
        __pipeline_memcpy_async(&tiles.b[r][c], &B[(k0 + r) * N + load_col], 16,
                                (k0 + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      tiles.a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
      tiles.b[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += T) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + T < K)
      load_tile(stage ^ 1, k0 + T);
    __pipeline_commit();

    auto *both = both_stages + stage * stage_size;

    Tiles &tiles = both[0];
    const float *a_row = tiles.a[ty];
    for (int k = 0; k < T; ++k)
      acc += a_row[k] * tiles.b[k][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

#ifndef USE
#define USE 0
#endif

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + T - 1) / T, (M + T - 1) / T), block(T, T);
  const size_t bytes = sizeof(Tiles);
  if (USE == 0)
    by_arrays<<<grid, block, 2 * bytes>>>(A, B, C, M, N, K);
  else if (USE == 1)
    by_struct<<<grid, block, 2 * bytes>>>(A, B, C, M, N, K);
  else
    by_row<<<grid, block, 2 * bytes>>>(A, B, C, M, N, K);
}
