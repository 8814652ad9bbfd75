// The load phase is a lambda of the kernel, in 16-byte vectors; the walk over A
// is an argument.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][16 * 16];
  __shared__ alignas(16) float Bs_stages[2][16 * 16];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  A += blockIdx.y * 16 * K;
  B += blockIdx.x * 16;

  // Each of the 64 threads moves four floats.
  auto copy = [&](float *to, const float *from, int ld) {
    const int row = tid / 4, col = tid % 4 * 4;
    __pipeline_memcpy_async(
        reinterpret_cast<float4 *>(to + row * 16 + col),
        reinterpret_cast<const float4 *>(from + row * ld + col),
        sizeof(float4));
  };

  float acc[4] = {};

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    copy(As, A, K);
    copy(Bs, B, N);
    A += 16;
    B += 16 * N;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 16; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += As[(threadIdx.y * 4 + r) * 16 + i] * Bs[i * 16 + threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int r = 0; r < 4; ++r)
    C[(blockIdx.y * 16 + threadIdx.y * 4 + r) * N + blockIdx.x * 16 +
      threadIdx.x] = acc[r];
}
