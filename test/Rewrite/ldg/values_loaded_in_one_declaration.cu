// Several values are loaded by one declaration, and a tile is made of them. Each
// has a register; what only one side needs is declared there.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED
// RUN: %golden ldg

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int from = k + t, to = t ^ 1;
    const float scale = A[from], shift = A[k + to];
    tile[to] = A[k + 31 - t] * scale + shift;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
