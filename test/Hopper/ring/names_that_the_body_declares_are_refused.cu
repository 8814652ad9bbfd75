// Copies that move out of the body would find another name, and so would the bound and the
// step that move into it. Names that neither has are the body's own.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'has_a_name_of_its_own' pipelined: ring of {{[0-9]}} stages over bulk copies
__global__ void has_a_name_of_its_own(const float *x, float *out, int tiles) {
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
    enum { HALF = 128 };
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[(t ^ 1) % (2 * HALF)];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'has_an_enumerator' left alone: {{.*}}the copies may name what is declared here
enum { STRIDE = 128 };
__global__ void has_an_enumerator(const float *x, float *out, int tiles) {
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
    enum { STRIDE = 256 };
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * STRIDE, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'has_a_type' left alone: {{.*}}the copies may name what is declared here
using Element = char;
__global__ void has_a_type(const float *x, float *out, int tiles) {
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
    using Element = float;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, (const Element *)x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'has_a_function' left alone: {{.*}}the copies may name what is declared here
namespace a {
__device__ inline int base(int k) { return k * 256; }
}
__device__ inline int base(long k) { return int(k) * 128; }
__global__ void has_a_function(const float *x, float *out, int tiles) {
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
    using a::base;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + base(k), 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'has_a_namespace' left alone: {{.*}}the copies may name what is declared here
namespace wide {
constexpr int W = 256;
}
namespace narrow {
constexpr int W = 128;
}
namespace cfg = narrow;
__global__ void has_a_namespace(const float *x, float *out, int tiles) {
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
    namespace cfg = wide;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * cfg::W, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'has_a_class' left alone: {{.*}}the copies may name what is declared here
struct G { static constexpr int W = 128; };
__global__ void has_a_class(const float *x, float *out, int tiles) {
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
    struct G { enum { W = 256 }; };
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * G::W, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'hides_the_bound' left alone: {{.*}}it hides a name of the loop's head
__global__ void hides_the_bound(const float *x, float *out, int tiles) {
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
    const int tiles = 1;
    sum += tiles;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'hides_a_part_of_the_bound' left alone: {{.*}}it hides a name of the loop's head
__global__ void hides_a_part_of_the_bound(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const int n = tiles * 32;
  for (int k = 0; k < n / 32; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    const int n = t & 3;
    sum = sum * 0.5f + tile[t ^ n];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'hides_the_bound_by_an_enumerator' left alone: {{.*}}it hides a name of the loop's head
__global__ void hides_the_bound_by_an_enumerator(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const int N = tiles;
  for (int k = 0; k < N; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    enum { N = 1 };
    sum = sum * 0.5f + tile[t ^ N];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'hides_the_step' left alone: {{.*}}it hides a name of the loop's head
constexpr int BK = 32;
__global__ void hides_the_step(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles * 32; k += BK) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 8, 1024, &full);
    }
    stay(&full, (k / 32) & 1);
    constexpr int BK = 8;
    sum = sum * 0.5f + tile[t ^ BK];
    __syncthreads();
  }
  out[t] = sum;
}
