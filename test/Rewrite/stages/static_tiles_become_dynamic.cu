// Two stages of these tiles fit into static shared memory, three do not: they
// become dynamic, and the launch says how much they take.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 launched
// RUN: %golden cpasync3
//
// Two stay static:
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 %s | FileCheck %s
// CHECK: +  __shared__ float As_stages[2][64][65];

#define BM 64

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[64][65];
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t][0] = A[k + t];
    Bs[t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  product<<<1, BM>>>(A, C, K);
}
