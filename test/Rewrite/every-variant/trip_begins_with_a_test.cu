// A test that the body begins with, behind what it is made of, joins that of the
// header: then the next trip can be asked.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=is_left
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=endless
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DKERNEL=second_exit
// RUN: %golden ldg

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void is_left(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0;; ++k) {
    const int base = k * 32;
    int left = n - base;
    // All elements are there.
    if (left <= 0)
      break;
    tile[t] = t < left ? A[base + t] : 0.0f;
    __syncthreads();
    SUM;
    sum += left;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void endless(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (true) {
    const int rows = min(32, n - k);
    if (rows <= 0) break; // nothing left
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
    k += 32;
  }
  out[t] = sum + k;
}

__global__ void second_exit(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  for (; k < 4; ++k) {
    if (!(k * 32 < n)) {
      break;
    }
    tile[t] = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
    __syncthreads();
    SUM;
    __syncthreads();
  }
  out[t] = sum + k;
}
