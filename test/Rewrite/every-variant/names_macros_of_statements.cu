// Macros that carry the array's name, that are barriers, and that spell one
// statement of compute or several.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

#define BK 8
#define AS(i, j) As[(i) * BK + (j)]
#define SYNC __syncthreads()
#define SYNC_BLOCK() __syncthreads();
#define FMA(a, b, c) (c) += (a) * (b)
#define ACC(i) sum += As[i] * weight;
#define ACC2(i) ACC(i) ACC((i) + 1)
#define ALL(n)                                                                 \
  for (int m = 0; m < n; ++m) {                                                \
    ACC(m)                                                                     \
  }

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ __align__(16) float As[4 * BK];
  const int t = threadIdx.x;
  float sum = 0.0f, weight = 1.0f;

  for (int k = 0; k < n; k += 32) {
    AS(t / BK, t % BK) = k + t < n ? A[k + t] : 0.0f;
    SYNC;

    // Compute, as it stands.
    for (int i = 0; i < 16; ++i)
      FMA(AS(i / BK, i % BK), 2.0f, sum);
    ACC2(16) ACC2(18)
    ALL(3);
    for (int i = 20; i < 31; ++i)
      ACC(i)
    ACC(31) weight *= 0.5f;
    SYNC_BLOCK()
  }

  out[t] = sum;
}
