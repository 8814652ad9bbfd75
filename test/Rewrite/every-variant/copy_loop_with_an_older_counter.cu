// The counter of a copy loop is declared in front of it: another loop counts by it again,
// for what is not of the copy.
//
// RUN: %rewrite_and_run ldg,ldg-single columns -DKERNEL=panels -DTHREADS=32 -DSTEP=32 -DA_ROWS=4 -DB_ROWS=4

__global__ void panels(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[4][32];
  int t = threadIdx.x, v, i, k;
  float sum[4], weight[4];
  float total = 0;
  for (k = 0; k < n; k += 32) {
    for (v = 0; v < 4; v++)
    {
      tile[v][t] = k + t < n ? A[v * n + k + t] * B[v * n + k + t] : 0.0f;

      sum[v] = 0;
      weight[v] = 0.5f * v + k;
    }
    __syncthreads();
    for (i = 0; i < 32; ++i)
      for (v = 0; v < 4; ++v)
        sum[v] += tile[v][(i + t) % 32] * (weight[v] + i);
    for (v = 0; v < 4; ++v)
      total += sum[v] * (k + 1);
    __syncthreads();
  }
  out[t] = total;
}
