// A thread loads several elements in inner loops of constant stride. How many threads
// there are is all that the load says of the block: that is what is tested.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=16 -DTHREADS=8,8 -DLOOSE
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto %s -o %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s

// CHECK: blockDim.x * blockDim.y == 64 &&

#define BM 32
#define BN 32
#define BK 16
#define TM 4
#define TN 4

extern "C" __global__ void gemm(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int aRow = tid / BK, aCol = tid % BK;
  const int bRow = tid / BN, bCol = tid % BN;
  float acc[TM][TN] = {};

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;

  for (int k0 = 0; k0 < K; k0 += BK) {
    #pragma unroll
    for (int i = 0; i < BM; i += 64 / BK)
      As[aRow + i][aCol] = A[(aRow + i) * K + aCol];
    #pragma unroll
    for (int i = 0; i < BK; i += 64 / BN) {
      Bs[bRow + i][bCol] = B[(bRow + i) * N + bCol];
    }
    __syncthreads();

    A += BK;
    B += BK * N;

    #pragma unroll
    for (int k = 0; k < BK; ++k)
      #pragma unroll
      for (int i = 0; i < TM; ++i)
        #pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[threadIdx.y * TM + i][k] * Bs[k][threadIdx.x * TN + j];
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(blockIdx.y * BM + threadIdx.y * TM + i) * N + blockIdx.x * BN +
        threadIdx.x * TN + j] = acc[i][j];
}
