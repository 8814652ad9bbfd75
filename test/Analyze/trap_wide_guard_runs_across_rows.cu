// The tile lies side by side, and its text divides by the length of a row; but the
// guard ends in each row somewhere else. Its twin ends at whole rows.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}it moves 1 byte{{.*}} [copy-not-async]
__global__ __launch_bounds__(64) void rejected(const signed char *__restrict__ A,
                                               int *C, int K) {
  __shared__ signed char tile[16 * 16];
  int sum = 0;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 64) {
      int r = i / 16, c = i % 16;
      tile[i] = k + r + c < K ? A[(k + r) * 16 + c] : 0;
    }
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync in wide copies
__global__ __launch_bounds__(64) void accepted(const signed char *__restrict__ A,
                                               int *C, int K) {
  __shared__ signed char tile[16 * 16];
  int sum = 0;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 64) {
      int r = i / 16, c = i % 16;
      tile[i] = k + r < K ? A[(k + r) * 16 + c] : 0;
    }
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
