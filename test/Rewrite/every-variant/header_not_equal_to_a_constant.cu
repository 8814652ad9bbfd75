// Up to a constant, `k != 32`: trips as far in front of the end as others would be
// behind it are not taken for the same.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=3 %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: remark: K-loop in 'sum' pipelined
// CHECK-NOT: error

__global__ void __launch_bounds__(64)
    sum(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  constexpr int n = 32;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k != n; k += 8) {
    tile[t] = A[k * 8 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * t;
    __syncthreads();
  }
  C[t] = sum;
}
