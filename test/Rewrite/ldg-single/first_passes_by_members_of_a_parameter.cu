// Arrays are told apart by the members that lead to them: of each, some elements are
// loaded early.
//
// RUN: %rewrite_and_run ldg-single bodies_by_members
// RUN: FileCheck %s < %t.ldg-single.cu

struct Bodies {
  const float *x, *y;
};

// CHECK: next_tile_x[pass] = bodies.x[base + j];
// CHECK: next_tile_y[pass] = bodies.y[base + j];
// CHECK: // Behind the first 2 passes: loaded in place.
__global__ void pull(const Bodies bodies, float *out, int n) {
  __shared__ float tile_x[256], tile_y[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int base = 0; base < n; base += 256) {
    for (int j = threadIdx.x; j < 256; j += blockDim.x)
      if (base + j < n) {
        tile_x[j] = bodies.x[base + j];
        tile_y[j] = bodies.y[base + j];
      } else {
        tile_x[j] = 0.0f;
        tile_y[j] = 0.0f;
      }
    __syncthreads();

    for (int j = 0; j < 256; ++j)
      sum = sum * 0.5f + tile_x[j] * tile_y[j];
    __syncthreads();
  }
  if (i < n)
    out[i] = sum;
}
