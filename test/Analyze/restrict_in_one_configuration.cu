// Where stores of the loop might meet its loads, that pointers are __restrict__ is to
// be so in each configuration of the kernel's text. What another build makes of a macro
// or a type is said.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

#ifdef ALIASED
#define RESTRICT
#define APART __restrict
#define POINTER(T) T *
#else
#define RESTRICT __restrict__
#define APART __restrict__
#define POINTER(T) T *__restrict__
#endif
#ifndef ALONE
#define ALONE __restrict__
#endif
#ifdef ALIASED
typedef float *OfBranch;
template <typename T, int N> using Alias = T *;
#define Either float *
#else
typedef float *__restrict__ OfBranch;
template <typename T, int N> using Alias = T *__restrict__;
typedef float *__restrict__ Either;
#endif
typedef OfBranch OfOther;
typedef float *RESTRICT OfMacro;
typedef float *
#ifndef ALIASED
    __restrict__
#endif
        Amid;

// CHECK: 'told_macro': 'A' may be without __restrict__ in another build
__global__ void told_macro(const float *RESTRICT A, float *RESTRICT C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_macro_of_a_type': 'A' may be without __restrict__ in another build
__global__ void told_macro_of_a_type(POINTER(const float) A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'rejected_branch' left alone: {{.*}} an #if hides that 'C' is not __restrict__ [macro-loop]
__global__ void rejected_branch(const float *A,
#ifdef ALIASED
                                float *C,
#else
                                float *__restrict__ C,
#endif
                                int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_before': 'A' may be without __restrict__ in another build
__global__ void told_before(const float *RESTRICT A, float *RESTRICT C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  C[t] = sum;
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    tile[t] = A[k + 63 - t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: 'told_of_the_command': 'A' may be without __restrict__ in another build, where the command line defines 'ALONE'
__global__ void told_of_the_command(const float *ALONE A, float *ALONE C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'both' pipelined
__global__ void both(const float *APART A,
#ifdef ALIASED
                     float *__restrict__ C,
#else
                     float *APART C,
#endif
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'only_behind' pipelined
__global__ void only_behind(const float *RESTRICT A, float *RESTRICT C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_type_of_a_branch': 'A' may be without __restrict__ in another build
__global__ void told_type_of_a_branch(OfBranch A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_type_of_another': 'A' may be without __restrict__ in another build
__global__ void told_type_of_another(OfOther A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_type_by_a_macro': 'A' may be without __restrict__ in another build
__global__ void told_type_by_a_macro(OfMacro A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_alias_template': 'A' may be without __restrict__ in another build
__global__ void told_alias_template(Alias<const float, 4> A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_type_or_macro': 'A' may be without __restrict__ in another build
__global__ void told_type_or_macro(Either A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'told_amid_a_type': 'A' may be without __restrict__ in another build
__global__ void told_amid_a_type(Amid A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}

// CHECK: 'rejected_amid_a_parameter' left alone: {{.*}} an #if hides that 'A' is not __restrict__ [macro-loop]
__global__ void rejected_amid_a_parameter(const float *
#ifndef ALIASED
    __restrict__
#endif
    A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    C[k + t + 64] = sum;
    __syncthreads();
  }
}
