// A comment that a backslash carries on, and block comments that open where another has closed,
// are printed to their end: what follows is code, as it was.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,pipeline walk -DKERNEL=spliced
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DKERNEL=behind
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DKERNEL=blocks

#pragma GCC diagnostic ignored "-Wcomment"
#pragma nv_diag_suppress 1 // a comment of several lines

__global__ void spliced(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    int at = k + t;
    // the other half \
       of the row
    at ^= 1;
    tile[t] = at < n ? A[at] : 0;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads(); // before the next
  }
  C[t] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    int at = k + t;
    at ^= 1; // the other half \
                of the row
    at ^= 2; /* of */ /* the
                         tile */
    at ^= 1; /* x */
    tile[t] = at < n ? A[at] : 0;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void blocks(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    int at = k + t;
    /* the row */ /* and the
       column */
    at ^= 1;
    /*/ all of
     it */
    at ^= 2;
    /* of the tile */
    tile[t] = at < n ? A[at] : 0; /* done */
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
