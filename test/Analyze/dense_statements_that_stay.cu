// Statements of the load phase that mean something else in parts: a value that the
// first store of a chain changes, or converts; a branch that does
// not compile for the other arguments of the template.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'changes' left alone: {{.*}} [load-depends-on-compute]
__global__ void changes(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    tile[t] = other[t] = tile[t] + 1.0f;
    __syncthreads();
    sum += tile[t ^ 1] * other[t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'converts' left alone: {{.*}} [load-depends-on-compute]
__global__ void converts(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  __shared__ int other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k + t < K) {
      tile[t] = A[k + t];
      other[t] = 2;
    } else {
      tile[t] = other[t] = 1.5f; // 1.0f
    }
    __syncthreads();
    sum += tile[t ^ 1] * other[t];
    __syncthreads();
  }
  C[t] = sum;
}

// It stays an `if constexpr`, and the template has both branches.
// CHECK: K-loop in 'other_branch' pipelined: ldg
template <typename T>
__global__ void other_branch(const T *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (sizeof(T) == 4)
      tile[63 - t] = A[k + t];
    else
      tile[t] = A[k + t].x;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void other_branch(const float *, float *, int);
template __global__ void other_branch(const float2 *, float *, int);

// Nobody instantiates it here: another file may, for what has an x or none.
// CHECK: K-loop in 'in_other_files' left alone: {{.*}} [
template <typename T>
__global__ void in_other_files(const T *__restrict__ A, float *__restrict__ C,
                               int K) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (sizeof(T) == 8)
      tile[63 - t] = other[t] = A[k + t].x;
    else
      tile[t] = other[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1] * other[t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64], other[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (const int at = k + t; at < K) {
      tile[t] = A[at];
      other[t] = A[at] + 1.0f;
    } else {
      tile[t] = other[t] = 1.5f;
    }
    __syncthreads();
    sum += tile[t ^ 1] * other[t];
    __syncthreads();
  }
  C[t] = sum;
}
