// A call that only an instantiation resolves is the user's statement, not one of ours.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=3 %s 2>&1 >/dev/null | FileCheck %s

// CHECK: 'calls' pipelined: cpasync, 3
template <typename F>
__global__ void calls(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    F::sync();
    F f;
    f(sum);
    __syncthreads();
  }
  out[t] = sum;
}
