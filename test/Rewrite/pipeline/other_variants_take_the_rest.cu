// A called function does not have the pipeline, and copies of the user's are counted
// by the user: cpasync takes both. auto never takes this variant.
//
// RUN: cuda-pipeline-rewrite --variant=pipeline --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o %t.cpasync.cu 2>&1 | FileCheck %s --check-prefix=CPASYNC
// RUN: cuda-pipeline-rewrite --explain %s -o %t.auto.cu 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: cuda-pipeline-rewrite --variant=pipeline --gpu-arch=sm_75 --explain %s -o %t.75.cu 2>&1 | FileCheck %s --check-prefix=OLD

#include <cuda_pipeline.h>

// CPASYNC: 'lent' pipelined: cpasync
// CPASYNC: 'given' pipelined: cpasync
// CPASYNC: 'own' pipelined: cpasync
// CPASYNC: 'plain' pipelined: cpasync
// AUTO-NOT: pipelined: pipeline
// AUTO: 'plain' pipelined
// AUTO-NOT: pipelined: pipeline
template <typename T>
__device__ inline void copy_row(T *to, const T *from, bool ok) {
  const int c = threadIdx.x;
  to[c] = ok ? from[c] : T(0);
}

template <typename T>
__device__ void load(T (*to)[32], const T *from, int k, int n) {
  for (int r = threadIdx.y; r < 2; r += blockDim.y) {
    copy_row(to[r], from + k + r * 32, k + r * 32 < n);
  }
}

// CHECK: 'lent' left alone: {{.*}}a called function makes it, which does not have the pipeline that counts it; --variant=cpasync needs none [copy-not-async]
template <typename T>
__global__ void lent(const T *__restrict__ A, T *__restrict__ out, int n) {
  __shared__ T tile[2][32];
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    load(tile, A, k, n);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i / 32][i % 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template __global__ void lent<float>(const float *, float *, int);

// Its body can be put into the loop.
__device__ void load_all(float *to, const float *from) {
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    to[i] = from[i];
}

// CHECK: 'given' pipelined: pipeline
__global__ void given(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    load_all(tile, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'own' left alone: {{.*}}the copy is asynchronous already, it cannot go through registers; --variant=cpasync re-stages it [async-copy-in-loop]
__global__ void own(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'plain' pipelined: pipeline
// OLD: 'plain' left alone: {{.*}}sm_75 was asked for, cp.async needs sm_80
__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
