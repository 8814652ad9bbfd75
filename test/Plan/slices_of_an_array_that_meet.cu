// Where an array has no slice of its own for each trip of the copy loop, it
// cannot carry what is loaded past the compute phase. Registers can, and the
// array gets it from them, in the order of the stores.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

// CHECK: remark: K-loop in 'overlap' pipelined: ldg
__global__ void overlap(float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[8 * 32];
  const int t = threadIdx.x;
  float buf[8];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    for (int i = 0; i < 8; i += 4) {
      int at = i / 4 * 3;
      FLOAT4(buf[at]) = FLOAT4(A[k + i * 32 + t * 4]);
      tile[i * 32 + t] = buf[at];
      tile[i * 32 + 96 + t] = buf[at + 3];
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The store takes an element of the next slice too.
// CHECK: remark: K-loop in 'reaches_out' pipelined: ldg
__global__ void reaches_out(float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[8 * 32];
  const int t = threadIdx.x;
  float buf[12] = {};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    for (int i = 0; i < 8; i += 4) {
      FLOAT4(buf[i]) = FLOAT4(A[k + i * 32 + t * 4]);
      tile[i * 32 + t] = buf[i];
      tile[i * 32 + 96 + t] = buf[i + 4];
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The slice is filled again when it has been stored.
// CHECK: remark: K-loop in 'filled_again' pipelined: ldg
__global__ void filled_again(float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[8 * 32];
  const int t = threadIdx.x;
  float buf[8];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    for (int i = 0; i < 8; i += 4) {
      FLOAT4(buf[i]) = FLOAT4(A[k + i * 32 + t * 4]);
      tile[i * 32 + t] = buf[i];
      buf[i] = A[k + i + t];
      tile[i * 32 + 96 + t] = buf[i];
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// The divisor is not the step: two trips have one slice.
// CHECK: remark: K-loop in 'other_step' pipelined: ldg
__global__ void other_step(float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[8 * 32];
  const int t = threadIdx.x;
  float buf[8];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    for (int i = 0; i < 8; i += 4) {
      int at = i / 8 * 4;
      FLOAT4(buf[at]) = FLOAT4(A[k + i * 32 + t * 4]);
      tile[i * 32 + t] = buf[at];
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[8 * 32];
  const int t = threadIdx.x;
  float buf[8];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 256) {
    for (int i = 0; i < 8; i += 4) {
      FLOAT4(buf[i]) = FLOAT4(A[k + i * 32 + t * 4]);
      tile[i * 32 + t] = buf[i];
      tile[i * 32 + 96 + t] = buf[i + 3];
    }
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
