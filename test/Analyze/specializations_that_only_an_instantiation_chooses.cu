// Of a template that nothing in sight instantiates: a function template that is only
// declared has its bodies in explicit specializations. One of them is called: what any
// of them does counts, beside the body for all types if there is one.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s

template <typename T> __device__ T made_of(float v);
template <> __device__ float made_of<float>(float v) { return v; }
template <> __device__ double made_of<double>(float v) { return v + 0.5; }

// CHECK-DAG: K-loop in 'converts' pipelined
template <typename T>
__global__ void converts(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = made_of<T>(A[k * 64 + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T> __device__ T waited_for(float v);
template <> __device__ float waited_for<float>(float v) { return v; }
template <> __device__ double waited_for<double>(float v) {
  __syncthreads();
  return v;
}

// CHECK-DAG: K-loop in 'one_of_them_waits' left alone: {{.*}}[barrier-in-branch]
template <typename T>
__global__ void one_of_them_waits(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = waited_for<T>(A[k * 64 + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float memory[4096];
template <typename T> __device__ T counted(float v);
template <> __device__ float counted<float>(float v) { return v; }
template <> __device__ double counted<double>(float v) {
  memory[threadIdx.x + 64] = v;
  return v;
}

// CHECK-DAG: K-loop in 'one_of_them_stores' left alone: {{.*}}[source-may-change]
template <typename T>
__global__ void one_of_them_stores(float *C, int n) {
  __shared__ T tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = memory[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += counted<T>(tile[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T> __device__ T hidden(float v);
template <> __device__ float hidden<float>(float v) { return v; }
template <> __device__ double hidden<double>(float v);

// CHECK-DAG: K-loop in 'one_of_them_is_not_seen' left alone: {{.*}}[unknown-effects]
template <typename T>
__global__ void one_of_them_is_not_seen(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = hidden<T>(A[k * 64 + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T> __device__ T usually(float v) { return v; }
template <> __device__ double usually<double>(float v) {
  __syncthreads();
  return v;
}

// CHECK-DAG: K-loop in 'a_special_one_waits' left alone: {{.*}}[barrier-in-branch]
template <typename T>
__global__ void a_special_one_waits(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = usually<T>(A[k * 64 + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
