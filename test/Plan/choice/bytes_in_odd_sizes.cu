// Bytes that cannot be copied wide in all sizes: a remark says what that costs.
// Words have cp.async in any size, and three stages hide what a loop for bytes waits for.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=2 -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="one by one"
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALIGNED --implicit-check-not="one by one"
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --assume-aligned=16 \
// RUN:   --kernel=bytes -o %t.aligned.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALIGNED --implicit-check-not="one by one"
// ALIGNED: 'bytes' pipelined: cpasync in wide copies

// CHECK: 'bytes' pipelined: cpasync in wide copies
// CHECK: 'bytes': 'tile': in sizes whose rows do not start at multiples of 16 bytes, bytes are copied one by one, which is slower than the plain loop; --stages=3 is not
__global__ void __launch_bounds__(64)
    bytes(const signed char *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ signed char tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'words' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(64)
    words(const int *__restrict__ A, int *__restrict__ out, int K) {
  __shared__ int tile[64][32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < 64 * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t][i] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

void launch(const signed char *A, const int *B, int *out, int K) {
  bytes<<<1, 64>>>(A, out, K);
  words<<<1, 64>>>(B, out, K);
}
