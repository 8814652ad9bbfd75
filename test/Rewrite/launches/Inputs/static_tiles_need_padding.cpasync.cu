// Tiles whose sizes are no multiple of 16 bytes: the next one starts behind a
// gap, and the launch counts it.
//

#include <cuda_pipeline.h>

struct Pair {
  short low, high;
};

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  const int Rows = 81;
  extern __shared__ __align__(16) unsigned char smem[];
  auto &flags_stages = *reinterpret_cast<Pair(*)[2][Rows * 55]>(smem);
  auto &As_stages = *reinterpret_cast<float (*)[2][Rows][31]>(
      smem + (sizeof(flags_stages) + 15) / 16 * 16);
  auto &Bs_stages = *reinterpret_cast<float (*)[2][64]>(
      smem + (sizeof(flags_stages) + 15) / 16 * 16 +
      (sizeof(As_stages) + 15) / 16 * 16);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_flags;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    next_flags = A[k + t];
    __pipeline_memcpy_async(&As[t][0], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&Bs[t], &A[k + 63 - t], sizeof(float));
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &flags = flags_stages[stage];
    flags[t].low = short(next_flags * 16);
    flags[t].high = short(t);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 64 < K;
    if (has_next)
      load_tile(stage ^ 1, k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &flags = flags_stages[stage];
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (flags[i].low + flags[i].high);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  C[t] = sum;
}

constexpr int Rows = 81;

__global__ void visible(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  extern __shared__ __align__(16) unsigned char smem[];
  auto &flags_stages = *reinterpret_cast<Pair(*)[2][Rows * 55]>(smem);
  auto &As_stages = *reinterpret_cast<float (*)[2][Rows][31]>(
      smem + (sizeof(flags_stages) + 15) / 16 * 16);
  auto &Bs_stages = *reinterpret_cast<float (*)[2][64]>(
      smem + (sizeof(flags_stages) + 15) / 16 * 16 +
      (sizeof(As_stages) + 15) / 16 * 16);
  const int t = threadIdx.x;
  float sum = C[t];

  // The next tile, in registers.
  float next_flags;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    next_flags = A[k + t];
    __pipeline_memcpy_async(&As[t][0], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&Bs[t], &A[k + 63 - t], sizeof(float));
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &flags = flags_stages[stage];
    flags[t].low = short(next_flags * 16);
    flags[t].high = short(t);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 64 < K;
    if (has_next)
      load_tile(stage ^ 1, k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &flags = flags_stages[stage];
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (flags[i].low + flags[i].high);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  const size_t shared_bytes = 56256; // 2 stages of flags, As, Bs
  cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       shared_bytes);
  product<<<1, 64, shared_bytes>>>(A, C, K);
  cudaFuncSetAttribute(visible, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       (2 * Rows * 55 * sizeof(Pair) + 15) / 16 * 16 +
                       (2 * Rows * 31 * sizeof(float) + 15) / 16 * 16 +
                       2 * 64 * sizeof(float));
  visible<<<1, 64,
      (2 * Rows * 55 * sizeof(Pair) + 15) / 16 * 16 +
      (2 * Rows * 31 * sizeof(float) + 15) / 16 * 16 +
      2 * 64 * sizeof(float)>>>(A, C, K);
}
