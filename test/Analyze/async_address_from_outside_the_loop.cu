// An address that was taken in front of the loop, for use behind it too, names the first
// stage only.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cstdint>

#define CP_ASYNC_CA(dst, src, bytes)                                           \
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(dst),         \
               "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;" ::"n"(n))

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'rejected' left alone: {{.*}}'tile' is one array here and two stages in the loop{{.*}} [tile-used-outside-loop]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  uint32_t to = __cvta_generic_to_shared(&tile[t]);
  for (int k = 0; k < K; k += 64) {
    CP_ASYNC_CA(to, &A[k + t], 4);
    CP_ASYNC_COMMIT_GROUP();
    CP_ASYNC_WAIT_GROUP(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum + to % 16;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    uint32_t to = __cvta_generic_to_shared(&tile[t]);
    CP_ASYNC_CA(to, &A[k + t], 4);
    CP_ASYNC_COMMIT_GROUP();
    CP_ASYNC_WAIT_GROUP(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
