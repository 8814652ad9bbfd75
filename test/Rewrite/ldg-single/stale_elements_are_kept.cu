// A ragged tile leaves elements of the tile before in place, and the compute
// phase may see them: only one buffer does that.
//
// RUN: %rewrite_and_run ldg-single walk
// RUN: %golden ldg-single
// RUN: %rewrite_and_run auto walk
// RUN: diff %t.auto.cu %t.ldg-single.cu

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  tile[t] = -1.0f;
  __syncthreads();

  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
