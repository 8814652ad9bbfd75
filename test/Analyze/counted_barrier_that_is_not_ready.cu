// The first copies start in front of the loop: the barrier that counts them must
// be ready there, for all threads.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: remark: K-loop in 'in_the_trip' left alone: {{.*}}no barrier of the block stands between this and the loop{{.*}} [counted-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:5: note: here
__global__ void in_the_trip(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    // alone
    init(&bar, blockDim.x);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'in_front' pipelined: cpasync
__global__ void in_front(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
  }
  C[t] = sum;
}
