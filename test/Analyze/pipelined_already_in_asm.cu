// Pipelines in cp.async: a wait that leaves groups in flight, an address that goes
// round.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cstdint>

#define CP_ASYNC_CA(dst, src, bytes)                                           \
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(dst),         \
               "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;" ::"n"(n))

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'groups' left alone: {{.*}}this wait leaves copies in flight{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
__global__ void groups(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[1][t] = 0.0f;
  for (int k = 0; k < K; k += 64) {
    uint32_t to = __cvta_generic_to_shared(&tile[k / 64 % 2][t]);
    CP_ASYNC_CA(to, &A[k + t], 4);
    CP_ASYNC_COMMIT_GROUP();
    CP_ASYNC_WAIT_GROUP(1);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(k / 64 + 1) % 2][i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'address' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 12]]:{{[0-9]+}}: note: here
__global__ void address(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  uint32_t to = __cvta_generic_to_shared(&tile[0][t]);
  CP_ASYNC_CA(to, &A[t], 4);
  CP_ASYNC_COMMIT_GROUP();
  for (int k = 0; k < K; k += 64) {
    CP_ASYNC_WAIT_GROUP(0);
    __syncthreads();
    CP_ASYNC_CA(to ^ 256, &A[k + 64 + t], 4);
    CP_ASYNC_COMMIT_GROUP();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
    to ^= 256;
  }
  C[t] = sum;
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
