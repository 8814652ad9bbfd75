// A function that others call too keeps its plain form; the asynchronous one
// would be declared too late for a loop in front of it.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.auto.cu %s
// RUN: cmp %s %t.auto.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// The name of another thing in the kernel: the text cannot move there.
constexpr int t = 0;

__device__ void load_later(float *dst, const float *src);
__device__ void load_mine(float *dst, const float *src);

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'load_later' stores the tile and is defined behind the loop [unsupported-statement]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_later(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_mine(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

__device__ void load_later(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x + t];
}
__device__ void load_mine(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x];
}

__global__ void other(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float once[64];
  load_later(once, A);
  __syncthreads();
  C[threadIdx.x] = once[63 - threadIdx.x];
}
