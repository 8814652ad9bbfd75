// All threads of the block skip a trip together, by a value from memory, by the
// counter, or by an `if` around load, barriers and compute.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=by_memory,by_counter,around"
// RUN: %golden cpasync

__global__ void by_memory(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // Tiles that start low count for nothing.
    if (A[k] < A[0])
      continue; // all threads
    // Load.
    const int at = k + t;
    tile[t] = A[at];
    __syncthreads();

    // Compute.
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    sum *= 0.5f + at;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_counter(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;
  for (int k = 0; k < n; k += 32) {
    const bool odd = k & 32;
    if (odd || k > 160 * int(blockIdx.x + 1)) {
      continue;
    }
    tile[t] = from[k];
    __syncthreads();
    const float other = tile[31 - t];
    sum += other * t;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void around(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const bool active = k % 96 != 32;
    if (active) { // two of three
      tile[t] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
    sum += 1.0f;
  }
  out[t] = sum;
}
