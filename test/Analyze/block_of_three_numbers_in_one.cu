// A dim3 made of a uint3: the numbers that it does not spell are not 1. The near twin
// spells them.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
// RUN: sed 's/block(size)/block(32, 1)/' %s > %t.twin.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.twin.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TWIN
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical
// TWIN: 'trap' pipelined: cpasync

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x % 32 + threadIdx.y * 32;
  float *x = area, *s = area + 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[32 * blockDim.y - 1 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  const uint3 size{32, 2, 1};
  const dim3 block(size);
  trap<<<1, block, 128 * sizeof(float)>>>(A, C, K);
}
