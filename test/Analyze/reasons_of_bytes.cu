// Reasons name what the user can change: the width of a byte that is an int on its
// way, and a zero in front of the load.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'bytes' left alone: {{.*}}it moves 1 byte, cp.async moves 4, 8 or 16 [copy-not-async]
__global__ void bytes(const signed char *__restrict__ A,
                      float *__restrict__ C, int K) {
  __shared__ signed char tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = k + t < K ? A[k + t] : 0;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'scaled' left alone: {{.*}}the loaded value is converted, or computed with{{.*}} [copy-not-async]
__global__ void scaled(const signed char *__restrict__ A,
                       float *__restrict__ C, int K) {
  __shared__ signed char tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t] * 2;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
