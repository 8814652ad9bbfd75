// Macros that are one statement each, with its semicolon: they move as they are.
//
// RUN: %rewrite_and_run ldg,ldg-single walk
// RUN: %golden ldg

#define FETCH(to, from) to = from;
#define STORE(to, from) /* in shared memory */ \
  to = from;
#define SYNC __syncthreads();
#define TILE 32

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f, a;

  for (int k = 0; k < n; k += TILE) {
    FETCH(a, k + t < n ? A[k + t] : 0.0f) // nothing behind the end
    STORE(tile[t], a)
    SYNC
    FETCH(a, sum * 0.5f)
    for (int i = 0; i < TILE; ++i)
      a = a * 0.5f + tile[i ^ t];
    STORE(sum, a);
    SYNC
  }

  out[t] = sum;
}
