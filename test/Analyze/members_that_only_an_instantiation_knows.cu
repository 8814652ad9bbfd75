// Of a template that nobody instantiates: a member of a class template is what the class
// template says, unless a specialization says something else.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

template <typename T> struct Plain { T *x; };

template <typename T> struct Special { T *x; };
template <> struct Special<double> { double x[64]; };

template <typename T> struct Partial { T *x; };
template <typename T> struct Partial<T *> { T x; };

// CHECK: K-loop in 'plain' pipelined
template <typename T> __global__ void plain(Plain<T> p, T *out, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = p.x[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: K-loop in 'special' left alone: {{.*}} [unknown-effects]
template <typename T> __global__ void special(Special<T> p, T *out, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = p.x[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: K-loop in 'partial' left alone: {{.*}} [unknown-effects]
template <typename T> __global__ void partial(Partial<T> p, T *out, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = p.x[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// What it stores through the member may be what it loads.
//
// CHECK: K-loop in 'stores' left alone: {{.*}} [source-may-change]
template <typename T> __global__ void stores(Plain<T> p, Plain<T> q, int n) {
  __shared__ T tile[64];
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = p.x[k + threadIdx.x];
    __syncthreads();
    T sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    q.x[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
