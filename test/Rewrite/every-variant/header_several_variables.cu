// The block walks a row of A and a column of B: `a <= aEnd` ends both.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DLOOSE \
// RUN:   "-DKERNEL=gemm<16>"
// RUN: %golden cpasync
// RUN: %golden ldg

template <int BLOCK_SIZE>
__global__ void gemm(const float *A, const float *B, float *C, int, int wB,
                     int wA) {
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;

  // First and last tile of A that this block needs, and the step between them
  int aBegin = wA * BLOCK_SIZE * by;
  int aEnd   = aBegin + wA - 1;
  int aStep  = BLOCK_SIZE;

  // The same for B
  int bBegin = BLOCK_SIZE * bx;
  int bStep  = BLOCK_SIZE * wB;

  // The element of C that this thread computes
  float Csub = 0;

  for (int a = aBegin, b = bBegin;
       a <= aEnd;
       a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];

    // Each thread loads one element of each matrix
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];

    // Wait until both tiles are there
    __syncthreads();

#pragma unroll

    for (int k = 0; k < BLOCK_SIZE; ++k) {
      Csub += As[ty][k] * Bs[k][tx];
    }

    // Nobody may go on while others compute
    __syncthreads();
  }

  // Every thread writes one element
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
