// The compute phase reads the tile through ld.shared, by the address of one of
// its elements.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE

__device__ __forceinline__ float load_shared(const float *p) {
#ifdef CUDAPIPE_EXECUTOR
  return *p;
#else
  float value;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(p));
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address));
  return value;
#endif
}

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + load_shared(&tile[i ^ t]);
    __syncthreads();
  }

  out[t] = sum;
}
