// The function that stores the tile is an argument of the template: its text is not that
// of another one.
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg -o %t.ldg.cu %s
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg-single -o %t.ldg-single.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.ldg-single.cu "-DKERNELS=given<store>,given<store_twice>" -DPADDED

__device__ void store(float *to, const float *A, int i) { to[threadIdx.x] = A[i]; }
__device__ void store_twice(float *to, const float *A, int i) { to[threadIdx.x] = A[i] * 2; }

template <void (*F)(float *, const float *, int)>
__global__ void given(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    F(tile, A, k + t);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}
#ifndef CUDAPIPE_EXECUTOR
template __global__ void given<store>(const float *, float *, int);
#endif
