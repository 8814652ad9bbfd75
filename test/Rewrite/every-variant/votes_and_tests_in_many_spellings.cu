// Each load of a block that votes to leave has a test by which its trips end, however it
// is spelled.
//
// RUN: %rewrite_and_run ldg walk -DMORE "-DKERNELS=turned,negated,in_the_else,named"

__global__ void turned(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = n > t + k && t < 32 ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    done = sum > 400.0f + t;
  }
  out[t] = sum;
}

__global__ void negated(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = !(k + t >= n) ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    done = sum > 400.0f + t;
  }
  out[t] = sum;
}

__global__ void in_the_else(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    if (n - k <= t)
      tile[t] = 0.0f;
    else
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    done = sum > 400.0f + t;
  }
  out[t] = sum;
}

__global__ void named(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int b = 0; b * 32 < n; ++b) {
    if (__syncthreads_count(done) == 32)
      break;
    const int at = b * 32 + t;
    const bool in = at < n;
    tile[t] = in ? A[at] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    done = sum > 400.0f + t;
  }
  out[t] = sum;
}
