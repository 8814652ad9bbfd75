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

// Two stages by hand, each row's place set anew from the stage; the fragments of
// the next step are read behind the barrier, from the tile that has just landed.
//
// CHECK: :[[#@LINE + 18]]:3: remark: K-loop in 'stages' left alone: {{.*}}the loop switches between buffers{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 25]]:{{[0-9]+}}: note: here
__global__ void stages(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[2 * 4][16];
  const int t = threadIdx.x;
  float sum = 0.0f, kept = 0.0f;
  int store = 0, load = 0, store_row = 0, load_row = 0, row = 0;
  row = store_row + t / 16;
  {
    uint32_t to = __cvta_generic_to_shared(&tile[row][t % 16]);
    CP_ASYNC_CA(to, &A[t], 4);
  }
  CP_ASYNC_COMMIT_GROUP();
  CP_ASYNC_WAIT_GROUP(0);
  __syncthreads();
  kept = tile[load_row][t % 16];

  for (int k = 64; k < K; k += 64) {
    for (int i = 1; i < 4; ++i)
      sum += tile[load_row + i][t % 16] * kept;
    store = (store + 1) % 2;
    store_row = store * 4;
    row = store_row + t / 16;
    for (int i = 0; i < 1; ++i) {
      uint32_t to = __cvta_generic_to_shared(&tile[row][t % 16]);
      CP_ASYNC_CA(to, &A[k + t], 4);
      row += 4;
    }
    load = (load + 1) % 2;
    load_row = load * 4;
    CP_ASYNC_COMMIT_GROUP();
    CP_ASYNC_WAIT_GROUP(0);
    __syncthreads();
    kept = tile[load_row][t % 16];
  }
  C[t] = sum + kept;
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
