// K-loops that are all of a branch, of the body of a loop, or of a case: braces are
// what they need.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE \
// RUN:   -DKERNELS=branch,chain,both,rounds,cases
// RUN: %golden cpasync

__global__ void branch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n != 96) // all threads alike
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  out[t] = sum;
}

__global__ void chain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n == 96)
    sum = 2.0f;
  else if (n > 32)
#pragma unroll 2
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  else
    sum = 3.0f;
  out[t] = sum;
}

__global__ void both(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  __shared__ float other[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n % 64 == 0)
    for (int k = 0; k < n; k += 32) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  else
    for (int k = 0; k < n; k += 32) {
      other[31 - t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.9375f + other[i] * (t + 1);
      __syncthreads();
    }
  out[t] = sum;
}

__global__ void rounds(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int round = 0; round < 3; ++round)
    for (int k = round * 32; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  out[t] = sum;
}

__global__ void cases(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  __shared__ float other[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  switch (n / 32 % 3) {
  case 0:
  case 2:
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
    break;
  default:
    sum = 2.0f;
    for (int k = 0; k < n; k += 32) {
      other[31 - t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.9375f + other[i] * (t + 1);
      __syncthreads();
    }
  }
  out[t] = sum;
}
