// A flat index is split by >> and &: no element is stored twice.
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16

__global__ void __launch_bounds__(32)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int N, int K) {
  __shared__ __align__(16) float As[16][16 + 4];
  __shared__ __align__(16) float Bs[16 * 16];
  const int t = threadIdx.x;
  float sum[8] = {};
  for (int k = 0; k < K; k += 16) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int v = t + i * 32, r = v >> 2, c = (v & 3) << 2;
      *reinterpret_cast<float4 *>(&As[r][c]) = *reinterpret_cast<const float4 *>(
          &A[(size_t)(blockIdx.y * 16 + r) * K + k + c]);
      *reinterpret_cast<float4 *>(&Bs[(r << 4) + c]) = *reinterpret_cast<const float4 *>(
          &B[(size_t)(k + r) * N + blockIdx.x * 16 + c]);
    }
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 8; ++i)
        sum[i] += As[t / 16 * 8 + i][x] * Bs[x * 16 + t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[(blockIdx.y * 16 + t / 16 * 8 + i) * N + blockIdx.x * 16 + t % 16] = sum[i];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  gemm<<<dim3(N / 16, M / 16), 32>>>(A, B, C, N, K);
}
