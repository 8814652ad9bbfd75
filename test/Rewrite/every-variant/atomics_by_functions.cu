// An atomic operation in a function that returns what was there before, to callers who
// do not ask: nobody knows by it how far others are.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,auto walk -DPADDED "-DKERNELS=counted,by_two"

__device__ inline float added(float *to, float x) { return atomicAdd(to, x); }
__device__ inline float added_twice(float *to, float x) {
  added(to, x);
  return added(to + 32, x);
}

__global__ void counted(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32], total[32];
  const int t = threadIdx.x;
  total[t] = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    added(&total[t ^ 1], tile[31 - t] * t);
    __syncthreads();
  }
  out[t] = total[t];
}

__global__ void by_two(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32], total[64];
  const int t = threadIdx.x;
  total[t] = total[t + 32] = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    added_twice(&total[t ^ 1], tile[31 - t] * t);
    __syncthreads();
  }
  out[t] = total[t] - 0.5f * total[t + 32];
}
