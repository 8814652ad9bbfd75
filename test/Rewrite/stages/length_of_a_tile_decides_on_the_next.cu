// Where the next tile starts hangs on this one's length, and the last is cut:
// the load makes the same statements on its own variables.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE -DKERNEL=by_lengths
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE -DKERNEL=no_load_needs_it
// RUN: %golden cpasync3

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = 32;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;
    tile[t] = t < len ? A[j + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);
    __syncthreads();
  }
  out[t] = sum + len;
}

__global__ void by_lengths(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int j = 0;
  while (j < n) {
    const int len = min(j % 3 ? 17 : 32, n - j);
    tile[t] = t < len ? A[j + t] : 0.0f;
    __syncthreads();

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);
    __syncthreads();
    j += len;
  }
  out[t] = sum + j;
}

// The copy takes whole tiles; only the header asks how far they count.
__global__ void no_load_needs_it(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int step;
  for (int j = 0; j < n; j += step) {
    step = j % 64 ? 20 : 32;
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < step; ++i)
      sum += tile[i] * (t + step);
    __syncthreads();
  }
  out[t] = sum;
}
