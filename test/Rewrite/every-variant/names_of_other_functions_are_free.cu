// What another function calls its own is free; what a macro says is not, wherever the
// macro stands, nor is what the function itself has.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg walk
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=3 --widen=none --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: void walk(
// CHECK: auto load_tile = [&](int stage,
// CHECK: int stage = 0, load_stage2 = STAGES - 1;
//
// CHECK-LABEL: void its_own(
// CHECK: auto load_tile2 = [&](int stage2,
// CHECK: int stage2 = 0, load_stage2 = STAGES - 1;

__device__ float scaled(float x, int stage) {
#define FIRST load_stage
  auto load_tile = [&](int k) { return x * k; };
  return load_tile(stage);
}

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = A[k + t];
    else
      tile[t] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += scaled(tile[i], t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void its_own(const float *__restrict__ A, float *__restrict__ out,
                        int n, int stage) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto load_tile = [&](float x) { return x + stage; };
  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = A[k + t];
    else
      tile[t] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += load_tile(tile[i]);
    __syncthreads();
  }
  out[t] = sum;
}
