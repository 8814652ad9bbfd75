// Copies that follow each other line by line and go by the same test stand in one
// branch of it; what has a comment in front keeps it, and has its own.
//
// RUN: %rewrite_and_run cpasync launched
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu -DTYPE=short
// RUN: FileCheck %s < %t.cpasync.cu
//
// CHECK: {{^}}    if constexpr (async_copies) {
// CHECK-NEXT: {{^}}      __pipeline_memcpy_async(&a[t], &A[k + t], sizeof(T));
// CHECK-NEXT: {{^}}      __pipeline_memcpy_async(&b[t], &A[k + 63 - t], sizeof(T));
// CHECK-NEXT: {{^}}    } else {
// CHECK-NEXT: {{^}}      a[t] = A[k + t];
// CHECK-NEXT: {{^}}      b[t] = A[k + 63 - t];
// CHECK-NEXT: {{^}}    }
// CHECK-NEXT: {{^}}    // Once more, from behind.
// CHECK-NEXT: {{^}}    if constexpr (async_copies)
// CHECK-NEXT: {{^}}      __pipeline_memcpy_async(&c[t], &A[k + (t ^ 1)], sizeof(T));
// CHECK-NEXT: {{^}}    else
// CHECK-NEXT: {{^}}      c[t] = A[k + (t ^ 1)];

template <typename T>
__global__ void sum(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T a[64], b[64], c[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    a[t] = A[k + t];
    b[t] = A[k + 63 - t];
    // Once more, from behind.
    c[t] = A[k + (t ^ 1)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += a[i] * T(i) + b[i ^ t] - c[(i + t) % 64];
    __syncthreads();
  }
  C[t] = sum;
}

#ifdef TYPE
void launch(const float *A, float *C, int K) {
  sum<<<1, 64>>>((const TYPE *)A, (TYPE *)C, K);
}
#else
void launch(const float *A, float *C, int K) { sum<<<1, 64>>>(A, C, K); }
#endif
