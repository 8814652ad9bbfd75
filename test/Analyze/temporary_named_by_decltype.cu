// A temporary between a load and its store is no copy's where its type is asked
// for. That does not keep it in the loops beside.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --explain \
// RUN:   -o %t.cu 2>&1 | FileCheck %s

// CHECK: 'plain' pipelined: cpasync
__global__ void plain(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    float v = A[k * 64 + t];
    tile[t] = v;
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'named' left alone: {{.*}}[copy-not-async]
__global__ void named(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    float v = A[k * 64 + t];
    tile[t] = v;
    __syncthreads();
    decltype(v) other = tile[63 - t];
    sum += other;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'plain_behind' pipelined: cpasync
__global__ void plain_behind(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    float v = A[k * 64 + t];
    tile[t] = v;
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
