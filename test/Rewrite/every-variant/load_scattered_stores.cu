// Stores go where a swizzle and a permutation say; two elements a thread.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk2

__global__ void walk2(const float *__restrict__ A, const int *__restrict__ perm,
                      float *__restrict__ out, int n) {
  __shared__ float tile[2][2][16];
  const int t = threadIdx.x;
  const int to = perm[t];
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    tile[0][to / 16][to % 16] = k + t < n ? A[k + t] : 0.0f;
    tile[1][t % 2][(t / 2) ^ 5] = k + 32 + t < n ? A[k + 32 + t] : 0.0f;
    __syncthreads();
    for (int s = 0; s < 2; ++s)
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.5f + tile[s][i / 16][(i + t) % 16];
    __syncthreads();
  }

  out[t] = sum;
}
