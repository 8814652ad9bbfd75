// What is left counts down to zero: where it starts says how much there is to load.
//
// RUN: %rewrite_and_run ldg,ldg-single,auto walk -DMORE \
// RUN:   "-DKERNELS=remaining,of_a_range"

__global__ void remaining(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = t % 5 == 4;
  for (int left = n, at = t; left > 0; left -= 32, at += 32) {
    if (__syncthreads_and(done))
      break;
    tile[t] = at < n ? A[at] : 0.0f;
    __syncthreads();
    const int size = min(32, left);
    for (int i = 0; !done && i < size; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }
  }
  out[t] = sum;
}

// The end is that of both: of the trips, and of the test of each load.
__global__ void of_a_range(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const int2 range = make_int2(n / 4, n);
  float sum = 0.0f;
  bool done = false;
  for (int left = range.y - range.x, at = range.x + t; left > 0;
       left -= 32, at += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = at < range.y ? A[at] : 0.0f;
    __syncthreads();
    for (int i = 0; !done && i < min(32, left); ++i) {
      sum += tile[i] * (i + t);
      done = sum > 300.0f + t;
    }
  }
  out[t] = sum;
}
