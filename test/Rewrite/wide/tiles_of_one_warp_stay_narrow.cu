// A tile that a warp copies at once would be as many instructions in wide copies:
// it keeps its own. Two such pieces, or bytes, are fewer.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto --force --explain %s -o %t.cu 2> %t.said
// RUN: FileCheck %s < %t.said
// RUN: %rewrite_and_run cpasync walk --widen=auto -DSTEP=64 -DKERNELS=sixty_four
// RUN: %rewrite_and_run cpasync walk --widen=auto

// CHECK: 'walk' pipelined: cpasync, 2 stages
// CHECK: 'tile' is copied element by element: wide copies would be as many instructions
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'sixty_four' pipelined: cpasync in wide copies
__global__ void sixty_four(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int j = t; j < 64; j += 32)
      tile[j] = k + j < n ? A[k + j] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'thirty_two_bytes' pipelined: cpasync in wide copies
__global__ void thirty_two_bytes(const signed char *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ signed char tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i];
    __syncthreads();
  }
  out[t] = sum;
}
