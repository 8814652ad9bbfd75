// The vote at the end of a trip asks for what the load of this trip has set, not that
// of the next.
//
// RUN: %rewrite_and_run ldg,ldg-single,auto walk -DMORE "-DKERNELS=value,inside,place"

__global__ void value(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, v = 0.0f;
  for (int k = 0; k < n; k += 32) {
    v = k + t < n ? A[k + t] : 0.0f;
    tile[t] = v;
    __syncthreads();
    sum += tile[31 - t] * t;
    if (__syncthreads_count(v > 0.5f) > 15)
      break;
  }
  out[t] = sum;
}

__global__ void inside(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int at = k + t;
    const bool in = at < n;
    tile[t] = in ? A[at] : 0.0f;
    __syncthreads();
    sum += tile[31 - t] * t;
    if (__syncthreads_or(!in))
      break;
  }
  out[t] = sum;
}

__global__ void place(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t;
  for (int k = 0; k < n; k += 32) {
    tile[t] = at < n ? A[at] : 0.0f;
    at += 32;
    __syncthreads();
    sum += tile[31 - t] * t;
    if (__syncthreads_and(at > 90))
      break;
  }
  out[t] = sum + at;
}
