// A branch of an #if that holds half a statement: in another configuration it
// would take what is written beside it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

// CHECK: 'rejected_test_in_front_of_the_load' left alone: {{.*}} [macro-loop]
KERNEL(rejected_test_in_front_of_the_load) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
#ifdef HALF
    if (t < 32)
#endif
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_loop_in_front' left alone: {{.*}} [macro-loop]
KERNEL(rejected_loop_in_front) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef TWICE
  for (int round = 0; round < 2; ++round)
#endif
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  C[t] = sum;
}

// CHECK: 'rejected_block_around' left alone: {{.*}} [macro-loop]
KERNEL(rejected_block_around) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef TWICE
  for (int round = 0; round < 2; ++round) {
#else
  {
#endif
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  }
  C[t] = sum;
}

// CHECK: 'rejected_pragma' left alone: {{.*}} [macro-loop]
KERNEL(rejected_pragma) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef UNROLL
#pragma unroll
#endif
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'rejected_line_by_other_signs' left alone: {{.*}} [macro-loop]
KERNEL(rejected_line_by_other_signs) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
%:ifdef FAST
    if (sum > 1.0f)
      break;
%:endif
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

#define WIDTH 64
// CHECK: 'rejected_pragma_changes_a_macro' left alone: {{.*}} [macro-loop]
KERNEL(rejected_pragma_changes_a_macro) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#pragma push_macro("WIDTH")
  for (int k = 0; k < K; k += WIDTH) {
    tile[t] = A[k + t];
    __syncthreads();
#pragma pop_macro("WIDTH")
    for (int i = 0; i < WIDTH; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// Whole statements, and parts of one that stays, are no matter; nor is what is
// never code.
// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
#ifdef START
  sum = 1.0f;
#endif
#if 0
  this isn't { code
#endif
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] *
#ifdef DOUBLE
             2.0f *
#endif
             (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
