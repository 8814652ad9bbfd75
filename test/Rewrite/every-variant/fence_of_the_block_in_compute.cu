// A fence of the block in the compute phase stays where it is: the load of the next tile is
// stored in front of a barrier, and nobody stores what it reads.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single,pipeline walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();

    float row[4];
    for (int i = 0; i < 4; ++i)
      row[i] = tile[(t + i) % 32];
    __threadfence_block();
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 8; ++j)
        sum += row[i] * (t + j);
    __syncthreads();
  }
  out[t] = sum;
}
