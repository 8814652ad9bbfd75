// Zero fill fills with +0.0f only.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}}: where its guard is false, it stores what is not known to be zero [copy-not-async]
// CHECK-NEXT: :[[#@LINE + 9]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = k + t < K ? A[k + t] : -0.0f;
// DUMP: left-alone rejected line [[#@LINE + 6]] copy-not-async
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : -0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : +0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// A store of its own makes it.
// CHECK: remark: K-loop in 'branch' pipelined: cpasync
__global__ void branch(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k + t < K)
      tile[t] = A[k + t];
    else
      tile[t] = 1.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'named' left alone: {{.*}}: where its guard is false, it stores what is not known to be zero [copy-not-async]
__global__ void named(const float4 *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  float4 zero = make_float4(0, 0, 0, 0);
  zero.y = A[0].x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : zero;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].y * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// A constant that is made of zeros.
// CHECK: remark: K-loop in 'named_zero' pipelined: cpasync
__global__ void named_zero(const float4 *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  const float4 zero = make_float4(0, 0, 0, 0);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : zero;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].y * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// A constant that is made of itself.
// CHECK: remark: K-loop in 'itself' left alone: {{.*}} [copy-not-async]
__global__ void itself(const float4 *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  const float4 zero = zero;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : zero;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].y * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
