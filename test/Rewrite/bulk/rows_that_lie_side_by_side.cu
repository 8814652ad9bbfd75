// A tile of rows is one run of bytes where the next row begins at the end of the last; the
// guard of its last element tells whether there is all of it.
//
// RUN: %rewrite_and_run bulk2,bulk3 chunks --widen=auto -DCHUNK=64 -DTHREADS=16
// RUN: FileCheck %s --input-file=%t.bulk2.cu
// CHECK: if (bulk_copies && k + 3 * 16 + 15 < n) {
// CHECK: cuda::device::memcpy_async_tx(&tile[0][0], &a[k],

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n) {
  __shared__ float tile[4][16];
  const int c = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int r = 0; r < 4; ++r)
      tile[r][c] = k + r * 16 + c < n ? a[k + r * 16 + c] : 0.0f;
    __syncthreads();
    for (int r = 0; r < 4; ++r)
      sum = sum * 0.5f + tile[r][15 - c];
    __syncthreads();
  }
  out[c] = sum;
}

inline void run(const float *a, const float *b, float *out, int n) {
  sums<<<1, 16>>>(a, out, n);
}
