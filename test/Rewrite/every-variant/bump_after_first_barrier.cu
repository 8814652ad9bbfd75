// Pointers move right after the barrier that publishes the tile, in a template
// that this file does not instantiate.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 \
// RUN:   "-DKERNEL=gemm<16>"

template <const int BLOCKSIZE>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  // the output block that we want to compute in this threadblock
  const unsigned int cRow = blockIdx.y;
  const unsigned int cCol = blockIdx.x;

  __shared__ float As[BLOCKSIZE * BLOCKSIZE];
  __shared__ float Bs[BLOCKSIZE * BLOCKSIZE];

  const unsigned int threadCol = threadIdx.x % BLOCKSIZE;
  const unsigned int threadRow = threadIdx.y;

  A += cRow * BLOCKSIZE * K;
  B += cCol * BLOCKSIZE;
  C += cRow * BLOCKSIZE * N + cCol * BLOCKSIZE;

  float tmp = 0.0;
  for (int bkIdx = 0; bkIdx < K; bkIdx += BLOCKSIZE) {
    As[threadRow * BLOCKSIZE + threadCol] = A[threadRow * K + threadCol];
    Bs[threadRow * BLOCKSIZE + threadCol] = B[threadRow * N + threadCol];

    // block threads until the cache is fully populated
    __syncthreads();
    A += BLOCKSIZE;
    B += BLOCKSIZE * N;

    // dot product on the cached block
    for (int dotIdx = 0; dotIdx < BLOCKSIZE; ++dotIdx) {
      tmp += As[threadRow * BLOCKSIZE + dotIdx] *
             Bs[dotIdx * BLOCKSIZE + threadCol];
    }
    // synchronize again, so that faster threads do not
    // fetch the next block while slower ones still compute
    __syncthreads();
  }
  C[threadRow * N + threadCol] = tmp;
}
