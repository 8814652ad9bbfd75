// Length and scale of each group come from memory; the load phase needs them,
// and so does compute. Both read them: nothing in the loop writes there.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single groups
// RUN: %golden cpasync

__global__ void groups(const float *__restrict__ A,
                       const int *__restrict__ lengths,
                       const float *__restrict__ scales,
                       float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int g = 0; g < n; ++g) {
    // How much of the group is there.
    const int len = lengths[g];
    const float scale = scales[g];
    tile[t] = t < len && scale > 0.0f ? A[g * 32 + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] * scale;
    __syncthreads();
  }

  out[t] = sum;
}
