// Rings over mbarriers: how the stage and its parity go on does not matter, nor does a
// barrier that is in front of the first trip. One buffer with the same parity is none.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

__device__ void load(float *to, const float *x, int k, u64 *full) {
  f_bytes(full, 1024);
  f_row(to, x + k * 256, 1024, full);
}

// CHECK: K-loop in 'turns_over' left alone: {{.*}}a ring of 3 stages without roles: a trip waits for what an earlier one has started [already-pipelined]
template <int S> __global__ void turns_over(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[S * 256];
  __shared__ u64 full[S];
  const int t = threadIdx.x;
  float sum = 0;
  if (t == 0)
    for (int s = 0; s < S && s < K; ++s)
      load(tile + s * 256, x, s, &full[s]);
  int stage = 0, phase = 0;
  for (int k = 0; k < K; ++k) {
    f_stay(&full[stage], phase);
    sum += tile[stage * 256 + t];
    __syncthreads();
    if (t == 0 && k + S < K)
      load(tile + stage * 256, x, k + S, &full[stage]);
    if (++stage == S) {
      stage = 0;
      phase ^= 1;
    }
  }
  C[t] = sum;
}
template __global__ void turns_over<3>(const float *, float *, int);

// CHECK: K-loop in 'by_division' left alone: {{.*}}a ring of 4 stages without roles{{.*}} [already-pipelined]
__global__ void by_division(const float *x, float *C, int K) {
  extern __shared__ float memory[];
  u64 *full = reinterpret_cast<u64 *>(memory);
  float *tile = memory + 128;
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 3 && k < K && t == 0; ++k)
    load(tile + k * 256, x, k, full + k);
  for (int k = 0; k < K; ++k) {
    f_stay(full + k % 4, (k / 4) & 1);
    __syncthreads();
    if (t == 0 && k + 3 < K)
      load(tile + (k + 3) % 4 * 256, x, k + 3, full + (k + 3) % 4);
    sum += tile[k % 4 * 256 + t];
  }
  C[t] = sum;
}

struct Place {
  int stage = 0, phase = 0;
  __device__ void advance() {
    if (++stage == 5) {
      stage = 0;
      phase ^= 1;
    }
  }
};

// CHECK: K-loop in 'by_a_struct' left alone: {{.*}}a ring of 5 stages without roles{{.*}} [already-pipelined]
__global__ void by_a_struct(const float *x, float *C, int K) {
  extern __shared__ float memory[];
  __shared__ u64 full[5];
  const int t = threadIdx.x;
  float sum = 0;
  Place in, out;
  for (int k = 0; k < 4 && k < K; ++k) {
    if (t == 0)
      load(memory + in.stage * 256, x, k, &full[in.stage]);
    in.advance();
  }
  for (int k = 0; k < K; ++k) {
    f_stay(&full[out.stage], out.phase);
    __syncthreads();
    if (t == 0 && k + 4 < K)
      load(memory + in.stage * 256, x, k + 4, &full[in.stage]);
    sum += memory[out.stage * 256 + t];
    in.advance();
    out.advance();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_a_choice' left alone: {{.*}}a ring of 3 stages without roles{{.*}} [already-pipelined]
// CHECK: K-loop in 'by_two_branches' left alone: {{.*}}a ring of 3 stages without roles{{.*}} [already-pipelined]
// CHECK: K-loop in 'by_a_test_in_front' left alone: {{.*}}a ring of 3 stages without roles{{.*}} [already-pipelined]
#define RING(NAME, FRONT, STEP)                                                                                  \
  __global__ void NAME(const float *x, float *C, int K) {                                                        \
    extern __shared__ float memory[];                                                                            \
    u64 *full = reinterpret_cast<u64 *>(memory);                                                                 \
    int stage = 0, phase = 0;                                                                                    \
    float sum = 0;                                                                                               \
    for (int k = 0; k < 3; ++k)                                                                                  \
      load(memory + 128 + k * 256, x, k, full + k);                                                              \
    for (int k = 0; k < K; ++k) {                                                                                \
      FRONT;                                                                                                     \
      f_stay(full + stage, phase);                                                                               \
      sum += memory[128 + stage * 256 + threadIdx.x];                                                            \
      __syncthreads();                                                                                           \
      load(memory + 128 + stage * 256, x, k + 3, full + stage);                                                  \
      STEP;                                                                                                      \
      phase ^= stage == 0;                                                                                       \
    }                                                                                                            \
    C[threadIdx.x] = sum;                                                                                        \
  }
RING(by_a_choice, , stage = stage == 2 ? 0 : stage + 1)
RING(by_two_branches, , if (stage == 2) stage = 0; else ++stage)
RING(by_a_test_in_front, if (stage == 3) stage = 0, ++stage)

// CHECK: K-loop in 'one_buffer' left alone: {{.*}}into one buffer{{.*}} [bulk-copy-in-loop]
__global__ void one_buffer(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[256];
  __shared__ u64 full;
  const int t = threadIdx.x;
  float sum = 0;
  int phase = 0;
  for (int k = 0; k < K; ++k) {
    if (t == 0)
      load(tile, x, k, &full);
    f_stay(&full, phase);
    sum += tile[t];
    __syncthreads();
    phase ^= 1;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'not_ahead' left alone: {{.*}}buffers go round, but each trip waits for its own copy [bulk-copy-in-loop]
__global__ void not_ahead(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ u64 full[2];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (t == 0)
      load(tile[k & 1], x, k, &full[k & 1]);
    f_stay(&full[k & 1], (k >> 1) & 1);
    sum += tile[k & 1][t];
  }
  C[t] = sum;
}
