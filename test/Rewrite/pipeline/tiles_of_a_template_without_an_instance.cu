// The size of a tile is a template parameter, and nothing instantiates the template: addresses in
// it have no type yet, and are read back as those that copies go to.
//
// RUN: %rewrite_and_run pipeline gemm -DTILE=16 "-DKERNEL=gemm<16>"
// RUN: FileCheck --input-file=%t.pipeline.cu %s
// CHECK: cuda::memcpy_async(&As[row * BLOCKSIZE + col], &A[row * K + k + col],

template <const int BLOCKSIZE>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BLOCKSIZE * BLOCKSIZE];
  __shared__ float Bs[BLOCKSIZE][BLOCKSIZE];
  const unsigned int col = threadIdx.x, row = threadIdx.y;
  A += blockIdx.y * BLOCKSIZE * K;
  B += blockIdx.x * BLOCKSIZE;
  C += blockIdx.y * BLOCKSIZE * N + blockIdx.x * BLOCKSIZE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += BLOCKSIZE) {
    As[row * BLOCKSIZE + col] = A[row * K + k + col];
    Bs[row][col] = B[(k + row) * N + col];
    __syncthreads();
    for (int i = 0; i < BLOCKSIZE; ++i)
      sum += As[row * BLOCKSIZE + i] * Bs[i][col];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
