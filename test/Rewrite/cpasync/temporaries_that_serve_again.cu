// A variable in front of the loop that each phase sets before it reads it: what it
// holds between a load and its store is loaded where it is stored. It stays for the
// other uses, and goes where there is none.
//
// RUN: %rewrite_and_run cpasync columns -DKERNEL=serves_both -DTHREADS=32 -DSTEP=32 -DWHOLE
// RUN: %rewrite_and_run cpasync columns -DKERNEL=serves_twice -DTHREADS=32 -DSTEP=32 -DWHOLE
// RUN: %rewrite_and_run cpasync columns -DKERNEL=both_go -DTHREADS=32 -DSTEP=32 -DWHOLE
// RUN: %golden cpasync

__global__ void serves_both(const float *__restrict__ A,
                            const float *__restrict__ B,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float value, sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    value = A[k + t];
    tile[t] = value;
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      value = tile[(t + i) % 32];
      sum = sum * 0.5f + value;
    }
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void serves_twice(const float *__restrict__ A,
                             const float *__restrict__ B,
                             float *__restrict__ out, int n) {
  __shared__ float a[32], b[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    float value;
    value = A[k + t];
    a[t] = value;
    value = B[k + t];
    b[t] = value;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + a[(t + i) % 32] * b[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void both_go(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ out,
                        int n) {
  __shared__ float a[32], b[32];
  const int t = threadIdx.x;
  float from_a, from_b;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    from_a = A[k + t];
    from_b = B[k + t];
    a[t] = from_a;
    b[t] = from_b;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + a[(t + i) % 32] * b[i];
    __syncthreads();
  }
  out[t] = sum;
}
