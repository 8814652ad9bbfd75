// What fills behind the end is a zero in this build, and by an #if another number in
// another one: the user is told.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 >/dev/null | FileCheck %s

#ifdef X
constexpr float fill = 2.0f;
#else
constexpr float fill = 0.0f;
#endif
constexpr float zero = 0.0f;

// CHECK: asynchronous copies fill with zeros, and 'fill' may be something else in another build
__global__ void chosen(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : fill;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-NOT: fill with zeros
// CHECK: 'the_same' pipelined
// CHECK-NOT: fill with zeros
__global__ void the_same(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : zero;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
