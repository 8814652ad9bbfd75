// Some lanes of a warp skip the loop, and have not ended: they come to no __syncwarp() in it, so
// there is none, though nvcc may sink the loads. In the twin, all lanes are there.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=some -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=all -o - %s | FileCheck %s --check-prefix=ALL
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=some -o - %s | FileCheck %s
//
// CHECK: KERNEL(some)
// CHECK-NOT: __syncwarp
// CHECK: KERNEL(all)
// ALL: KERNEL(all)
// ALL: __syncwarp();

#define KERNEL(name) __global__ void name(const float *__restrict__ A, float *__restrict__ C, int K)

KERNEL(some) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 40) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 40; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  }
  C[t] = sum;
}

KERNEL(all) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 40; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
