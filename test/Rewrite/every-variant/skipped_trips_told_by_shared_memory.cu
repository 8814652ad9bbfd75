// All threads skip the tiles that shared memory says are far away. The loop does not store there:
// the load asks it for the next tile, the compute phase for its own.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ int far[32];
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 128) {
    __syncthreads();
    far[t] = first + 32 * t >= n || A[first + 32 * t] < A[0];

    for (int k = 0; k < 4; ++k) {
      __syncthreads();

      // too far away
      if (far[k]) continue;

      int at = first + 32 * k;
      tile[t] = A[at + t];
      __syncthreads();

      for (int i = 0; i < 32; ++i)
        sum += tile[(t + i) % 32] * i;
    }
  }
  out[t] = sum;
}
