// Barrier 0 of all threads, spelled as PTX and as the function for it, in the loop and
// in a function.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE -DKERNELS=ptx,named,other
// RUN: %golden cpasync

__global__ void ptx(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = t < n - k ? A[k + t] : 0.0f;
    asm volatile("bar.sync 0;" : : : "memory");
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    asm volatile("bar.sync 0;\n" ::: "memory");
  }
  out[t] = sum;
}

__device__ __forceinline__ void block_sync() {
  asm volatile("barrier.sync %0;" : : "n"(0) : "memory");
}

__global__ void named(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = t < n - k ? A[k + t] : 0.0f;
    block_sync();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    block_sync();
  }
  out[t] = sum;
}

__global__ void other(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = t < n - k ? A[k + t] : 0.0f;
    __barrier_sync(0);
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __barrier_sync(0);
  }
  out[t] = sum;
}
