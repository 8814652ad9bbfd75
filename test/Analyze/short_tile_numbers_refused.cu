// Limits that are cut short, or have no sign, and are not what they seem. Each reads an
// element that the last tile did not store.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 | FileCheck %s

#define KERNEL(NAME, TYPE)                                                     \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, TYPE n)

// CHECK: rewritten right
KERNEL(right, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    int len = n - k;
    if (len > 64)
      len = 64;
    for (int j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: left-alone cut_at_another_number {{.*}} footprint-moves
KERNEL(cut_at_another_number, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    int len = n - k;
    if (len > 16)
      len = 64;
    for (int j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: left-alone changed_again {{.*}} footprint-moves
KERNEL(changed_again, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    int len = n - k;
    if (len > 64)
      len = 64;
    if (t == 3)
      ++len;
    for (int j = 0; j < len; ++j)
      C[t] += tile[j & 63];
    __syncthreads();
  }
}

// CHECK: left-alone a_jump_leaves_it_out
KERNEL(a_jump_leaves_it_out, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    int len = 64;
    if (n == 77)
      goto behind;
    if (k + 64 > n)
      len = n - k;
  behind:
    for (int j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: left-alone through_a_reference {{.*}} footprint-moves
KERNEL(through_a_reference, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    int len = n - k;
    if (len > 64)
      len = 64;
    int &more = len;
    more = 64;
    for (int j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// The first thread of the first tile asks for 2^32 - 1 < n, and stores nothing.
// CHECK: left-alone wraps_around {{.*}} footprint-moves
KERNEL(wraps_around, unsigned) {
  __shared__ float tile[64];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < n; k += 64) {
    if (k + t - 1 < n)
      tile[t] = A[k + t];
    __syncthreads();
    const unsigned len = min(64u, n - k);
    for (unsigned j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: left-alone a_limit_that_wraps {{.*}} footprint-moves
KERNEL(a_limit_that_wraps, unsigned) {
  __shared__ float tile[64];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < n; k += 64) {
    if (k + t + 1 < n)
      tile[t] = A[k + t];
    __syncthreads();
    const unsigned len = min(64u, n - k - 1);
    for (unsigned j = 0; j < len + 1; ++j)
      C[t] += tile[j & 63];
    __syncthreads();
  }
}

// A negative number is a large one where the other has no sign.
// CHECK: left-alone below_zero {{.*}} footprint-moves
KERNEL(below_zero, int) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n + 64; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    const int len = n - k < 64u ? n - k : 64u;
    for (int j = 0; j < len; ++j)
      C[t] += tile[j];
    __syncthreads();
  }
}

// CHECK: left-alone five_of_four {{.*}} footprint-moves
KERNEL(five_of_four, int) {
  __shared__ float tile[68];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; j += 4)
      if (k + j + 3 < n)
        C[t] += tile[j] - tile[j + 4];
    __syncthreads();
  }
}
