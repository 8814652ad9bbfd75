// Each stage gets what the launch gave for all: only where that is the loop's alone, and addresses keep their distance.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'alone' pipelined: ring of 4 stages over bulk copies, shared memory 2048 -> 8192 bytes
static __global__ void alone(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_alone(const float *x, float *out, int tiles) { alone<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'two_names' left alone: {{.*}}the dynamic shared memory is not the tiles' alone: 'other' [dynamic-shared-memory]
static __global__ void two_names(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  extern __shared__ float other[];
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + other[300];
    __syncthreads();
  }
  out[t] = sum;
}
void run_two_names(const float *x, float *out, int tiles) { two_names<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'of_a_function' left alone: {{.*}}the dynamic shared memory is not the tiles' alone: 'buffer' [dynamic-shared-memory]
__device__ inline float third() {
  extern __shared__ float buffer[];
  return buffer[3];
}
static __global__ void of_a_function(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + third();
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_a_function(const float *x, float *out, int tiles) { of_a_function<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'behind_the_loop' left alone: {{.*}}'smem' is named here [tile-used-outside-loop]
static __global__ void behind_the_loop(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
  smem[t] = 1;
}
void run_behind_the_loop(const float *x, float *out, int tiles) { behind_the_loop<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'of_the_file' left alone: {{.*}}'of_all' is declared outside of the kernel [dynamic-shared-memory]
extern __shared__ __align__(128) unsigned char of_all[];
static __global__ void of_the_file(const float *x, float *out, int tiles) {
  float *tile = reinterpret_cast<float *>(of_all);
  uint64_t *full = reinterpret_cast<uint64_t *>(of_all + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_the_file(const float *x, float *out, int tiles) { of_the_file<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'address_of_the_array' left alone: {{.*}}the address of 'smem' itself is taken [tile-address-escapes]
static __global__ void address_of_the_array(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + (*reinterpret_cast<float (*)[256]>(&smem))[t];
    __syncthreads();
  }
  out[t] = sum;
}
void run_address_of_the_array(const float *x, float *out, int tiles) { address_of_the_array<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'rounded_in_the_loop' left alone: {{.*}}the address of the tile is kept here, or may be [tile-address-escapes]
static __global__ void rounded_in_the_loop(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + *reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(smem) + 4095) & ~uintptr_t(4095));
    __syncthreads();
  }
  out[t] = sum;
}
void run_rounded_in_the_loop(const float *x, float *out, int tiles) { rounded_in_the_loop<<<1, 64, 8192>>>(x, out, tiles); }

// CHECK: K-loop in 'rounded_by_less' pipelined: ring of 4 stages
static __global__ void rounded_by_less(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + *reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(smem) + 1023) & ~uintptr_t(1023));
    __syncthreads();
  }
  out[t] = sum;
}
void run_rounded_by_less(const float *x, float *out, int tiles) { rounded_by_less<<<1, 64, 8192>>>(x, out, tiles); }

// CHECK: K-loop in 'rounded_name' left alone: {{.*}}[barrier-used-elsewhere]
static __global__ void rounded_name(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>((reinterpret_cast<uintptr_t>(smem) + 4095) & ~uintptr_t(4095));
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_rounded_name(const float *x, float *out, int tiles) { rounded_name<<<1, 64, 8192>>>(x, out, tiles); }

// CHECK: K-loop in 'pointer_that_moves' left alone: {{.*}}[bulk-copy-in-loop]
static __global__ void pointer_that_moves(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1], tile = tile + (k & 0);
    __syncthreads();
  }
  out[t] = sum;
}
void run_pointer_that_moves(const float *x, float *out, int tiles) { pointer_that_moves<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'rounded_start' pipelined: ring of 4 stages
static __global__ void rounded_start(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char raw[];
  unsigned char *smem = raw + (1023 & -at(raw));
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_rounded_start(const float *x, float *out, int tiles) { rounded_start<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'start_passed_by' left alone: {{.*}}[barrier-used-elsewhere]
static __global__ void start_passed_by(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char raw[];
  unsigned char *smem = raw + (1023 & -at(raw));
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(raw + 1024);
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_start_passed_by(const float *x, float *out, int tiles) { start_passed_by<<<1, 64, 2048>>>(x, out, tiles); }

// CHECK: K-loop in 'asks_for_its_size' left alone: {{.*}}the kernel asks how much of it the launch gives [dynamic-shared-memory]
static __global__ void asks_for_its_size(const float *x, float *out, int tiles) {
  extern __shared__ __align__(128) unsigned char smem[];
  float *tile = reinterpret_cast<float *>(smem);
  uint64_t *full = reinterpret_cast<uint64_t *>(smem + 1024);
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  const int t = threadIdx.x;
  if (t == 0) {
    start(full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(full, 1024);
      row(tile, x + k * 256, 1024, full);
    }
    stay(full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + bytes;
    __syncthreads();
  }
  out[t] = sum;
}
void run_asks_for_its_size(const float *x, float *out, int tiles) { asks_for_its_size<<<1, 64, 2048>>>(x, out, tiles); }

