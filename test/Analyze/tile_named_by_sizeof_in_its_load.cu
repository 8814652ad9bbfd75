// sizeof names the tile where its next one is loaded: there only its stages are.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --check %t.cu --variant=ldg

// CHECK: :[[#@LINE+6]]:3: remark: K-loop in 'in_the_load' left alone: the tile is used outside the loop: 'As' is named, as in sizeof, where its next tile is loaded [tile-used-outside-loop]
__global__ void in_the_load(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t] = A[k + sizeof(As) / sizeof(As[0]) + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE+6]]:3: remark: K-loop in 'where_it_is_used' pipelined
__global__ void where_it_is_used(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float As[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < sizeof(As) / sizeof(As[0]); ++i)
      sum += As[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
