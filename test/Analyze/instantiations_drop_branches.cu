// What `if constexpr` drops in an instantiation is not there to be read, and a plain
// `if` would not compile: the template has all branches. Where it does not say enough
// by itself, each instantiation would need edits of its own.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT %s <%t.cu

// CHECK: remark: K-loop in 'read_as_template' pipelined: ldg
// TEXT: T [[ONE:next_tile[0-9]*]], [[OTHER:next_tile[0-9]+]];
// TEXT: if constexpr (sizeof(T) == 8)
// TEXT-NEXT: [[ONE]] = A[k + t];
// TEXT-NEXT: else
// TEXT-NEXT: [[OTHER]] = A[(k + t) * 2];
template <class T>
__global__ void read_as_template(const T *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (sizeof(T) == 8)
      tile[t] = A[k + t].x;
    else
      tile[t] = A[(k + t) * 2];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void read_as_template(const float2 *, float *, int);
template __global__ void read_as_template(const float *, float *, int);

struct Pair {
  float2 both;
  __device__ float operator()(int) const { return both.x; }
};

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}: of this 'if constexpr', each has another branch and none has both; write a plain 'if' [instantiations-disagree]
// CHECK-NEXT: note: here
// CHECK-NEXT: | if constexpr (sizeof(T) == 8)
template <class T>
__global__ void rejected(const T *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (sizeof(T) == 8)
      tile[t] = A[k + t](1);
    else
      tile[t] = A[(k + t) * 2];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void rejected(const Pair *, float *, int);
template __global__ void rejected(const float *, float *, int);

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
template <bool Transposed>
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (Transposed)
      tile[t] = A[(k + t) * 2];
    else
      tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void accepted<true>(const float *, float *, int);
template __global__ void accepted<false>(const float *, float *, int);

// CHECK: remark: K-loop in 'barrier_of_one' left alone: {{.*}}a barrier stands in a branch of 'if constexpr' that not all have [instantiations-disagree]
template <class T>
__global__ void barrier_of_one(const T *__restrict__ A, float *__restrict__ C,
                               int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (sizeof(T) == 8)
      tile[t] = A[k + t].x;
    else
      tile[t] = A[(k + t) * 2];
    __syncthreads();
    sum += tile[63 - t];
    if constexpr (sizeof(T) == 8) {
      __syncthreads();
      sum += 1;
    }
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void barrier_of_one(const float2 *, float *, int);
template __global__ void barrier_of_one(const float *, float *, int);

// CHECK: remark: K-loop in 'dropped_by_all' left alone: {{.*}} [instantiations-disagree]
// CHECK: remark: K-loop in 'kept_by_all' pipelined: ldg
template <class T>
__global__ void dropped_by_all(const T *__restrict__ A, float *__restrict__ C,
                               int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    if constexpr (sizeof(T) == 8) {
      __syncthreads();
      sum += 1;
    }
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void dropped_by_all(const float *, float *, int);

template <class T>
__global__ void kept_by_all(const T *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    if constexpr (sizeof(T) == 8)
      sum += 1;
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void kept_by_all(const float *, float *, int);
