// A template copies elements of 32 bytes here and of 4 in another build: what the text
// says of the pieces of the one is no copy of the other.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --pad=none --explain \
// RUN:   -o %t.cu 2>&1 | FileCheck %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cu -DSTEP=256 -DPADDED \
// RUN:   -DKERNELS=walk_of_eight
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cu -DSTEP=256 -DPADDED \
// RUN:   -DONE -DKERNELS=walk_of_one,walk_of_eight

struct alignas(16) Eight {
  float v[8];
};

__device__ float sumOf(float x) { return x; }
__device__ float sumOf(const Eight &x) { return x.v[0] + 2 * x.v[7]; }

// CHECK: 'tiles' pipelined: cpasync
template <class T>
__device__ void tiles(const T *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ T tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += sumOf(tile[i]) * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_of_eight(const float *__restrict__ A, float *__restrict__ out, int n) {
  tiles((const Eight *)A, out, n / 256 * 32);
}
#ifdef ONE
__global__ void walk_of_one(const float *__restrict__ A, float *__restrict__ out, int n) {
  tiles(A, out, n / 32 * 32);
}
#endif
