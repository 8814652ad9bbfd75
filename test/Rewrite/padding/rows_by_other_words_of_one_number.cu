// Two names of one number: in another build they are two numbers, so rows stay as long
// as they are unless all name their length in the words of the declaration. A row that
// is held in a byte is not gone by.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 --explain %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.cu

#ifndef BM
#define BM 32
#endif
#ifndef BK
#define BK 32
#endif

// SAID: 'another_name': the rows of 'As' stay as they are: {{.*}}known of this build's numbers only
// CHECK-LABEL: {{^ *}}another_name(const
// CHECK: As_stages[2][BK * BM];
__global__ void __launch_bounds__(256)
    another_name(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[BK * BM];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += BK) {
    for (int i = t; i < BM * BK; i += 256)
      As[i / BK * BK + i % BK] = A[i / BK * K + k + i % BK];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[t % BM * BK + i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^ *}}one_name(const
// CHECK: constexpr int As_pitch = BK + 4;
// CHECK: As[row * As_pitch + i % BK] = next_As
__global__ void __launch_bounds__(256)
    one_name(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[32 * BK];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += BK) {
    for (int i = t; i < 32 * BK; i += 256) {
      const int row = i / BK;
      const signed char column = i % BK;
      As[i] = A[row * K + k + column];
    }
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[t % 32 * BK + i];
    __syncthreads();
  }
  C[t] = sum;
}
