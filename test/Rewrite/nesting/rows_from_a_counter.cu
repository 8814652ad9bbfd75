// One thread says in shared memory which row it is; the load of the K-loop reads
// it through a variable.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single persistent

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  __shared__ int entry;
  const int t = threadIdx.x;
  const int rounds = (rows + (int)gridDim.x - 1) / (int)gridDim.x;

  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    if (t == 0)
      entry = round * gridDim.x + blockIdx.x;
    __syncthreads();
    const int row = entry;
    const bool valid = row < rows;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      tile[t] = valid && k + t < n ? A[row * n + k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 64; i += 4)
        sum = sum * 0.75f + tile[(i + 3 * t) % 64];
      __syncthreads();
    }
    if (valid)
      out[row * 64 + t] = sum;
  }
}
