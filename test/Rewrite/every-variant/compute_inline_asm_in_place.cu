// fma by hand, in the loop body itself.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE

#ifdef CUDAPIPE_EXECUTOR
#define FMA(d, a, b, c) d = fmaf(a, b, c)
#else
#define FMA(d, a, b, c)                                                        \
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c))
#endif

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i) {
      FMA(sum, sum, 0.5f, tile[i ^ t]);
    }
    __syncthreads();
  }

  out[t] = sum;
}
