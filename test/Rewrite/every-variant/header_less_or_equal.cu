// The bound is inclusive, and three variables move.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DWHOLE

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];

  const int tid = threadIdx.x;
  const int aBegin = 0;
  const int aEnd = n - 1;
  const int aStep = 32;
  float sum = 0.0f;

  // Loop over all tiles that this block needs.
  for (int a = aBegin, b = n - 32, count = 1; a <= aEnd;
       a += aStep, b -= aStep, ++count) {
    // Load a value from the front and one from the back.
    tile[tid] = A[a + tid] - 2.0f * A[b + tid];

    // Synchronize to make sure the tile is loaded.
    __syncthreads();

    for (int k = 0; k < 32; ++k)
      sum = sum * 0.5f + tile[(tid + k) % 32] * count;

    // Synchronize before the next tile is loaded.
    __syncthreads();
  }

  out[tid] = sum;
}
