// Macros that name each other are each looked at once, however many ways lead to them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#define N0 64
#ifdef NESTED
#undef N0
#define N0 (N1 + N5 + N7 + N9)
#define N1 (N2 + N6 + N8 + N10)
#define N2 (N3 + N7 + N9 + N11)
#define N3 (N4 + N8 + N10 + N0)
#define N4 (N5 + N9 + N11 + N1)
#define N5 (N6 + N10 + N0 + N2)
#define N6 (N7 + N11 + N1 + N3)
#define N7 (N8 + N0 + N2 + N4)
#define N8 (N9 + N1 + N3 + N5)
#define N9 (N10 + N2 + N4 + N6)
#define N10 (N11 + N3 + N5 + N7)
#define N11 (N0 + N4 + N6 + N8)
#endif

// CHECK: K-loop in 'sum_tiles': more than can be read in another definition of the macro 'N0' was not looked at
__global__ void sum_tiles(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N0; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
