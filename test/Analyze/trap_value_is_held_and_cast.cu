// A held value is cast where it is stored: the cast must not take the first part
// of the guard that comes to stand there. As a float, `big + k` is what `end` is.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
//
// RUN: cuda-pipeline-rewrite --variant=cpasync -o %t.cu %s
// RUN: grep -vE "CHECK|TEXT" %t.cu | FileCheck --check-prefix=TEXT %s
// TEXT: (big + k < end) ? 0 : sizeof(float)

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const int big = 16777216 + t;
  const int end = 16777217 + K;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    float v = 0.0f;
    if (big + k < end)
      v = A[k * 8 + t];
    tile[t] = (float)v;
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
