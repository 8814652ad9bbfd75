// A template for two tile sizes, launched in the file: one text for both,
// and for any other.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto "-DKERNEL=gemm<16>" \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,16
// RUN: %rewrite_and_run cpasync wide --widen=auto "-DKERNEL=gemm<8>" \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto "-DKERNEL=gemm<6>" \
// RUN:   -DBLOCK_M=6 -DBLOCK_N=6 -DBLOCK_K=6 -DTHREADS=6,6
// RUN: %rewrite_and_run cpasync wide --widen=auto "-DKERNEL=gemm<32>" \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=32 -DTHREADS=32,32
// RUN: %golden cpasync

template <int TILE>
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int x = 0; x < TILE; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void run(const float *A, const float *B, float *C, int n, bool large) {
  if (large)
    gemm<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n, n, n);
  else
    gemm<8><<<dim3(n / 8, n / 8), dim3(8, 8)>>>(A, B, C, n, n, n);
}
