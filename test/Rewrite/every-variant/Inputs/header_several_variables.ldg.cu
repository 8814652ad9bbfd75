// The block walks a row of A and a column of B: `a <= aEnd` ends both.
//

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

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int a, int b) {
    // Each thread loads one element of each matrix
    next_As = A[a + wA * ty + tx];
    next_Bs = B[b + wB * ty + tx];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (aBegin <= aEnd)
    fetch_tile(aBegin, bBegin);

  for (int a = aBegin, b = bBegin;
       a <= aEnd;
       a += aStep, b += bStep) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[ty][tx] = next_As;
    Bs[ty][tx] = next_Bs;

    // Wait until both tiles are there
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (a + aStep <= aEnd)
      fetch_tile(a + aStep, b + bStep);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll

    for (int k = 0; k < BLOCK_SIZE; ++k) {
      Csub += As[ty][k] * Bs[k][tx];
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  // Every thread writes one element
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);
