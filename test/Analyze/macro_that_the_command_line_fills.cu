// Macros that the command line fills, as `#ifndef` invites it to: what stands where a
// statement does may be any code, which is said; under an #if in the loop it is no part
// of what was read. Values, types and pragmas may be others.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -D'FILLED=sum += 1' 2>&1 \
// RUN:   | grep remark: | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s -- \
// RUN:   -D'FILLED=sum += 1'
// RUN: cmp %s %t.same.cu

#ifndef AT_END
#define AT_END
#endif
#ifndef MARK
#define MARK(k) ((void)(k))
#endif
#ifndef MEET
#define MEET __syncthreads()
#endif
#define NEXT(k) sum += k; AT_END

#ifndef DEPTH
#define DEPTH 64
#endif
#ifndef LESSER
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef real
#define real float
#endif
#ifndef UNROLL
#define UNROLL _Pragma("unroll")
#endif

__device__ float ended(float x) {
  AT_END
  return x;
}

// CHECK: 'told_empty': the command line may fill the macro 'AT_END' with other code, which was not looked at
__global__ void told_empty(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    AT_END
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_nothing': the command line may fill the macro 'MARK' with other code, which was not looked at
__global__ void told_nothing(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    MARK(k);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_barrier': the command line may fill the macro 'MEET' with other code, which was not looked at
__global__ void told_barrier(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    MEET;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_of_the_command': the command line may fill the macro 'FILLED' with other code, which was not looked at
__global__ void told_of_the_command(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    FILLED;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_in_a_macro': the command line may fill the macro 'AT_END' with other code, which was not looked at
__global__ void told_in_a_macro(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    NEXT(k)
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'told_in_a_function': what the command line makes of 'AT_END' in the function 'ended' was not looked at
__global__ void told_in_a_function(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    sum = ended(sum);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_if_there' left alone: {{.*}} an #if in the loop hides what the command line makes of 'ON_TRIP' [macro-loop]
__global__ void rejected_if_there(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
#ifdef ON_TRIP
    ON_TRIP;
#endif
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'values' pipelined
__global__ void values(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    real most = LESSER(k, DEPTH);
    UNROLL
    for (int i = 0; i < 4; ++i)
      most += i;
#ifdef DEBUG
    most += 1;
#endif
    sum += most;
    __syncthreads();
  }
  C[t] = sum;
}
