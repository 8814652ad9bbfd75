// The loop stores to global memory, and nothing is declared __restrict__. But the
// launches are in sight, and pass what cudaMalloc() has given for each pointer. The near
// twins stand in Analyze/pointers_that_launches_pass.cu.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,pipeline allocated
// RUN: FileCheck %s < %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS

// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK: load_tile(stage ^ 1, k + 64);
// CHECK: out[k + t] = sum;
// SAYS: that its pointers do not overlap is read from the launches in this file, and what is allocated there
#include <cuda_runtime.h>

__global__ void running(const float *A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[(t + i) % 64];
    out[k + t] = sum;
    __syncthreads();
  }
}

static void launch(const float *in, float *result, int n) {
  running<<<1, 64>>>(in, result, n);
}

void run(const float *from, float *to, int n) {
  float *in = nullptr, *result;
  if (n > 0) {
    cudaMalloc(&in, n * sizeof(*in));
    cudaMalloc((void **)&result, n * sizeof(float));
    cudaMemcpy(in, from, n * sizeof(float), cudaMemcpyHostToDevice);
    launch(in, result, n);
    cudaMemcpy(to, result, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(result);
  }
}

int main() {
  float from[64] = {}, to[64];
  run(from, to, 64);
}
