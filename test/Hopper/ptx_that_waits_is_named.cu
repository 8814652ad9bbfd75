// Assembly of which more is known than that it computes is named in the reason; other
// assembly is not.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'known' left alone: {{.*}}inline asm: setmaxnreg, which changes how many registers the warp has [unknown-effects]
__global__ void known(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1];
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'not_known' left alone: {{.*}}inline asm with effects that are not modelled [unknown-effects]
__global__ void not_known(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1];
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(C));
    __syncthreads();
  }
  C[t] = sum;
}
