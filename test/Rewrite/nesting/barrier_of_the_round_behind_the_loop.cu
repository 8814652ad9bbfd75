// Behind the loop nothing touches what it has in shared memory until the barrier at the end
// of the round: the pipeline needs none of its own there. Where a round may leave in front
// of that barrier, or what the trips stored is read before it, it does.
//
// RUN: %rewrite_and_run ldg,cpasync persistent -DKERNELS=barrier_comes,round_leaves,read_behind
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

#define THREADS 64

// CHECK: void barrier_comes(
// CHECK: stage ^= 1;
// CHECK-NEXT: }
// CHECK-NEXT: out[row * THREADS + tid] = sum;
// CHECK-NEXT: __syncthreads();
__global__ void barrier_comes(const float *__restrict__ A,
                              float *__restrict__ out, int rows, int n) {
  __shared__ float tile[THREADS];
  const int tid = threadIdx.x;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += THREADS) {
      tile[tid] = k + tid < n ? A[row * n + k + tid] : 0.0f;
      __syncthreads();
      for (int i = 0; i < THREADS; ++i)
        sum = sum * 0.5f + tile[(i + tid) % THREADS];
      __syncthreads();
    }
    out[row * THREADS + tid] = sum;
    __syncthreads();
  }
}

// CHECK: void round_leaves(
// CHECK: stage ^= 1;
// CHECK-NEXT: }
// CHECK-NEXT: // All are done with the last tile
// CHECK-NEXT: __syncthreads();
__global__ void round_leaves(const float *__restrict__ A,
                             float *__restrict__ out, int rows, int n) {
  __shared__ float tile[THREADS];
  const int tid = threadIdx.x;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += THREADS) {
      tile[tid] = k + tid < n ? A[row * n + k + tid] : 0.0f;
      __syncthreads();
      for (int i = 0; i < THREADS; ++i)
        sum = sum * 0.5f + tile[(i + tid) % THREADS];
      __syncthreads();
    }
    out[row * THREADS + tid] = sum;
    if (row % 2 == 0)
      continue;
    __syncthreads();
  }
}

// CHECK: void read_behind(
// CHECK: stage ^= 1;
// CHECK-NEXT: }
// CHECK-NEXT: // All are done with the last tile
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: out[row * THREADS + tid] = sum + largest[tid ^ 1];
__global__ void read_behind(const float *__restrict__ A,
                            float *__restrict__ out, int rows, int n) {
  __shared__ float tile[THREADS];
  __shared__ float largest[THREADS];
  const int tid = threadIdx.x;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0.0f;
    largest[tid] = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k += THREADS) {
      tile[tid] = k + tid < n ? A[row * n + k + tid] : 0.0f;
      __syncthreads();
      for (int i = 0; i < THREADS; ++i)
        sum = sum * 0.5f + tile[(i + tid) % THREADS];
      largest[tid] = fmaxf(largest[tid], fabsf(sum));
      __syncthreads();
    }
    out[row * THREADS + tid] = sum + largest[tid ^ 1];
    __syncthreads();
  }
}
