// What a second vector leaves of an array, the store takes from the first: that is
// no register array of its own. Vectors that are loaded are kept as such; what a
// loop of unknown length adds up is not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A,                            \
                       const float *__restrict__ B, float *__restrict__ C,     \
                       int K)

#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += as[i] * bs[63 - i] * threadIdx.x

// CHECK: 'whole' pipelined: ldg
KERNEL(whole) {
  __shared__ float as[64], bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float tmp[2];
    *(float2 *)tmp = *(const float2 *)(A + k + threadIdx.x);
    as[threadIdx.x] = tmp[0] + tmp[1];
    *(float2 *)tmp = *(const float2 *)(B + k + threadIdx.x);
    bs[threadIdx.x] = tmp[0] - tmp[1];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'a_part' pipelined: ldg
KERNEL(a_part) {
  __shared__ float as[64], bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float tmp[3];
    tmp[2] = A[k];
    *(float2 *)tmp = *(const float2 *)(A + k + threadIdx.x);
    as[threadIdx.x] = tmp[0] + tmp[1];
    *(float2 *)tmp = *(const float2 *)(B + k + threadIdx.x);
    bs[threadIdx.x] = tmp[0] - tmp[2];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'pointer' pipelined: ldg
KERNEL(pointer) {
  __shared__ float as[64], bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float tmp[2];
    float *last = tmp + 1;
    *(float2 *)tmp = *(const float2 *)(A + k + threadIdx.x);
    as[threadIdx.x] = tmp[0] + *last;
    *(float2 *)tmp = *(const float2 *)(B + k + threadIdx.x);
    bs[threadIdx.x] = tmp[0] - *last;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 'a_sum' left alone: {{.*}} 'tmp' cannot be kept in a register {{.*}} [unsupported-statement]
KERNEL(a_sum) {
  __shared__ float as[64], bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    float tmp[3] = {};
    for (int i = 0; i < threadIdx.x; ++i)
      tmp[2] += A[k + i];
    *(float2 *)tmp = *(const float2 *)(A + k + threadIdx.x);
    as[threadIdx.x] = tmp[0] + tmp[1];
    *(float2 *)tmp = *(const float2 *)(B + k + threadIdx.x);
    bs[threadIdx.x] = tmp[0] - tmp[2];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
