// A body in braces of its own: it is the body all the same, and they stay.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=inner_braces,twice"
// RUN: %golden ldg

__global__ void inner_braces(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < n; k += 32) {
    {
      const int at = k + t; // of this thread
      tile[t] = A[at];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
  }
  out[t] = sum;
}

__global__ void twice(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (k < n) {
    {
      {
        __syncthreads();
        tile[t] = A[k + t];
        __syncthreads();
        sum = sum * 0.5f + tile[31 - t];
        k += 32;
      }
    }
  }
  out[t] = sum;
}
