// Behind a cast, in bytes, in a number of any type: where the stage was is kept for the next
// trip. Within a trip it may be.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'goes_on_within_the_trip' pipelined: ring of {{[0-9]}} stages over bulk copies
__global__ void goes_on_within_the_trip(const float *x, float *out, int tiles) {
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
    const float *a = tile;
    a += t & 1;
    sum = sum * 0.5f + a[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'moves_behind_a_cast' left alone: {{.*}}[tile-address-escapes]
__global__ void moves_behind_a_cast(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  float *a = tile;
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
    sum = sum * 0.5f + a[t ^ 1];
    reinterpret_cast<char *&>(a) += 4;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'moves_behind_a_c_cast' left alone: {{.*}}[tile-address-escapes]
__global__ void moves_behind_a_c_cast(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  float *a = tile;
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
    sum = sum * 0.5f + a[t ^ 1];
    (float *&)a += 1;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'moves_one_of_two' left alone: {{.*}}[tile-address-escapes]
__global__ void moves_one_of_two(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  float *a = tile;
  float *b = tile + 64;
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
    sum = sum * 0.5f + a[t ^ 1] + b[t];
    (tiles > 2 ? a : b) += 1;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'keeps_its_bytes' left alone: {{.*}}[tile-address-escapes]
__global__ void keeps_its_bytes(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const float *last = x;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    const float *p = tile + (t ^ 1);
    if (k == 0)
      memcpy(&last, &p, sizeof(p));
    sum = sum * 0.5f + last[0];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'keeps_a_short_number' left alone: {{.*}}[tile-address-escapes]
__global__ void keeps_a_short_number(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  unsigned short off = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (k == 0)
      off = (unsigned short)(at(tile) >> 4);
    sum = sum * 0.5f + *(const float *)__cvta_shared_to_generic((unsigned(off) << 4) + (t ^ 1) * 4);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'keeps_a_double' left alone: {{.*}}[tile-address-escapes]
__global__ void keeps_a_double(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  double off = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (k == 0)
      off = double(at(tile));
    sum = sum * 0.5f + *(const float *)__cvta_shared_to_generic(unsigned(off) + (t ^ 1) * 4);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'keeps_halves_of_it' left alone: {{.*}}[tile-address-escapes]
union U { unsigned short h[2]; unsigned w; };
__global__ void keeps_halves_of_it(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  U u;
  u.w = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    if (k == 0) {
      const unsigned a = at(tile);
      u.h[0] = (unsigned short)a;
      u.h[1] = (unsigned short)(a >> 16);
    }
    sum = sum * 0.5f + *(const float *)__cvta_shared_to_generic(u.w + (t ^ 1) * 4);
    __syncthreads();
  }
  out[t] = sum;
}
