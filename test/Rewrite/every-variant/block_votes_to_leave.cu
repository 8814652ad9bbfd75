// A block that leaves its loop by a vote at the top of the trip: the vote is the
// one barrier of the trip, all copies have landed in front of it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,auto walk -DMORE \
// RUN:   "-DKERNELS=by_count,by_named_count,by_and,by_or,beside_the_tile"
// RUN: %golden cpasync
// RUN: %golden ldg-single

__global__ void by_count(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    // Everybody has seen enough.
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; !done && i < 32; ++i) {
      sum += tile[i] * (i + t);
      done = sum > 400.0f + t;
    }
  }
  out[t] = sum;
}

__global__ void by_named_count(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = n % 2;
  int k = 0;
  for (; k < n; k += 32) {
    // End if the entire block votes that it is done.
    int num_done = __syncthreads_count(done);
    if (num_done == blockDim.x)
      break;

    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t] * t;
    done = k > 32 * (t % 4);
  }
  out[t] = sum + k;
}

__global__ void by_and(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_and(sum > 20.0f * t)) {
      break;
    }
    tile[t] = k + t < n ? *from : 0.0f;
    from += 32;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
  }
  out[t] = sum;
}

__global__ void by_or(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    bool active = true;
    for (int k = 0; k < n; k += 32) {
      if (!__syncthreads_or(active))
        break;
      tile[t] = k + t < n ? A[k + t] : 0.0f;
      __syncthreads();
      const float other = tile[31 - t];
      sum += other * t;
      active = k < 32 * (t % 3 + round);
    }
    sum *= 0.5f;
  }
  out[t] = sum;
}

// Two more barriers, and a scratch array beside the tile.
__global__ void beside_the_tile(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile[32], last[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_and(sum > 60.0f))
      break;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    last[t] = tile[31 - t] * t;
    __syncthreads();
    sum += last[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
