// The code of a kernel with a shared array whose class has a constructor: there is
// none of it, and the rest says what threads agree on. Beside it one where they do not.
//
// RUN: cuda-pipeline-rewrite --guess --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Point {
  float x;
  __device__ Point() : x(0) {}
};
struct Range {
  int first, last, own;
  __device__ int size() const { return last - first; }
  __device__ int mine() const { return last - own; }
};
__device__ Range range_of(const int *ends) {
  return {ends[blockIdx.x], ends[blockIdx.x + 1], int(threadIdx.x)};
}

// CHECK-DAG: K-loop in 'one_field' pipelined: ldg
__global__ void one_field(const Point *__restrict__ A, const int *__restrict__ ends, float *__restrict__ C) {
  const Range r = range_of(ends);
  const int n = r.size();
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    __shared__ Point tile[64];
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j].x * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'own_field' left alone: {{.*}} [barrier-not-uniform]
__global__ void own_field(const Point *__restrict__ A, const int *__restrict__ ends, float *__restrict__ C) {
  const Range r = range_of(ends);
  const int n = r.mine();
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    __shared__ Point tile[64];
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j].x * (j + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
