// A sum that outlives the trip keeps the address that was added to it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s

// CHECK: K-loop in 'rejected' left alone: {{.*}} [tile-address-escapes]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  size_t at = 4 * t;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k == 0)
      at += (size_t)tile;
    sum += *(const float *)at;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    size_t at = 4 * t;
    at += (size_t)tile;
    sum += *(const float *)at;
    __syncthreads();
  }
  C[t] = sum;
}
