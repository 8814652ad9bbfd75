// Behind the trip the address of its stage is that of another tile.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'by_a_member' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
struct Keeper {
  const float *p;
  __device__ void set(const float *q) { p = q; }
};
__global__ void by_a_member(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  Keeper last{nullptr};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (last.p)
      sum = sum * 0.5f + last.p[t ^ 1];
    last.set(tile);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'in_an_object' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
struct Pointer {
  const float *p;
};
__global__ void in_an_object(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  Pointer last{nullptr};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (last.p)
      sum = sum * 0.5f + last.p[t ^ 1];
    last = Pointer{tile};
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_function' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
__device__ inline void keep(const float **to, const float *q) { *to = q; }
__global__ void by_a_function(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const float *last = nullptr;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (last)
      sum = sum * 0.5f + last[t ^ 1];
    keep(&last, tile);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_lambda' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
__global__ void by_a_lambda(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const float *last = nullptr;
  auto set = [&](const float *q) { last = q; };
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (last)
      sum = sum * 0.5f + last[t ^ 1];
    set(tile);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'in_a_lambda' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
__global__ void in_a_lambda(const float *x, float *out, int tiles) {
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
    auto at = [&](int i) { return tile[i]; };
    sum = sum * 0.5f + at(t ^ 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'a_distance' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
__global__ void a_distance(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float other[16];
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
    sum = sum * 0.5f + tile[t ^ 1] + float((char *)other - (char *)tile);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'for_a_trip' pipelined: ring of 4 stages
struct Sum {
  float value;
  __device__ void add(const float *q, int i) {
    const float *from = q + i;
    value = value * 0.5f + *from;
  }
};
__global__ void for_a_trip(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  Sum total{0};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    const float *now = tile;
    total.add(now, t ^ 1);
    sum = total.value;
    __syncthreads();
  }
  out[t] = sum;
}
