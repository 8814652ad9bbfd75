// The producer is the warp behind the block: of one dimension, of whole warps, of a size that is known.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'of_two_dimensions' left alone: {{.*}}not seen to have one dimension{{.*}} [block-shape]
static __global__ void of_two_dimensions(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_two_dimensions(const float *x, float *out, int tiles) { of_two_dimensions<<<1, dim3(32, 2)>>>(x, out, tiles); }

// CHECK: K-loop in 'a_part_of_a_warp' left alone: {{.*}}not seen to be whole warps{{.*}} [block-shape]
static __global__ void a_part_of_a_warp(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_a_part_of_a_warp(const float *x, float *out, int tiles) { a_part_of_a_warp<<<1, 72>>>(x, out, tiles); }

// CHECK: K-loop in 'full_blocks' left alone: {{.*}}a block has 1024 threads at most{{.*}} [block-shape]
static __global__ void full_blocks(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_full_blocks(const float *x, float *out, int tiles) { full_blocks<<<1, 1024>>>(x, out, tiles); }

// CHECK: K-loop in 'of_any_size' left alone: {{.*}}neither its launches nor __launch_bounds__ say{{.*}} [block-shape]
static __global__ void of_any_size(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_any_size(const float *x, float *out, int tiles, int warps) { of_any_size<<<1, warps * 32>>>(x, out, tiles); }

// CHECK: K-loop in 'of_any_number' left alone: {{.*}}not seen to be whole warps{{.*}} [block-shape]
static __global__ void __launch_bounds__(256) of_any_number(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_any_number(const float *x, float *out, int tiles, int n) { of_any_number<<<1, n>>>(x, out, tiles); }

// CHECK: K-loop in 'of_a_changed_dim3' left alone: {{.*}}not seen to have one dimension{{.*}} [block-shape]
static __global__ void of_a_changed_dim3(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_a_changed_dim3(const float *x, float *out, int tiles) {
  dim3 block(64);
  block.y = 2;
  of_a_changed_dim3<<<1, block>>>(x, out, tiles);
}

// CHECK: K-loop in 'of_another_build' left alone: {{.*}}another build may give the block another size{{.*}} [block-shape]
#ifndef SIZE
#define SIZE 64
#endif
static __global__ void of_another_build(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_another_build(const float *x, float *out, int tiles) { of_another_build<<<1, SIZE>>>(x, out, tiles); }

// CHECK: K-loop in 'launched_by_a_call' left alone: {{.*}}no <<<...>>>{{.*}} [block-shape]
static __global__ void launched_by_a_call(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_launched_by_a_call(const float *x, float *out, int tiles) {
  void *args[] = {&x, &out, &tiles};
  cudaLaunchKernel((void *)launched_by_a_call, dim3(1), dim3(64), args, 0, 0);
}

// CHECK: K-loop in 'of_64' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void of_64(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_64(const float *x, float *out, int tiles) { of_64<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'by_a_variable' left alone: {{.*}}names the kernel by a variable{{.*}} [block-shape]
static __global__ void by_a_variable(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_by_a_variable(const float *x, float *out, int tiles) {
  auto kernel = by_a_variable;
  kernel<<<1, 64>>>(x, out, tiles);
}
