// What one instantiation leaves out, another has.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'computes_otherwise' pipelined: ring of {{[0-9]}} stages over bulk copies
template <bool Two> __global__ void computes_otherwise(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    sum *= Two ? 2 : 1;
    __syncthreads();
  }
  out[t] = sum;
}
template __global__ void computes_otherwise<false>(const float *, float *, int);

// CHECK: K-loop in 'copies_otherwise' left alone: {{.*}}another instantiation of the kernel may copy otherwise
template <bool Two> __global__ void copies_otherwise(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ alignas(128) float tile2[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, Two ? 2048 : 1024);
      row(tile, x + k * 256, 1024, &full);
      if constexpr (Two)
        row(tile2, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    if constexpr (Two)
      sum += tile2[t ^ 3];
    __syncthreads();
  }
  out[t] = sum;
}
template __global__ void copies_otherwise<false>(const float *, float *, int);

// CHECK: K-loop in 'counts_otherwise' pipelined: ring of {{[0-9]}} stages over bulk copies
template <bool Count> __global__ void counts_otherwise(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int trips = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if constexpr (Count) {
      trips++;
      trips += clock();
    }
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum + trips;
}
template __global__ void counts_otherwise<false>(const float *, float *, int);

// What it counts, the copies go by.
// CHECK: K-loop in 'counts_for_the_copies' left alone: {{.*}}another instantiation of the kernel may copy otherwise
template <bool Count> __global__ void counts_for_the_copies(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int trips = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + trips * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if constexpr (Count)
      trips++;
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum + trips;
}
template __global__ void counts_for_the_copies<false>(const float *, float *, int);

// In another instantiation, a stage is read where it may not be ready.
// CHECK: K-loop in 'reads_otherwise' left alone: {{.*}}another instantiation of the kernel may copy otherwise
template <bool Count> __global__ void reads_otherwise(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if constexpr (Count)
      sum += tile[t];
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
template __global__ void reads_otherwise<false>(const float *, float *, int);
