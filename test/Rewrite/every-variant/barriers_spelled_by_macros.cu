// The barrier is the user's macro, and the loop stands in a branch of a switch.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk
// RUN: %golden cpasync

#define SYNC() __syncthreads()
#define TILE (32)

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;

  switch (n % 2) {
  case 0: {
    for (int k = 0; k < n; k += TILE) {
      SYNC();
      tile[t] = k + t < n ? A[k + t] : 0.0f;
      SYNC();
      for (int i = 0; i < TILE; ++i)
        sum = sum * 0.5f + tile[i ^ t];
    }
    break;
  }
  default:
    sum = n;
  }

  out[t] = sum;
}
