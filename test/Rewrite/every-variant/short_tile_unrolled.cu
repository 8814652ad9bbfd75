// The last tile is short, and who reads it takes several elements at once, up to a
// multiple: the rest is read one by one.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles

#define KERNEL(NAME)                                                           \
  static __global__ void __launch_bounds__(64)                                 \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n)

// A tile of points, of numbers in groups of three.
KERNEL(points) {
  __shared__ float tile[48];
  const int t = threadIdx.x;
  for (int p = 0; p < n; p += 16) {
    int end = min(n, p + 16) - p;
    for (int j = t; j < end * 3; j += blockDim.x)
      tile[j] = A[p * 3 + j];
    __syncthreads();
    float best = 0;
    int whole = end - (end & 3);
    if (whole == 16) {
      for (int k = 0; k < 16; k += 4)
        best += tile[k * 3] - tile[k * 3 + 4] + tile[k * 3 + 8] * tile[k * 3 + 11];
    } else {
      for (int k = 0; k < whole; k += 4)
        best += tile[k * 3] - tile[k * 3 + 4] + tile[k * 3 + 8] * tile[k * 3 + 11];
    }
    for (int k = whole; k < end; k++)
      best += tile[k * 3] * tile[k * 3 + 2];
    C[t] += best;
    __syncthreads();
  }
}

KERNEL(without_the_remainder) {
  __shared__ float tile[16];
  const int t = threadIdx.x;
  for (int p = 0; p < n; p += 16) {
    const int end = min(16, n - p);
    if (t < end)
      tile[t] = A[p + t];
    __syncthreads();
    const int whole = end - end % 4;
    for (int k = 0; k < whole; k += 4)
      C[t] += tile[k] - tile[k + 1] + tile[k + 2] * tile[k + 3];
    for (int k = whole; k < end; ++k)
      C[t] += tile[k];
    __syncthreads();
  }
}

KERNEL(without_the_lowest_bits) {
  __shared__ float tile[16];
  const int t = threadIdx.x;
  for (int p = 0; p < n; p += 16) {
    const int end = min(16, n - p);
    if (t < end)
      tile[t] = A[p + t];
    __syncthreads();
    const int whole = end & ~3;
    for (int k = 0; k <= whole - 1; k += 4)
      C[t] += tile[k] - tile[k + 1] + tile[k + 2] * tile[k + 3];
    for (int k = whole; k < end; ++k)
      C[t] += tile[k];
    __syncthreads();
  }
}

KERNEL(divided_and_multiplied) {
  __shared__ float tile[16];
  const int t = threadIdx.x;
  for (int p = 0; p < n; p += 16) {
    const int end = min(16, n - p);
    if (t < end)
      tile[t] = A[p + t];
    __syncthreads();
    const int whole = end / 3 * 3;
    for (int k = 0; k < whole; k += 3)
      C[t] += tile[k] - tile[k + 1] * tile[k + 2];
    for (int k = whole; k < end; ++k)
      C[t] += tile[k];
    __syncthreads();
  }
}

// Two more than a multiple: the last step ends two elements in front of it.
KERNEL(starts_behind_a_multiple) {
  __shared__ float tile[16];
  const int t = threadIdx.x;
  for (int p = 0; p < n; p += 16) {
    const int end = min(16, n - p);
    if (t < end)
      tile[t] = A[p + t];
    __syncthreads();
    const int whole = (end >> 2) << 2;
    for (int k = 2; k < whole; k += 4)
      C[t] += tile[k] - tile[k + 1];
    __syncthreads();
  }
}

void launch(const float *A, float *C, int n) {
  points<<<1, 64>>>(A, C, n);
  without_the_remainder<<<1, 64>>>(A, C + 64, n);
  without_the_lowest_bits<<<1, 64>>>(A, C + 128, n);
  divided_and_multiplied<<<1, 64>>>(A, C + 192, n);
  starts_behind_a_multiple<<<1, 64>>>(A, C + 256, n);
}
