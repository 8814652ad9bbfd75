// A tile outside of the kernel gets stages only if no other function names it:
// neither one that the kernel calls, nor another kernel.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.auto.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO

__shared__ float shared_tile[128], own_tile[64], of_two_kernels[64];

static __device__ void fill(const float *A) {
  shared_tile[threadIdx.x] = A[threadIdx.x];
  shared_tile[threadIdx.x + 64] = 1.0f;
}

// CHECK: K-loop in 'rejected' left alone: the tile is used outside the loop: another function uses 'shared_tile' [tile-used-outside-loop]
// AUTO: K-loop in 'rejected' pipelined: ldg-single, one buffer
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  fill(A);
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    shared_tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += shared_tile[i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages, shared memory 256 -> 512 bytes
// AUTO: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    own_tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += own_tile[i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'one_of_two' left alone: {{.*}}another function uses 'of_two_kernels' [tile-used-outside-loop]
__global__ void one_of_two(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    of_two_kernels[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += of_two_kernels[i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void other(const float *__restrict__ A, float *__restrict__ C) {
  of_two_kernels[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = of_two_kernels[63 - threadIdx.x];
}
