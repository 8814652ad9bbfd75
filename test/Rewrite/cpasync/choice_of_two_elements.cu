// One element or another of one array: the copy gets the address of the chosen one,
// also where a guard or a zero stands around the choice.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DMORE \
// RUN:   -DKERNELS=choice,guarded,zero,nested
// RUN: %golden cpasync

__global__ void choice(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const bool backwards = n % 64 == 0;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = backwards || t >= n - k ? A[n - 1 - k % n] : A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void guarded(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const bool backwards = n % 64 == 0;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < n - k)
      tile[t] = (backwards ? *(A + n - 1 - k - t) : A[k + t]);
    else
      tile[t] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void zero(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = t >= n - k ? 0.0f : (k / 32 % 2 ? A[n - 1 - k - t] : A[k + t]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void nested(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = t >= n - k ? A[n - 1] : t % 3 ? A[k] : A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
