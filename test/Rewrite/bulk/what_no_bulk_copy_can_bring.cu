// One copy is one run of bytes, of 16 and more, into a tile that is nothing else. What a
// trip may do otherwise is asked as for all variants.
//
// RUN: cuda-pipeline-rewrite --variant=bulk --gpu-arch=sm_90 --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=bulk --gpu-arch=sm_80 --explain %s -o %t.80.cu 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: cuda-pipeline-rewrite --variant=bulk --explain %s -o %t.two.cu -- -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_90 --explain %s -o %t.auto.cu 2>&1 | FileCheck %s --check-prefix=AUTO
//
// AUTO-NOT: pipelined: bulk

#include <cuda_fp16.h>

// CHECK: 'run_of_bytes' pipelined: bulk
// OLD: 'run_of_bytes' left alone: {{.*}}sm_80 was asked for, cp.async.bulk needs sm_90 [arch-too-old]
__global__ void run_of_bytes(const float *__restrict__ A, float *__restrict__ out, int n) {
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

// CHECK: 'rows_of_a_matrix' left alone: {{.*}}no bulk copy can bring all of 'tile': it is no run of bytes in global memory [copy-not-async]
__global__ void __launch_bounds__(256)
    rows_of_a_matrix(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    tile[y][x] = A[y * n + k + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = sum * 0.5f + tile[y][i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'padded_rows' left alone: {{.*}}no bulk copy can bring all of 'tile': it is no run of bytes in global memory [copy-not-async]
__global__ void __launch_bounds__(256)
    padded_rows(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[16][20];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    tile[y][x] = A[k + y * 16 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = sum * 0.5f + tile[y][i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'odd_size' left alone: {{.*}}no bulk copy can bring all of 'tile': its bytes are no multiple of 16 [copy-not-async]
__global__ void odd_size(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[66];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 66; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] + tile[i + 2];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'converted' left alone: {{.*}}no bulk copy can bring all of 'tile'{{.*}}[copy-not-async]
__global__ void converted(const half *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = __half2float(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'one_of_two' left alone: {{.*}}no bulk copy can bring all of 'scale'{{.*}}[copy-not-async]
__global__ void one_of_two(const float *__restrict__ A, const half *__restrict__ B,
                           float *__restrict__ out, int n) {
  __shared__ float tile[64], scale[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    scale[threadIdx.x] = __half2float(B[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * scale[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'backwards' left alone: {{.*}}no bulk copy can bring all of 'tile': it is no run of bytes in global memory [copy-not-async]
__global__ void backwards(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[63 - threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'guard_of_the_first' left alone: {{.*}}that a guard holds for the last element does not say that it holds for all [copy-not-async]
__global__ void guard_of_the_first(const float *__restrict__ A, float *__restrict__ out,
                                   int n, int least) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    const int i = k + threadIdx.x;
    tile[threadIdx.x] = i >= least ? A[i] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum = sum * 0.5f + tile[j];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'guard_of_the_last' pipelined: bulk
__global__ void guard_of_the_last(const float *__restrict__ A, float *__restrict__ out,
                                  int n, int most) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    const int i = k + threadIdx.x;
    tile[threadIdx.x] = i <= most ? A[i] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum = sum * 0.5f + tile[j];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'inside_a_loop' left alone: {{.*}}it stands in another loop: the barriers that count bulk copies would be set up again for each of its trips; --variant=cpasync can [unsupported-loop]
__global__ void inside_a_loop(const float *__restrict__ A, float *__restrict__ out, int n,
                              int rows) {
  __shared__ float tile[64];
  for (int r = 0; r < rows; ++r) {
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
      tile[threadIdx.x] = A[r * n + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum = sum * 0.5f + tile[i];
      __syncthreads();
    }
    out[r * 64 + threadIdx.x] = sum;
  }
}

// CHECK: 'written_in_front' left alone: {{.*}}the kernel may write what is copied, in front of the loop: bulk copies are not ordered behind stores of threads; --variant=cpasync can [source-may-change]
__global__ void written_in_front(float *A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < n; i += 64)
    A[i] = i;
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

// CHECK: 'blocks_of_any_number' left alone: {{.*}}no bulk copy can bring all of 'tile': how many threads a block has is not known [copy-not-async]
__global__ void blocks_of_any_number(const float *__restrict__ A, float *__restrict__ out,
                                     int n) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    tile[y][x] = A[k + y * 16 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = sum * 0.5f + tile[y][i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: 'tile_in_dynamic_memory' left alone: {{.*}}no bulk copy can bring all of 'tile': {{.*}}[copy-not-async]
__global__ void tile_in_dynamic_memory(const float *__restrict__ A, float *__restrict__ out,
                                       int n) {
  extern __shared__ float tile[];
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

// CHECK: 'left_by_vote' left alone: {{.*}}where the block votes to leave, a bulk copy would be in flight; --variant=cpasync can [early-exit]
__global__ void left_by_vote(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    if (__syncthreads_count(sum > 100.0f) == 64)
      break;
    tile[threadIdx.x] = k + threadIdx.x < n ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
  }
  out[threadIdx.x] = sum;
}
