// What stands beside the load phase and talks to other threads, or blocks,
// across the barriers that a pipeline does without.
//
// RUN: %never_wrong --driver=trap | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync -o - --quiet %s \
// RUN:   | FileCheck %s --check-prefix=TEXT
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__device__ unsigned done;

// Who sees the counter may read what the block has stored: the barrier stays.
// TEXT-LABEL: void signal
// TEXT: result[k + t] =
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: if (t == 0)
__device__ void signal(const float *__restrict__ A, float *__restrict__ result,
                       int K, int t) {
  __shared__ float tile[64];
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    result[k + t] = tile[t ^ 3];
    __syncthreads();
    if (t == 0)
      atomicAdd(&done, 1u);
  }
}

// With one buffer the next tile would be stored while slow threads read this.
// TEXT-LABEL: float late
// TEXT: float late_sum
__device__ float late(const float *__restrict__ A, int K, int t) {
  __shared__ float first[64], second[64], sums[64];
  float late_sum = 0;
  for (int k = 0; k < K; k += 8) {
    first[t] = A[k + t];
    __syncthreads();
    second[t] = A[k + 64 + t];
    sums[t] = first[t ^ 1];
    __syncthreads();
    late_sum += sums[t ^ 2] * second[t ^ 4];
  }
  return late_sum;
}

// Its own elements are stored in front of the load, those of others read in
// compute.
// TEXT-LABEL: float early
__device__ float early(const float *__restrict__ A, float *C, int K, int t) {
  __shared__ float tile[64], sums[64];
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    C[t] = sum;
    sums[t] = sum * 2;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1] + sums[t ^ 2] + C[t ^ 4];
    __syncthreads();
  }
  return sum;
}

// In front of the barrier at the top the phase is that of the trip before.
__device__ float before(const float *__restrict__ A, int K, int t) {
  __shared__ float tile[64], sums[64];
  float sum = 0;
  sums[t] = 1;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    sum += sums[t ^ 2];
    __syncthreads();
    sums[t] = sum;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1];
  }
  return sum;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  const int t = threadIdx.x;
  signal(A, C, K, t);
  __syncthreads();
  float sum = late(A, K, t);
  __syncthreads();
  sum += early(A + 256, C + 1024, K, t);
  __syncthreads();
  sum += before(A, K, t);
  C[2048 + t] = sum;
}
