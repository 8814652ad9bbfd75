// How many threads there are is known nowhere, but stores that go in steps of four
// elements, one to three apart, never meet.
//
// RUN: %rewrite_and_run cpasync columns -DKERNEL=points -DTHREADS=32 -DSTEP=32 -DA_ROWS=3
// RUN: %golden cpasync

__global__ void points(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  __shared__ float tile[32 * 4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 32) {
    const int count = min(n, first + 32) - first;
    for (int l = t; l < count; l += blockDim.x) {
      tile[l * 4 + 0] = A[(first + l) * 3 + 0];
      tile[l * 4 + 1] = A[(first + l) * 3 + 1];
      tile[l * 4 + 2] = A[(first + l) * 3 + 2];
      tile[l * 4 + 3] = B[first + l];
    }
    __syncthreads();
    for (int l = 0; l < count; ++l)
      sum = sum * 0.5f + tile[l * 4] * tile[l * 4 + 1] -
            tile[l * 4 + 2] * tile[l * 4 + 3];
    __syncthreads();
  }
  out[t] = sum;
}
