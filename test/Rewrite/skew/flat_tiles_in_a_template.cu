// The same tile as a flat array, in a template, filled by float4 and read
// through a reference, a pointer into a group, and a function that gets one.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm --pad=auto -DBLOCK_M=16 -DBLOCK_N=64 -DBLOCK_K=8
// RUN: %golden cpasync
//
// Another instantiation has plain columns.
// RUN: sed 's/<float, 16, 64, 8, 8>/<float, 16, 32, 8, 8>/; s/, 128>>>/, 64>>>/' %s > %t.of32.cu
// RUN: sed 's/<float, 16, 64, 8, 8>/<float, 16, 32, 8, 8>/; s/, 128>>>/, 64>>>/' \
// RUN:   %t.cpasync.cu > %t.of32.cpasync.cu
// RUN: grep '<float, 16, 32, 8, 8><<<dim3(1, M / 16), 64>>>' %t.of32.cpasync.cu
// RUN: %run_on_cpu %S/../Inputs/launched_gemm.driver.cu %t.of32.cu %t.of32.cpasync.cu \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=32 -DBLOCK_K=8

__device__ float dot4(const float *b, float a, float sum) {
  for (int j = 0; j < 4; ++j)
    sum = fmaf(a, b[j], sum);
  return sum;
}

template <typename T, int BM, int BN, int BK, int TN>
__global__ void products(const T *__restrict__ A, const T *__restrict__ B,
                         T *__restrict__ C, int M, int N, int K) {
  __shared__ T Bs[BK * BN];

  const unsigned tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  const int row = threadIdx.x / (BN / 4), column = threadIdx.x % (BN / 4);
  const T *a = A + (blockIdx.y * BM + ty) * K;
  T acc[TN] = {}, all = 0;

  for (int k0 = 0; k0 < K; k0 += BK) {
    *reinterpret_cast<float4 *>(&Bs[row * BN + column * 4]) =
        *reinterpret_cast<const float4 *>(&B[(k0 + row) * N + column * 4]);
    __syncthreads();

    for (int k = 0; k < BK; ++k) {
      const T *b = &Bs[k * BN + tx * TN];
      for (int j = 0; j < TN; ++j)
        acc[j] = fmaf(a[k0 + k], b[j], acc[j]);
      auto &first = Bs[k * BN + tx * TN + 1];
      all += first + b[0];
      all = dot4(&Bs[k * BN + tx * TN + 4], a[k0 + k], all);
    }
    __syncthreads();
  }

  for (int j = 0; j < TN; ++j)
    C[(blockIdx.y * BM + ty) * N + tx * TN + j] = acc[j] + all;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  products<float, 16, 64, 8, 8><<<dim3(1, M / 16), 128>>>(A, B, C, M, N, K);
}
