// The thread that copies is the first in all dimensions: others may have its x.
//
// RUN: %rewrite_and_run bulk2,bulk3 chunks --widen=auto -DCHUNK=64 -DTHREADS=32
// RUN: FileCheck %s --input-file=%t.bulk2.cu
// CHECK: if (threadIdx.x + threadIdx.y + threadIdx.z == 0)

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.y * 8 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64; i += 32)
      tile[i] = k + i < n ? a[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

inline void run(const float *a, const float *b, float *out, int n) {
  sums<<<1, dim3(8, 4)>>>(a, out, n);
}
