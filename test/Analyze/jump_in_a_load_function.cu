// A jump in a called function decides what it stores.
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

__device__ void load_some(float *dst, const float *src, int n) {
  for (int i = threadIdx.x; i < 64; i += 32) {
    if (i >= n)
      return;
    dst[i] = src[i];
  }
}
__device__ void load_some_behind(float *dst, const float *src, int n) {
  if (threadIdx.x >= n)
    return;
  dst[threadIdx.x] = src[threadIdx.x];
}
__device__ void load_all(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x];
  return;
}

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}a jump in 'load_some' decides what it stores [unsupported-statement]
// CHECK-NEXT: note: here
// CHECK-NEXT: | return;
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_some(tile, A + k, 64);
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
