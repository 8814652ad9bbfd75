// In a template that nobody instantiates, what stands in parentheses has no type before T is
// known: the loop is read, or left alone with a reason, and the next one is read.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s --check-prefix=NEXT
// CHECK: K-loop in 'value'
// CHECK: K-loop in 'pair'
// CHECK: K-loop in 'pointer'
// CHECK: K-loop in 'next' pipelined: ldg
// NEXT: K-loop in 'next' pipelined: cpasync

template <class T>
struct Pair {
  T x, y;
  __device__ Pair(T a, T b) : x(a), y(b) {}
};

template <class T>
__global__ void value(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum(0);
  for (int k = 0; k < n; k += 64) {
    T v(A[k + t]);
    tile[t] = v;
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      const auto w(tile[j]);
      sum += w;
    }
    __syncthreads();
  }
  C[t] = sum;
}

template <class T>
__global__ void pair(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64], other[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    Pair<T> v(A[2 * (k + t)], A[2 * (k + t) + 1]);
    tile[t] = v.x;
    other[t] = v.y;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] + other[j];
    __syncthreads();
  }
  C[t] = sum;
}

template <class T>
__global__ void pointer(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    const T *p(A + k);
    tile[t] = p[t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void next(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  C[t] = sum;
}
