// A stride that loses bits on its way from other variables: 320 in a char is 64.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync:
// CHECK: ldg:
// CHECK: ldg-single:
//
// Values that keep their bits count the registers.
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=kept --quiet -o %t.cu %s
// RUN: FileCheck --check-prefix=KEPT %s < %t.cu
// KEPT: {{^  constexpr}} int LOADS = 2;

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[320];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int parts = 5, warps = 2;
  int all = parts * warps * 32;
  unsigned char stride = all;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 320; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 320; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void kept(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int warps = 2;
  int all = warps << 5;
  unsigned char stride = all;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 128; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
