// How much of a tile is valid is computed once, for both phases: the load of
// the next tile may not change what the compute phase sees.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int valid;

  for (int k = 0; k < n; k += 32) {
    const int rest = n - k;
    valid = rest < 32 ? rest : 32;
    if (t < valid)
      tile[t] = A[k + t];
    else
      tile[t] = 0.0f;
    __syncthreads();

    for (int i = 0; i < valid; ++i)
      sum = sum * 0.5f + tile[i] / rest;
    __syncthreads();
  }

  out[t] = sum;
}
