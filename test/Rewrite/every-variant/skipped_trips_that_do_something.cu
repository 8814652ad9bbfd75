// In front of the continue, a trip that is skipped moves what each trip moves at
// its end, or does something of its own; so it may be in an else.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=pointer_moves,counter_moves,other_order,counts,otherwise"
// RUN: %golden cpasync

__global__ void pointer_moves(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const float *from = A + t;
  float sum = 0.0f, weight = 1.0f;
  for (int k = 0; k < n; k += 32) {
    // Each third block is empty.
    if (k % 96 == 64) {
      from += 32;
      weight *= 0.5f;
      continue;
    }
    tile[t] = *from;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t) * weight;
    __syncthreads();
    from += 32;
    weight *= 0.5f;
  }
  out[t] = sum;
}

__global__ void counter_moves(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (k < n) {
    if (A[k] < A[0]) { k += 32; continue; }
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    k += 32;
  }
  out[t] = sum;
}

// One of two is at its place in each trip.
__global__ void other_order(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, weight = 1.0f;
  for (int k = 0; k < n; k += 32) {
    if (k % 128 == 32) {
      weight *= 0.5f;
      sum += weight;
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    sum += weight;
    weight *= 0.5f;
  }
  out[t] = sum;
}

__global__ void counts(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int skips = 0;
  for (int k = 0; k < n; k += 32) {
    if (k == 0 || k > 128) { // the first, and the last ones
      // They count.
      skips += t + 1;
      sum *= 0.5f;
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    sum *= 0.5f;
    __syncthreads();
  }
  out[t] = sum + skips;
}

__global__ void otherwise(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const bool active = k % 128;
    if (active) {
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    } else {
      sum -= 1.0f;
    }
  }
  out[t] = sum;
}
