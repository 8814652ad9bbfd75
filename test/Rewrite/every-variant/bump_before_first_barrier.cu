// Pointers move in the load phase, right after the loads.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DLOOSE \
// RUN:   "-DKERNEL=gemm<16,16,16>"

template <int BM, int BN, int BK>
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  const int threadRow = threadIdx.y;
  const int threadCol = threadIdx.x;

  // move to the beginning of this block's row and column
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float tmp = 0.0f;
  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    // every thread loads one element of each tile
    As[threadRow * BK + threadCol] = A[threadRow * K + threadCol];
    Bs[threadRow * BN + threadCol] = B[threadRow * N + threadCol];
    // on to the next tile
    A += BK;
    B += BK * N;
    __syncthreads();

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      tmp += As[threadRow * BK + dotIdx] * Bs[dotIdx * BN + threadCol];
    }
    __syncthreads();
  }
  C[threadRow * N + threadCol] = tmp;
}

template __global__ void gemm<16, 16, 16>(const float *, const float *, float *,
                                          int, int, int);
