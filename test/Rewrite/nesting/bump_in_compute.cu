// The source pointer moves on behind compute. There is one load phase, at the top
// of the trip, so no barrier is needed in front of the first tile.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single persistent
// RUN: FileCheck %s < %t.ldg.cu

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;

  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *x = A + row * n;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
      tile[t] = k + t < n ? x[t] : 0.0f;
      __syncthreads();

      for (int i = 0; i < 64; ++i)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];
      x += 64;
      __syncthreads();
    }
    out[row * 64 + t] = sum;
  }
}

// CHECK: auto fetch_tile
// CHECK-NOT: __syncthreads();
// CHECK: // Prologue
