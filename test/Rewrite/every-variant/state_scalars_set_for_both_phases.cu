// Scalars of the tile, declared at the top, set by several statements and in
// branches, used by the load, by compute and after the loop.
//
// RUN: %rewrite_and_run ldg,ldg-single rows
// RUN: %golden ldg

__global__ void rows(const float *__restrict__ A, const int *__restrict__ ptr,
                     const float *__restrict__ weights,
                     float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int begin, end, len = 0;

  for (int g = 0; g < n; ++g) {
    begin = ptr[g];
    end = ptr[g + 1];
    len = end - begin;
    if (len > 32)
      len = 32;
    float w;
    if (g % 2 == 0)
      w = weights[g];
    else
      w = -weights[g];
    if (t < len)
      tile[t] = A[begin + t] * w;
    else
      tile[t] = 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] / w;
    __syncthreads();
  }

  out[t] = sum + len;
}
