// cp.async in assembly, with buffers that go round through a lambda and a function that
// is given another: a ring, also where two stages leave no group in flight. Copies into
// one buffer that a trip waits for are completed.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"

template <class F> __device__ void each(float *to, const float *from, int t, F copy) {
  for (int i = 0; i < 2; ++i)
    copy(to + (i * 64 + t) * 4, from + (i * 64 + t) * 4);
}

// CHECK: K-loop in 'ring' left alone: {{.*}}a ring of 2 stages [already-pipelined]
template <int S> __global__ void ring(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile[S * 512];
  const int t = threadIdx.x;
  auto load = [&](int s, int k) {
    each(tile + s * 512, A + k * 512, t, [](float *to, const float *from) { f_16(to, from); });
  };
  for (int s = 0; s < S - 1; ++s) {
    if (s < K)
      load(s, s);
    f_close();
  }
  float sum = 0;
  int s = 0;
  for (int k = 0; k < K; ++k) {
    f_left<S - 2>();
    __syncthreads();
    if (k + S - 1 < K)
      load(s == 0 ? S - 1 : s - 1, k + S - 1);
    f_close();
    sum += tile[s * 512 + (t ^ 1)];
    if (++s == S)
      s = 0;
  }
  C[t] = sum;
}
template __global__ void ring<2>(const float *, float *, int);

// The address goes through a function of the user's.
__device__ void f_16_at(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory");
}

// CHECK: K-loop in 'in_a_function' left alone: {{.*}}a ring of 4 stages [already-pipelined]
__global__ void in_a_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile[4][256];
  const int t = threadIdx.x;
  for (int s = 0; s < 3; ++s) {
    f_16_at(&tile[s][t * 4], &A[s * 256 + t * 4]);
    f_close();
  }
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    f_left<2>();
    __syncthreads();
    f_16_at(&tile[(k + 3) % 4][t * 4], &A[(k + 3) * 256 + t * 4]);
    f_close();
    sum += tile[k % 4][t ^ 1];
  }
  C[t] = sum;
}

// CHECK: K-loop in 'one_buffer' pipelined: cpasync
__global__ void one_buffer(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    f_16(&tile[t * 4], &A[k * 256 + t * 4]);
    f_close();
    f_left<0>();
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
