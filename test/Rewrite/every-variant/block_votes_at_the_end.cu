// A block that leaves its loop by a vote at the end of the trip: the vote stays there,
// and what is under way in registers is forgotten.
//
// RUN: %rewrite_and_run ldg,ldg-single,auto walk -DMORE \
// RUN:   "-DKERNELS=by_count,by_and,at_once,in_rounds,beside_the_tile"
// RUN: %golden ldg
// RUN: %golden ldg-single

__global__ void by_count(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; !done && i < 32; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }
    // Everybody has seen enough.
    if (__syncthreads_count(done) >= 32) {
      break;
    }
  }
  out[t] = sum;
}

// The counter is asked for behind the loop, and a load has a cursor of its own.
__global__ void by_and(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  int k = 0;
  for (; k < n; k += 32) {
    tile[t] = k + t < n ? *from : 0.0f;
    from += 32;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    if (__syncthreads_and(sum > 20.0f * t))
      break;
  }
  out[t] = sum + k;
}

// In the first trip.
__global__ void at_once(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t] * t;
    if (!__syncthreads_or(k < 0))
      break;
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < n; k += 32) {
      tile[t] = k + t < n ? A[k + t] : 0.0f;
      __syncthreads();
      const float other = tile[31 - t];
      sum += other * t;
      if (!__syncthreads_or(k < 32 * (t % 3 + round)))
        break;
    }
    sum *= 0.5f;
  }
  out[t] = sum;
}

// One more barrier, and a scratch array beside the tile.
__global__ void beside_the_tile(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32], last[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    last[t] = tile[31 - t] * t;
    __syncthreads();
    sum += last[t ^ 1];
    if (__syncthreads_and(sum > 60.0f))
      break;
  }
  out[t] = sum;
}
