// A test that counts is asked once: the step goes out of it first, in front of
// the loop and into its header, to the top or the end of the body.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=before
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=behind
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=behind_in_header
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=at_the_end
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=in_the_body
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=leaves_on_top
// RUN: %golden cpasync

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void before(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = -1;
  // From the first tile on.
  while (++k < (n + 31) / 32) {
    tile[t] = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + k;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = (n + 31) / 32;
  while (k--) {
    tile[t] = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void behind_in_header(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int bound = 0;
  for (unsigned k = (n + 31) / 32; k-- > 0; bound += 32) {
    // The tiles from behind.
    tile[t] = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + bound;
}

__global__ void at_the_end(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  do {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  } while ((k += 32) < n);
  out[t] = sum + k;
}

__global__ void in_the_body(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (true) {
    tile[t] = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
    if (++k >= (n + 31) / 32)
      break;
  }
  out[t] = sum + k;
}

__global__ void leaves_on_top(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int left = (n + 31) / 32;
  for (;;) {
    if (left-- == 0) // all done
      break;
    tile[t] = left * 32 + t < n ? A[left * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum;
}
