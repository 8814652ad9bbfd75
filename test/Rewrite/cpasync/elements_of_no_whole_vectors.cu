// Elements that are no whole vectors of 16 bytes, or not aligned to one, are copied in no
// pieces; nor are those whose address does something.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain 2>&1 >/dev/null | FileCheck %s

struct alignas(16) Eight {
  float v[8];
};
struct alignas(8) Halves {
  float v[8];
};
struct alignas(8) Six {
  float v[6];
};

// CHECK: 'rejected_alignment' left alone: {{.*}} 32 bytes must be aligned to 16, the type guarantees 8 [copy-not-async]
__global__ void rejected_alignment(const Halves *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Halves tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].v[t % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'rejected_size' left alone: {{.*}} it moves 24 bytes, cp.async moves 4, 8 or 16 [copy-not-async]
__global__ void rejected_size(const Six *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Six tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].v[t % 6] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ int counted;
__device__ int next(int i) { counted = i; return i; }
// CHECK: 'rejected_effect' left alone
__global__ void rejected_effect(const Eight *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Eight tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[next(k + t)];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].v[t % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'twin' pipelined: cpasync
__global__ void twin(const Eight *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ Eight tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].v[t % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
