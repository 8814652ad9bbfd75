// A function that the host runs too has no asynchronous copies.
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

__host__ __device__ void load_anywhere(float *dst, const float *src) {
  for (int i = 0; i < 64; ++i)
    dst[i] = src[i + t];
}
__device__ void load_here(float *dst, const float *src) {
  for (int i = 0; i < 64; ++i)
    dst[i] = src[i];
}

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'load_anywhere' stores the tile and is compiled for the host too [unsupported-statement]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_anywhere(tile, A + k);
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
    load_here(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
