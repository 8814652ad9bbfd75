// A gather that reads its index one tile ahead: then it is two tiles ahead.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gather
// RUN: %golden cpasync

__global__ void gather(const float *__restrict__ x,
                       const int *__restrict__ col,
                       const float *__restrict__ val, float *__restrict__ out,
                       int nnz) {
  __shared__ float xs[32], vs[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  int idx = t < nnz ? col[t] : 0;
  for (int k = 0; k < nnz; k += 32) {
    xs[t] = k + t < nnz ? x[idx] : 0.0f;
    vs[t] = k + t < nnz ? val[k + t] : 0.0f;
    __syncthreads();

    idx = k + 32 + t < nnz ? col[k + 32 + t] : 0; // for the next tile
    for (int i = 0; i < 32; ++i)
      sum += xs[i] * vs[(i + t) & 31];
    __syncthreads();
  }

  out[t] = sum;
}
