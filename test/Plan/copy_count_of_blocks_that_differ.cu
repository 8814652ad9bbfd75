// A step of blockDim is known where all launches give one constant for it, and
// what holds it has room for it. Each kernel is one that misses that, but the
// first and the last.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >%t.diff \
// RUN:   | grep remark | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int K)

#define COMPUTE                                                                \
  for (int i = 0; i < 128; ++i)                                                \
    sum += tile[i] * (t + 1)

// CHECK: 'one_block' pipelined: ldg
KERNEL(one_block) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'two_blocks' left alone: the number of elements a thread copies is not a compile-time constant: a loop around this store goes in steps of blockDim.x, which is not one constant in all launches, or not all launches are in sight; make it a constant [copy-count-unknown]
KERNEL(two_blocks) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'no_constant' left alone: {{.*}} in steps of blockDim.x, {{.*}} [copy-count-unknown]
KERNEL(no_constant) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'not_launched' left alone: {{.*}} in steps of blockDim.x, {{.*}} [copy-count-unknown]
KERNEL(not_launched) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// 256 is 0 there.
// CHECK: 'narrow' left alone: {{.*}} the trip count of a loop around this store {{.*}} [copy-count-unknown]
KERNEL(narrow) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const unsigned char step = blockDim.x;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += step)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'changed' left alone: {{.*}} the trip count of a loop around this store {{.*}} [copy-count-unknown]
KERNEL(changed) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int step = blockDim.x;
  if (K > 512)
    step /= 2;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += step)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'limit_unknown' left alone: {{.*}} the trip count of a loop around this store {{.*}} [copy-count-unknown]
KERNEL(limit_unknown) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < K; i += blockDim.x)
      tile[i % 128] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'same_in_both' pipelined: ldg
KERNEL(same_in_both) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = t; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K, int threads) {
  one_block<<<1, 64>>>(A, C, K);
  two_blocks<<<1, 64>>>(A, C, K);
  two_blocks<<<1, 32>>>(A, C, K);
  no_constant<<<1, threads>>>(A, C, K);
  narrow<<<1, 256>>>(A, C, K);
  changed<<<1, 64>>>(A, C, K);
  limit_unknown<<<1, 64>>>(A, C, K);
  same_in_both<<<1, 64>>>(A, C, K);
  same_in_both<<<4, 64>>>(A, C, K);
}
