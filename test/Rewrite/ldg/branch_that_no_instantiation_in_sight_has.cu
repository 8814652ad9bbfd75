// A kernel template whose only instance here drops a branch of `if constexpr`: another file
// instantiates it with that branch, so the text keeps both.
//
// RUN: %rewrite_and_run ldg,ldg-single walk "-DKERNELS=walk_template<32>,walk_template<31>" -DPADDED
// RUN: cuda-pipeline-rewrite --variant=ldg-single --guess %s 2>/dev/null | FileCheck %s
// CHECK: auto fetch_tile
// CHECK: if constexpr (N == 32)
// CHECK: else
// CHECK: 5.0f
// CHECK: Prologue

template <int N>
__global__ void walk_template(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if constexpr (N == 32)
      tile[t] = k + t < n ? A[k + t] : 0.0f;
    else
      tile[t] = k + t < n ? A[k + t] : 5.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

#ifndef CUDAPIPE_EXECUTOR
template __global__ void walk_template<32>(const float *, float *, int);
#endif
