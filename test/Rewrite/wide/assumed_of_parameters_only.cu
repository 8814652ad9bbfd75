// --assume-aligned is about what is passed. What a kernel makes of its parameters is
// tested all the same.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --assume-aligned=16 \
// RUN:   --quiet -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/assumed.driver.cu %s %t.cu

// CHECK-LABEL: {{^ +}}passed(
// CHECK-NOT: wide_copies
// CHECK-LABEL: {{^ +}}pointer_moves(
// CHECK: const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0;
// CHECK-LABEL: {{^ +}}length_changes(
// CHECK: const bool wide_copies = K % 4 == 0;
// CHECK-LABEL: {{^ +}}length_by_reference(
// CHECK: const bool wide_copies = ld % 4 == 0;
// CHECK-LABEL: {{^ +}}local_length(
// CHECK: const bool wide_copies = ld % 4 == 0;
__global__ void __launch_bounds__(64)
    passed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 256; i += 64)
      tile[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
    pointer_moves(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int t = threadIdx.x;
  float sum = 0;
  A += K / 16;
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 256; i += 64)
      tile[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
    length_changes(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int t = threadIdx.x;
  float sum = 0;
  K += K / 16;
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 256; i += 64)
      tile[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ void grow(int &n) { n += n / 16; }
__global__ void __launch_bounds__(64)
    length_by_reference(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int t = threadIdx.x;
  float sum = 0;
  grow(K);
  const int ld = K;
  for (int k = 0; k < ld; k += 16) {
    for (int i = t; i < 256; i += 64)
      tile[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
    local_length(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  const int t = threadIdx.x;
  float sum = 0;
  int ld = K;
  ld += K / 16;
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 256; i += 64)
      tile[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
