// Tiles in dynamic memory are pointers, and have no sizes in their declaration: what
// wide copies divide by goes by the names that the user's loops over the elements
// have for it. Where these are numbers, numbers they stay.
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm --widen=auto \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=64 -DBLOCK_K=16 -DRAGGED -DUSE=0
// RUN: %rewrite_and_run cpasync launched_gemm --widen=auto \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=64 -DBLOCK_K=16 -DRAGGED -DUSE=1
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: named(const float
// CHECK: static_assert(BK % 4 == 0
// CHECK: static_assert(BN % 4 == 0
// CHECK: tid / (BK / 4), c = tid % (BK / 4) * 4;
// CHECK: i < BK * BN / 4
// CHECK: / (BN / 4), c = {{.*}} % (BN / 4) * 4;
//
// CHECK-LABEL: numbers(const float
// CHECK-NOT: static_assert
// CHECK: tid / 4, c = tid % 4 * 4;

#ifndef USE
#define USE 0
#endif

constexpr int BM = 32, BN = 64, BK = 16, TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    named(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[];
  float *As = smem;           // BM x BK
  float *Bs = smem + BM * BK; // BK x BN
  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[r * BK + c] =
          row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0.0f;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      Bs[r * BN + c] =
          k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[(ty * TM + i) * BK + k] * Bs[k * BN + tx * TN + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      if (row0 + ty * TM + i < M && col0 + tx * TN + j < N)
        C[(row0 + ty * TM + i) * N + col0 + tx * TN + j] = acc[i][j];
}

__global__ void __launch_bounds__(THREADS)
    numbers(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[];
  float *As = smem;           // BM x BK
  float *Bs = smem + BM * BK; // BK x BN
  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < 32 * 16; i += THREADS) {
      const int r = i / 16, c = i % 16;
      As[r * 16 + c] =
          row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0.0f;
    }
    for (int i = tid; i < 16 * 64; i += THREADS) {
      const int r = i / 64, c = i % 64;
      Bs[r * 64 + c] =
          k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[(ty * TM + i) * BK + k] * Bs[k * BN + tx * TN + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      if (row0 + ty * TM + i < M && col0 + tx * TN + j < N)
        C[(row0 + ty * TM + i) * N + col0 + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  const size_t bytes = (BM * BK + BK * BN) * sizeof(float);
  if (USE == 0)
    named<<<grid, THREADS, bytes>>>(A, B, C, M, N, K);
  else
    numbers<<<grid, THREADS, bytes>>>(A, B, C, M, N, K);
}
