// Loops that test at the end, where the first trip is made whatever the test
// says, and loops without a condition, whose test is the first or the last
// statement of the body.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE -DKERNELS=at_the_end,last,first,negated,floats
// RUN: %golden cpasync
// RUN: %golden cpasync3

__global__ void at_the_end(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  do {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    k += 32;
  } while (k < n);
  out[t] = sum + k;
}

__global__ void last(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int tile_index = 0;
  while (true) {
    int k = tile_index * 32 + t;
    tile[t] = k < n ? A[k] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    ++tile_index;

    // All of them?
    if (tile_index * 32 >= n)
      break;
  }
  out[t] = sum + tile_index;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0;; k += 32) {
    if (k >= n) {
      break; // no tile left
    }
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void negated(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  for (;;) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    k += 32;
    if (!(k < n && k < 128))
      break;
  }
  out[t] = sum;
}

__global__ void floats(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, left = n;
  int k = 0;
  do {
    if (left <= 0.0f)
      break;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    k += 32;
    left -= 32.0f;
  } while (true);
  out[t] = sum;
}
