// Two stages of these tiles are more than 48 KB: the tiles become dynamic, and
// the launches say how much they take. 'partial' stays static.
//

#include <cuda_pipeline.h>

#define BM 64
constexpr int BN = 64;

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  // Tiles of A, and of A once more.
  extern __shared__ __align__(16) unsigned char smem[];
  auto &As_stages = *reinterpret_cast<float (*)[2][BM][BN + 1]>(smem);
  auto &Bs_stages =
      *reinterpret_cast<float (*)[2][BM][64]>(smem + sizeof(As_stages));
  __shared__ float partial[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[t][0], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&Bs[0][t], &A[k + 63 - t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < K)
      load_tile(stage ^ 1, k + 64);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[0][i] * (t + i);

    stage ^= 1; // This one is free from the next barrier on.
  }
  partial[t] = sum;
  __syncthreads();
  C[t] = sum + partial[63 - t];
}

void launch(const float *A, float *C, int K) {
  cudaStream_t stream = 0;
  if (K == 0) {
    // Nothing to add up.
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         2 * (BM * (BN + 1) + BM * 64) * sizeof(float));
    product<<<1, 64, 2 * (BM * (BN + 1) + BM * 64) * sizeof(float)>>>(A, C, K);
  } else {
    cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         2 * (BM * (BN + 1) + BM * 64) * sizeof(float));
    product<<<dim3(1), dim3(BM),
              2 * (BM * (BN + 1) + BM * 64) * sizeof(float), stream>>>(A, C, K);
  }
}
