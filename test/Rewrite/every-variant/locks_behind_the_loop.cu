// A lock is no wait for blocks that are yet to start: who has it runs, and gives
// it back.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE

__device__ int lock = 0;

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  if (t == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  out[t] = sum;
  __syncthreads();
  if (t == 0)
    atomicExch(&lock, 0);
}
