// The counter of the copies is declared outside and used behind the loop: the
// load phase moves it, and there is one of it.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
//
// RUN: cuda-pipeline-rewrite --variant=cpasync -o %t.cu %s
// RUN: grep -v CHECK %t.cu | FileCheck --check-prefix=TEXT %s
// TEXT: for (i = t; i < 128; i += 64)
// TEXT: for (int i = t; i < 128; i += 64)

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 0;
  for (int k = 0; k < K; ++k) {
    for (i = t; i < 128; i += 64) tile[i] = A[k * 64 + i];
    __syncthreads();
    sum += tile[63 - t] + tile[127 - t];
    __syncthreads();
  }
  C[t] = sum + i;
}

__global__ void its_own(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    for (int i = t; i < 128; i += 64) tile[i] = A[k * 64 + i];
    __syncthreads();
    sum += tile[63 - t] + tile[127 - t];
    __syncthreads();
  }
  C[t] = sum;
}
