// Registers cannot be handed out of a called function. Where its text cannot
// stand in the loop, only asynchronous copies are made, and `auto` makes them.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.ldg.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ldg-single -o %t.ldg.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain -o %t.auto.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO

constexpr int t = 0; // another t than the kernel's
__device__ void load(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x + t];
}
__device__ void load_plainly(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x];
}

// CHECK: K-loop in 'kernel' left alone: {{.*}}: 'load' loads and stores the tile; only asynchronous copies (--variant=cpasync) can be made in a called function [unsupported-statement]
// CHECK-NEXT: note: here
// CHECK-NEXT: | load(tile, A + k);
// AUTO: K-loop in 'kernel' pipelined: cpasync
__global__ void kernel(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg
// AUTO: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_plainly(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
