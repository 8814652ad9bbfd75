// What a call runs hangs on an argument of the kernel's template: the text of what the one
// instantiation in this file runs stands for no call. Each is run as that and as another.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg -o %t.ldg.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu "-DKERNELS=branches<32>,branches<31>,specialized_class<32>,specialized_class<31>,specialized_function<32>,specialized_function<31>,template_argument<One>,template_argument<Other>,function_argument<id>,function_argument<twice>,guarded_argument<id>,guarded_argument<twice>,auto_argument<id>,auto_argument<twice>,one_function<32>,one_function<31>,one_class<32>,one_class<31>" -DPADDED
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o - %s | FileCheck %s

__device__ float id(float x) { return x; }
__device__ float twice(float x) { return x * 2; }

template <int N> __device__ float branch(const float *A, int i) {
  if constexpr (N == 32)
    return A[i];
  else
    return A[i] * 0.5f;
}
template <int N> struct Loader {
  __device__ static float at(const float *A, int i) { return A[i]; }
};
template <> struct Loader<31> {
  __device__ static float at(const float *A, int i) { return A[i] + 1; }
};
template <int N> __device__ float special(const float *p) { return *p; }
template <> __device__ float special<31>(const float *p) { return *p * 3; }
template <int N> struct One {
  __device__ static float at(const float *A, int i) { return A[i]; }
};
template <int N> struct Other {
  __device__ static float at(const float *A, int i) { return A[i] - 1; }
};
template <int N> struct Plain {
  __device__ static float at(const float *A, int i) { return A[i * (N / N)]; }
};
template <int N> __device__ float plain(const float *A, int i) { return A[i * (N / N)]; }

template <int N>
__global__ void branches(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = branch<N>(A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void specialized_class(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = Loader<N>::at(A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <int N>
__global__ void specialized_function(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = special<N>(&A[k + t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <template <int> class L>
__global__ void template_argument(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = L<32>::at(A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <float (*F)(float)>
__global__ void function_argument(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = F(A[k + t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <float (*F)(float)>
__global__ void guarded_argument(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? F(A[k + t]) : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template <auto F>
__global__ void auto_argument(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = F(A[k + t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// These name one function.
// CHECK: void one_function(
// CHECK: __pipeline_memcpy_async
template <int N>
__global__ void one_function(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = plain<N>(A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void one_class(
// CHECK: __pipeline_memcpy_async
template <int N>
__global__ void one_class(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = Plain<N>::at(A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

#ifndef CUDAPIPE_EXECUTOR
template __global__ void branches<32>(const float *, float *, int);
template __global__ void specialized_class<32>(const float *, float *, int);
template __global__ void specialized_function<32>(const float *, float *, int);
template __global__ void template_argument<One>(const float *, float *, int);
template __global__ void function_argument<id>(const float *, float *, int);
template __global__ void guarded_argument<id>(const float *, float *, int);
template __global__ void auto_argument<id>(const float *, float *, int);
template __global__ void one_function<32>(const float *, float *, int);
template __global__ void one_class<32>(const float *, float *, int);
#endif
