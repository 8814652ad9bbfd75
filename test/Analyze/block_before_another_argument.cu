// The arguments of a launch are evaluated in any order: another one halves what was given
// to the block. The near twin halves it behind the launch.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s
// RUN: sed 's/T \/= 2, T)/K, T), T \/= 2/' %s > %t.twin.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.twin.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TWIN
//
// CHECK: 'trap' left alone
// TWIN: 'trap' pipelined: cpasync

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K, int T) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + T;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[blockDim.x - 1 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  int T = 64;
  trap<<<1, T, 128 * sizeof(float)>>>(A, C, T /= 2, T);
}
