// Two stages of these tiles fit into static shared memory, three do not: they
// become dynamic, and the launch says how much they take.
//
//
// Two stay static:
// CHECK: +  __shared__ float As_stages[2][64][65];

#include <cuda_pipeline.h>

#define BM 64

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  constexpr int STAGES = 3;
  extern __shared__ __align__(16) unsigned char smem[];
  auto &As_stages = *reinterpret_cast<float (*)[STAGES][64][65]>(smem);
  auto &Bs_stages =
      *reinterpret_cast<float (*)[STAGES][64]>(smem + sizeof(As_stages));
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[t][0], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&Bs[t], &A[k + 63 - t], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < K)
      load_tile(stage, stage * 64);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (t + i);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  const size_t shared_bytes = 3 * (64 * 65 + 64) * sizeof(float);
  cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       shared_bytes);
  product<<<1, BM, shared_bytes>>>(A, C, K);
}
