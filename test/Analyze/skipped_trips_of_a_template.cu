// An instantiation in which no trip is skipped has the same text.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'accepted' pipelined
template <bool Skip>
__global__ void accepted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (Skip && k % 128 == 0)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void accepted<true>(const float *, float *, int);
template __global__ void accepted<false>(const float *, float *, int);

// CHECK: K-loop in 'other_size' left alone: {{.*}} [early-exit]
template <bool Skip>
__global__ void other_size(const float *A, float *C, int K) {
  __shared__ float tile[64];
  constexpr int n = 2;
  const int t = threadIdx.x;
  float sum = n;
  for (int k = 0; k < K; k += 64) {
    if (Skip && k % 128 == 0)
      continue;
    constexpr int n = 4;
    tile[t] = A[k + t];
    __syncthreads();
    float part[n];
    for (float &p : part)
      sum += p = tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void other_size<true>(const float *, float *, int);
template __global__ void other_size<false>(const float *, float *, int);
