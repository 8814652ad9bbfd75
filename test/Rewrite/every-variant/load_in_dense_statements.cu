// Several stores of one value in a statement, tests that declare their variable, and
// branches that the parameters of a template choose.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE \
// RUN:   "-DKERNELS=chain,test,chosen<true>,chosen<false>"
// RUN: %golden cpasync

__global__ void chain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float first[32], second[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < n - k) {
      first[t] = A[k + t];
      second[t] = A[n - 1 - k - t];
    } else
      first[t] = second[t] = 0.0f; // behind the end
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first[i] * (t + 1) - second[31 - i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void test(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32], other[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    if (const int at = k + t; at < n)
      tile[t] = A[at];
    else
      tile[t] = 0.0f;
    if (int i = k + 31 - t; i < n) {
      other[t] = A[i];
    } else {
      other[t] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1) - other[i];
    __syncthreads();
  }
  out[t] = sum;
}

template <bool Backwards>
__global__ void chosen(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    if constexpr (Backwards)
      tile[31 - t] = t < n - k ? A[k + t] : 0.0f;
    else
      tile[t] = t < n - k ? A[n - 1 - k - t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
