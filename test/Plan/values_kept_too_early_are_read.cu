// What is fetched is stored somewhere: not if its register is set too early, or if
// the load has a variable of its own that is called like the one that is stored.
//
// RUN: mutate-schedule read-back %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: grep -E " (schedule|text) " %t | not grep "READ AS PROVED"

// CHECK: scaled cpasync: READ AS PROVED
// CHECK: scaled cpasync text value-of-the-load-alone: unsound result ('scaled'): what is fetched from 'B[k + t]' is stored nowhere
// CHECK: scaled ldg: READ AS PROVED
// CHECK: scaled ldg text value-of-the-load-alone: unsound result ('scaled'): what is fetched from 'B[k + t]' is stored nowhere
__global__ void scaled(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  __shared__ float As[64], Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    float b = 0.0f;
    if (k + t < n)
      b = B[k + t];
    As[t] = A[k + t];
    Bs[t] = b * 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: two_scales ldg: READ AS PROVED
// CHECK: two_scales ldg text register-before-fetch: unsound result ('two_scales'): what is fetched from 'B[k + t + i * 32]' is stored nowhere
__global__ void two_scales(const float *__restrict__ B, float *__restrict__ out,
                           int n) {
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 2; ++i) {
      float b = 0.0f;
      if (k + t < n)
        b = B[k + t + i * 32];
      Bs[t + i * 32] = b + b * b;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Bs[i] * t;
    __syncthreads();
  }
  out[t] = sum;
}
