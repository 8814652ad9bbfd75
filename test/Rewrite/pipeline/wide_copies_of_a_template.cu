// Copies of sixteen bytes, where run-time tests say that they may be made: the size
// says the alignment. One text for two instantiations.
//
// RUN: %rewrite_and_run pipeline,pipeline3,pipeline4 wide --widen=auto \
// RUN:   "-DKERNELS=(gemm<16>)" \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,4
// RUN: %golden pipeline3

template <int BK>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][BK], Bs[BK][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum[4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int r = ty; r < 16; r += 4)
      for (int c = tx; c < BK; c += 16) {
        const int row = blockIdx.y * 16 + r;
        As[r][c] = row < M && k0 + c < K ? A[row * K + k0 + c] : 0.0f;
      }
    for (int r = ty; r < BK; r += 4) {
      const int col = blockIdx.x * 16 + tx;
      if (k0 + r < K && col < N)
        Bs[r][tx] = B[(k0 + r) * N + col];
      else
        Bs[r][tx] = 0.0f;
    }
    __syncthreads();

    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < BK; ++k)
        sum[i] += As[ty + 4 * i][k] * Bs[k][tx];
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i) {
    const int row = blockIdx.y * 16 + ty + 4 * i, col = blockIdx.x * 16 + tx;
    if (row < M && col < N)
      C[row * N + col] = sum[i];
  }
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
template __global__ void gemm<32>(const float *, const float *, float *, int,
                                  int, int);
