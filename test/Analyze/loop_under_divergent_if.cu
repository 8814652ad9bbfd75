// Some threads of the block skip the loop and its barriers, and meet others at one behind it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant that moves barriers may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu

// CHECK: :[[#@LINE + 10]]:5: remark: K-loop in 'rejected' left alone: {{.*}} 't < 32' may differ from thread to thread; --variant=ldg-single makes its loads early; cuda-pipeline-check finds out whether they do [barrier-not-uniform]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | if (t < 32) {
// DUMP: left-alone rejected line [[#@LINE + 7]] barrier-not-uniform
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 32) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i];
      __syncthreads();
    }
  }
  __syncthreads();
  C[t] = sum + tile[t];
}

// Those who skip it meet no barrier any more: they are gone, as if they had returned. No thread
// copies for others.
// CHECK: remark: K-loop in 'gone' pipelined:
// DUMP: rewritten gone line
__global__ void gone(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 32) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i];
      __syncthreads();
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'meet_in_the_other_branch' left alone: {{.*}} [barrier-not-uniform]
// DUMP: left-alone meet_in_the_other_branch line
__global__ void meet_in_the_other_branch(const float *__restrict__ A, float *__restrict__ C,
                                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 32) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i];
      __syncthreads();
    }
  } else {
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'come_again' left alone: {{.*}} [barrier-not-uniform]
// DUMP: left-alone come_again line
__global__ void come_again(const float *__restrict__ A, float *__restrict__ C,
                           int K, int rows) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int row = 0; row < rows; ++row) {
    float sum = 0.0f;
    if (t < 32 + row) {
      for (int k = 0; k < K; k += 64) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 32; ++i)
          sum += tile[i];
        __syncthreads();
      }
    }
    C[row * 64 + t] = sum;
  }
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 7]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (blockIdx.x < 32) {
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i];
      __syncthreads();
    }
  }
  C[t] = sum;
}
