// Threads look for what another kernel has stored meanwhile, each for its own element. With three stages
// the second tile is loaded in front of the first barrier of the loop, with wide copies
// elements of other threads are: a barrier stands in front of them.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=3 --widen=none -o - %s | grep -v "^//" | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --assume-aligned=16 -o - %s | grep -v "^//" | FileCheck %s --check-prefix=WIDE
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --widen=none -o - %s | grep -v "^//" | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: void kernel(
// CHECK: if (flags[threadIdx.x] == 0)
// CHECK: __syncthreads();
// CHECK: // Prologue
// WIDE-LABEL: void kernel(
// WIDE: if (flags[threadIdx.x] == 0)
// WIDE: __syncthreads();
// WIDE: // Prologue
// Each thread copies what it has looked for.
// ONE-LABEL: void kernel(
// ONE: if (flags[threadIdx.x] == 0)
// ONE-NOT: __syncthreads
// ONE: // Prologue
__global__ void kernel(const float *__restrict__ A, volatile int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  if (flags[threadIdx.x] == 0)
    __trap();
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, volatile int *flags, float *C, int K) { kernel<<<1, 64>>>(A, flags, C, K); }
