// The attribute lowers the limit of a kernel, too, which is 48 KB for all that nobody asks for: a
// size that only the run tells asks for no less where another launch goes without.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --guess %s 2>/dev/null | FileCheck %s
// CHECK:      {{^}}+  if (x) {
// CHECK-NEXT: {{^}}+    if (2 * T * 4 > 48 * 1024)
// CHECK-NEXT: {{^}}+      cudaFuncSetAttribute(two_sizes,
// CHECK:      {{^}}+    two_sizes<<<1, T, 2 * T * 4>>>
// CHECK:      {{^}}+  cudaFuncSetAttribute(one_size,
// CHECK:      {{^}}+  if (bytes > 48 * 1024)
// CHECK-NEXT: {{^}}+    cudaFuncSetAttribute(raised_elsewhere,

__global__ void two_sizes(const float *__restrict__ A, float *__restrict__ C, int n, int T) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    smem[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += smem[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float *A, float *C, int n, int T, bool x) {
  if (x)
    two_sizes<<<1, T, T * 4>>>(A, C, n, T);
  else
    two_sizes<<<1, 64, 64 * 4>>>(A, C, n, 64);
}

__global__ void one_size(const float *__restrict__ A, float *__restrict__ C, int n, int T) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    smem[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += smem[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void run_one(const float *A, float *C, int n, int T) {
  one_size<<<1, T, T * 4>>>(A, C, n, T);
}

// One launch asks for itself, where it needs more: by the same words as the other.
__global__ void raised_elsewhere(const float *__restrict__ A, float *__restrict__ C, int n, int T) {
  extern __shared__ float smem[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    smem[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += smem[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void run_raised(const float *A, float *C, int n, int T) {
  int bytes = T * sizeof(float);
  if (bytes > 48 * 1024)
    cudaFuncSetAttribute(raised_elsewhere, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  raised_elsewhere<<<1, T, bytes>>>(A, C, n, T);
}

void run_without(const float *A, float *C, int n, int T) {
  int bytes = T * sizeof(float);
  raised_elsewhere<<<1, T, bytes>>>(A, C, n, T);
}
