// The prologue loads the first tile in a line: by the start itself, compared as the loop
// compares its counter, or by a name for a long one, which the loop goes by, too.
//
// RUN: %rewrite_and_run ldg,ldg-single,cpasync walk -DMORE -DPADDED -DKERNELS=of_another_type,in_a_sum,with_a_long_start,up_to_a_double
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

// CHECK: void of_another_type(
// CHECK: if (int(blockIdx.x * 32) < n)
// CHECK-NEXT: fetch_tile(blockIdx.x * 32);
// CHECK: for (int k = blockIdx.x * 32; k < n; k += 32) {
__global__ void of_another_type(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = blockIdx.x * 32; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void in_a_sum(
// CHECK: if (32 <= n)
// CHECK-NEXT: fetch_tile(0);
__global__ void in_a_sum(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k + 32 <= n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void with_a_long_start(
// CHECK: // Prologue: load the first tile.
// CHECK-NEXT: const int k_begin = n / 96 * 32;
// CHECK: if (k_begin < n)
// CHECK-NEXT: fetch_tile(k_begin);
// CHECK: for (int k = k_begin; k < n; k += 32) {
__global__ void with_a_long_start(const float *__restrict__ A,
                                  float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = n / 96 * 32; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void up_to_a_double(
// CHECK: if (num_tiles > 0)
// CHECK-NEXT: fetch_tile(0);
__global__ void up_to_a_double(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (unsigned k = 0; k < ceil(n / 32.0); ++k) {
    tile[t] = A[k * 32 + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
