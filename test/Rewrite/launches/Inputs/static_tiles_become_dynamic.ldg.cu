// Two stages of these tiles are more than 48 KB: the tiles become dynamic, and
// the launches say how much they take. 'partial' stays static.
//

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

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_As = A[k + t];
    next_Bs = A[k + 63 - t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += 64) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[t][0] = next_As;
    Bs[0][t] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < K)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[0][i] * (t + i);

    stage ^= 1; // The other is free: all who read it are past the barrier.
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
