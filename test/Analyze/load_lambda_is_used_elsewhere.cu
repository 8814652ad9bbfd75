// A lambda has no place for a second form of it.
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


// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}the lambda stores the tile and is also used where nothing waits for asynchronous copies [unsupported-statement]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  __shared__ float other[64];
  auto load = [&](float *dst, const float *src) { dst[t] = src[t]; };
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  load(other, A);
  __syncthreads();
  sum += other[63 - t];
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto load = [&](float *dst, const float *src) { dst[t] = src[t]; };
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load(tile, A + k);
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
