// A called function converts what it loads: it has to pass through registers,
// which cannot leave the function.
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

__device__ void load_scaled(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x + t] * 2.0f;
}
__device__ void load_all(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x];
}

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}the loaded value is converted, or computed with, on its way to the tile [copy-not-async]
// CHECK-NEXT: note: here
// CHECK-NEXT: | dst[threadIdx.x] = src[threadIdx.x + t] * 2.0f;
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_scaled(tile, A + k);
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
    load_all(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
