// Six tiles in any build: two are loaded in front of the loop without a test.
// Another build may have but one chunk: those are asked for.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 walk -DPADDED -DKERNEL=launch
// RUN: %golden cpasync3

#ifndef CHUNKS
#define CHUNKS 5
#endif

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32], other[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int chunk = 0; chunk < 6; ++chunk) {
    tile[t] = chunk * 32 + t < n ? A[chunk * 32 + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    other[t] = chunk * 32 + t < n ? A[chunk * 32 + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.25f + other[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
