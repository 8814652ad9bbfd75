// What skips a trip is made of several tests, of tests in tests, of constants
// of a template: it is one condition, or a variable that they set.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=causal<true>,causal<false>,by_settings,all_of_it,in_an_if"
// RUN: %golden cpasync

template <bool Causal>
__global__ void causal(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const int last = n / 2;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Blocks above the diagonal, or left of the window.
    if constexpr (Causal) {
      if (k > last)
        continue;
    }
    if (n > 64 && k + 32 <= n - 224 || n == 32)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

template __global__ void causal<true>(const float *, float *, int);
template __global__ void causal<false>(const float *, float *, int);

__global__ void by_settings(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (n > 150) {
      if (k == 0)
        continue; // the first
    }
    // A window.
    if (n > 100) {
      const int left = n - 160;
      if (k + 32 <= left)
        continue;
    } else if (k == 64) {
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

// The last trip, and with few elements all.
__global__ void all_of_it(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const bool few = n < 64;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int left = n - k;
    if (few)
      continue;
    if (left <= 32)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t) + left;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void in_an_if(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (n != 96) {
      if (k % 96 != 32) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < 32; ++i)
          sum += tile[i] * (i + t);
        __syncthreads();
      }
    }
    sum += 1.0f;
  }
  out[t] = sum;
}
