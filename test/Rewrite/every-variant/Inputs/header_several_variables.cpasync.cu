// The block walks a row of A and a column of B: `a <= aEnd` ends both.
//

#include <cuda_pipeline.h>

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

  __shared__ float As_stages[2][BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float Bs_stages[2][BLOCK_SIZE][BLOCK_SIZE];

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int a, int b) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // Each thread loads one element of each matrix
    __pipeline_memcpy_async(&As[ty][tx], &A[a + wA * ty + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[b + wB * ty + tx], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (aBegin <= aEnd)
    load_tile(stage, aBegin, bBegin);
  __pipeline_commit();

  for (int a = aBegin, b = bBegin;
       a <= aEnd;
       a += aStep, b += bStep) {
    __pipeline_wait_prior(0);
    // Wait until both tiles are there
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (a + aStep <= aEnd)
      load_tile(stage ^ 1, a + aStep, b + bStep);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll

    for (int k = 0; k < BLOCK_SIZE; ++k) {
      Csub += As[ty][k] * Bs[k][tx];
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  // Every thread writes one element
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
