// A number of the thread that a narrow type makes negative starts a copy loop of any
// length; in a wide one it stays what it is.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: 'narrow' left alone: {{.*}} [copy-count-unknown]
__global__ void narrow(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int t = static_cast<signed char>(threadIdx.x);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64; i += 32)
      tile[i & 63] = k + i < n ? A[k + (i & 63)] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'wide' pipelined
__global__ void wide(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  const int t = static_cast<int>(threadIdx.x);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64; i += 32)
      tile[i & 63] = k + i < n ? A[k + (i & 63)] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
