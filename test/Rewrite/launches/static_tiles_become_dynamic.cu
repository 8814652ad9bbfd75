// Two stages of these tiles are more than 48 KB: the tiles become dynamic, and
// the launches say how much they take. 'partial' stays static.
//
// RUN: %rewrite_and_run cpasync,ldg launched
// RUN: %golden cpasync
// RUN: %golden ldg

#define BM 64
constexpr int BN = 64;

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  // Tiles of A, and of A once more.
  __shared__ float As[BM][BN + 1];
  __shared__ float Bs[BM][64];
  __shared__ float partial[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t][0] = A[k + t];
    Bs[0][t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[0][i] * (t + i);
    __syncthreads();
  }
  partial[t] = sum;
  __syncthreads();
  C[t] = sum + partial[63 - t];
}

void launch(const float *A, float *C, int K) {
  cudaStream_t stream = 0;
  if (K == 0)
    // Nothing to add up.
    product<<<1, 64>>>(A, C, K);
  else
    product<<<dim3(1), dim3(BM), 0, stream>>>(A, C, K);
}
