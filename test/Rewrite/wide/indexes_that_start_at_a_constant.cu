// An index that starts at a multiple and moves by multiples, in this loop alone,
// needs no test. What is moved elsewhere, or starts elsewhere, does.
//
// RUN: %rewrite_and_run cpasync walk -DSTEP=64 --widen=auto -DKERNELS=whole,odd,moved_between,moved_by_a_step
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto --force %s -o %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s

// CHECK-LABEL: void whole(
// CHECK: const bool wide_copies =
// CHECK-NOT: base %
// CHECK: load_tile
__global__ void whole(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0;
  for (int i = 0; i < (n + 63) / 64; ++i) {
    for (int j = t; j < 64; j += 32)
      tile[j] = base + j < n ? A[base + j] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] / (base + j + 1);
    base += 64;
    __syncthreads();
  }
  out[t] = sum + base;
}

// CHECK-LABEL: void odd(
// CHECK: base % 4 == 0
__global__ void odd(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = n % 8 == 4 ? 2 : 4;
  for (int i = 0; i < (n + 63) / 64; ++i) {
    for (int j = t; j < 64; j += 32)
      tile[j] = base + j < n ? A[base + j] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] / (base + j + 1);
    base += 64;
    __syncthreads();
  }
  out[t] = sum + base;
}

// CHECK-LABEL: void moved_between(
// CHECK: base % 4 == 0
__global__ void moved_between(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < (n + 63) / 64; ++i) {
      for (int j = t; j < 64; j += 32)
        tile[j] = base + j < n ? A[base + j] : 0.0f;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] / (base + j + 1);
      base += 64;
      __syncthreads();
    }
    base -= 3;
    base = base < 0 ? 1 : base;
  }
  out[t] = sum + base;
}

// The first round moves by 3, the second one by 64.
// CHECK-LABEL: void moved_by_a_step(
// CHECK: base % 4 == 0
__global__ void moved_by_a_step(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0;
  for (int step = 3; step <= 64; step += 61) {
    for (int i = 0; i < (n + 63) / 64; ++i) {
      for (int j = t; j < 64; j += 32)
        tile[j] = base + j < n ? A[base + j] : 0.0f;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += tile[j] / (base + j + 1);
      base += step;
      __syncthreads();
    }
  }
  out[t] = sum + base;
}
