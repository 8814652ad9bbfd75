// A branch of `if constexpr` that no instantiation in this file takes is not in the
// syntax tree that is read; in another file one has it, and the rules hold for it, too.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 >/dev/null | FileCheck %s

// CHECK: 'leaves' left alone: {{.*}}: this branch of 'if constexpr', which no instantiation here takes, leaves the loop or the trip; write a plain 'if', or instantiate it here [instantiations-disagree]
template <bool B>
__global__ void leaves(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    if constexpr (B) {
      if (sum > 100.0f)
        break;
    }
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'skips' left alone: {{.*}} leaves the loop or the trip; {{.*}} [instantiations-disagree]
template <bool B>
__global__ void skips(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if constexpr (B) {
      if (k == 64)
        continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'stores_to_the_source' left alone: {{.*}} stores to 'A'; {{.*}} [instantiations-disagree]
template <bool B>
__global__ void stores_to_the_source(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    if constexpr (B)
      const_cast<float *>(A)[k + 32 + t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// What it does to the sum is no matter.
// CHECK: 'computes' pipelined
template <bool B>
__global__ void computes(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    if constexpr (B) {
      sum = fmaxf(sum, 0.0f) + tile[31 - t];
      if (sum > 100.0f)
        sum = 0.0f;
    }
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'chooses_a_factor' pipelined
template <bool B>
__global__ void chooses_a_factor(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float factor = 1.0f;
  if constexpr (B)
    factor = 0.5f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    sum *= factor;
    __syncthreads();
  }
  out[t] = sum;
}

template __global__ void leaves<false>(const float *, float *, int);
template __global__ void skips<false>(const float *, float *, int);
template __global__ void stores_to_the_source<false>(const float *, float *, int);
template __global__ void computes<false>(const float *, float *, int);
template __global__ void chooses_a_factor<false>(const float *, float *, int);
