// Behind the last barrier of a trip, each thread leaves out what it likes: that
// is an `if` around the rest. Of several, each.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=by_thread,twice,with_the_block,in_a_do_while"
// RUN: %golden ldg

__global__ void by_thread(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const bool idle = t % 5 < 2;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    if (idle) {
      continue;
    }
    // Compute.
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
  }
  out[t] = sum;
}

__global__ void twice(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[31 - t];
    if (t % 3 == 1)
      continue;
    float most = 0.0f;
#pragma unroll
    for (int i = 0; i < 32; ++i)
      most = max(most, tile[i]);
    if (most < tile[t] * 1.25f)
      continue; // it is one of the largest
    sum += most;
  }
  out[t] = sum;
}

__global__ void with_the_block(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k == 64)
      continue;
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    if (t > 20)
      continue;
    sum += tile[31 - t];
  }
  out[t] = sum;
}

__global__ void in_a_do_while(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  if (n > 0)
    do {
      __syncthreads();
      tile[t] = A[k + t];
      __syncthreads();
      k += 32;
      if (t > 20)
        continue;
      sum += tile[31 - t];
    } while (k < n);
  out[t] = sum;
}
