// What is initialized behind a `goto` would not compile: the size of the launch
// stands where it is needed; without the goto it has a name.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --quiet %s -o %t.cu
// RUN: grep -v '^//' %t.cu | FileCheck %s
// RUN: sed 's/goto Error/return/' %s | grep -v '^//' | sed 's/^Error:$//' > %t.plain.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --quiet %t.plain.cu -o - \
// RUN:   | FileCheck %s --check-prefix=NAMED
//
// CHECK: goto Error;
// CHECK-NOT: const size_t
// CHECK: product<<<1, 1024,
// NAMED: const size_t shared_bytes = 4 * 64

__global__ void product(const float *A, float *C, int K) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 4) {
    for (int i = 0; i < 4; ++i)
      As[i * 16 + t / 64][t % 64] = A[(k + i) * 1024 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][t % 64] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  if (K == 0)
    goto Error;
  product<<<1, 1024>>>(A, C, K);
Error:
  return;
}
