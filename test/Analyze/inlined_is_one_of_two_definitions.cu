// What a call stands for does not take the place of the call where another
// configuration has another function, or macro, of the name.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

#ifdef REVERSED
__device__ void load(float *to, const float *from, int t) {
  to[t] = from[63 - t];
}
#define LOAD(to, from, t)                                                     \
  do {                                                                        \
    to[t] = (from)[63 - t];                                                   \
  } while (0)
#else
__device__ void load(float *to, const float *from, int t) { to[t] = from[t]; }
#define LOAD(to, from, t)                                                     \
  do {                                                                        \
    to[t] = (from)[t];                                                        \
  } while (0)
#endif
__device__ void load_twin(float *to, const float *from, int t) {
  to[t] = from[t];
}
#define LOAD_TWIN(to, from, t)                                                \
  do {                                                                        \
    to[t] = (from)[t];                                                        \
  } while (0)

// CHECK: K-loop in 'rejected_function' left alone:
__global__ void __launch_bounds__(64)
    rejected_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load(tile, A + k, t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted_function' pipelined
__global__ void __launch_bounds__(64)
    accepted_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_twin(tile, A + k, t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'rejected_macro' left alone:
__global__ void __launch_bounds__(64)
    rejected_macro(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    LOAD(tile, A + k, t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted_macro' pipelined
__global__ void __launch_bounds__(64)
    accepted_macro(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    LOAD_TWIN(tile, A + k, t);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

