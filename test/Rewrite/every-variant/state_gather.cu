// A gather: the index is loaded, then what it names.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gather

__global__ void gather(const float *__restrict__ x,
                       const int *__restrict__ col,
                       const float *__restrict__ val, float *__restrict__ out,
                       int nnz) {
  __shared__ float xs[32], vs[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < nnz; k += 32) {
    int idx = k + t < nnz ? col[k + t] : 0;
    xs[t] = k + t < nnz ? x[idx] : 0.0f;
    vs[t] = k + t < nnz ? val[k + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += xs[i] * vs[(i + t) & 31];
    sum += idx;
    __syncthreads();
  }

  out[t] = sum;
}
