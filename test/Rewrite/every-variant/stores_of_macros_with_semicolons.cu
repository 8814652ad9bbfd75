// The stores of a guard's branches are macros with a semicolon, and the barrier is.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

#define STORE(to, from) to = from;
#define SYNC __syncthreads();
#define TILE 32

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += TILE) {
    if (k + t < n)
      STORE(tile[t], A[k + t])
    else
      STORE(tile[t], 0.0f) // behind the end
    SYNC
    for (int i = 0; i < TILE; ++i)
      STORE(sum, sum * 0.5f + tile[i ^ t])
    SYNC
  }

  out[t] = sum;
}
