// The load's own variables take no value that the loop's do not take: they stay
// where the condition fails on them, whatever the header says.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE \
// RUN:   -DKERNEL=descending
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE \
// RUN:   -DKERNEL=not_equal
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE \
// RUN:   -DKERNEL=near_int_max
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE \
// RUN:   -DKERNEL=counted_down
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync7 walk -DMORE \
// RUN:   -DKERNEL=in_the_middle
// RUN: %golden cpasync3

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void descending(const float *__restrict__ A, float *__restrict__ out,
                           unsigned n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // An unsigned k would wrap below zero.
  for (unsigned k = (n + 31) / 32 * 32; k != 0; k -= 32) {
    tile[t] = k - 32 + t < n ? A[k - 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void not_equal(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *p = A;
  int done = 0;
  for (const float *end = A + (n + 31) / 32 * 32; p != end; p += 32, ++done) {
    tile[t] = p + t < A + n ? p[t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + done + (p - A);
}

__global__ void near_int_max(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // One step further, and k would overflow.
  const int start = 2147483644 - (n + 31) / 32 * 32;
  for (int k = start; k != 2147483644; k += 32) {
    tile[t] = k - start + t < n ? A[k - start + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void counted_down(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  unsigned tiles = (n + 31) / 32;
  int k;
  for (k = 0; tiles-- > 0; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + tiles + k;
}

__global__ void in_the_middle(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0, step = 32;
  while (k < n) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    k += step;
    SUM * k;
    __syncthreads();
  }
  out[t] = sum + k;
}
