// An #if around the kernel's body, around statements of compute and inside one.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();

#ifdef TRACE
    printf("%d values\n", n);
#endif
    for (int i = 0; i < 32; ++i)
#if !defined(SLOW)
      sum = fmaf(tile[i], 1.5f, sum);
#else
      sum += 1.5f;
#endif
#if 1
    sum *= 0.5f; // halves
#endif
    __syncthreads();
  }

  out[t] = sum;
#else
  out[threadIdx.x] = 0.0f;
#endif
}
