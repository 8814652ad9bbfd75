// What a sum says of what is stored, if it may have wrapped around, or is not
// the one that the reads go by. Each kernel misses the one that is right by a
// little.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64) NAME(                                  \
      const float *__restrict__ A, float *__restrict__ C, int n, int from)

// CHECK: rewritten right
KERNEL(right) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// In front of zero the unsigned sum is large, and nothing is stored.
// CHECK: left-alone starts_anywhere {{.*}} footprint-moves
KERNEL(starts_anywhere) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = from; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// CHECK: left-alone starts_in_front_of_zero {{.*}} footprint-moves
KERNEL(starts_in_front_of_zero) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = -64; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// CHECK: left-alone goes_back {{.*}} footprint-moves
KERNEL(goes_back) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int k = 0;
  while (k < n) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
    k += from;
  }
}

// CHECK: left-alone moves_on_before_the_reads {{.*}} footprint-moves
KERNEL(moves_on_before_the_reads) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int k = 0;
  while (k < n) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    k += 64;
    __syncthreads();
    for (int i = 0; i < min(64, n - k + 128); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// CHECK: left-alone one_more {{.*}} footprint-moves
KERNEL(one_more) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int j = k + threadIdx.x;
    if (j < n - 1)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// No tile is read whole if n is negative, but this one.
// CHECK: left-alone unsigned_limit {{.*}} footprint-moves
KERNEL(unsigned_limit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  int k = 0;
  do {
    const int j = k + threadIdx.x;
    if (j < n)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < min(64u, n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
    k += 64;
  } while (k < n);
}

// The choice is not the least of both.
// CHECK: left-alone another_choice {{.*}} footprint-moves
KERNEL(another_choice) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int j = k + threadIdx.x;
    if (j < n)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < (k + 32 < n ? 64 : n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// CHECK: left-alone the_largest {{.*}} footprint-moves
KERNEL(the_largest) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int j = k + threadIdx.x;
    if (j < n)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < (k + 64 > n ? 64 : n - k); ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// Of a sum that wraps around it is not known that it is as large as its terms.
// CHECK: left-alone wraps_below_the_limit {{.*}} footprint-moves
KERNEL(wraps_below_the_limit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = from; k < n; k += 64) {
    const int j = k + threadIdx.x;
    if (j > from)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      if (k + i > from)
        C[t] += tile[i] * t;
    __syncthreads();
  }
}

// CHECK: left-alone one_more_from_anywhere {{.*}} footprint-moves
KERNEL(one_more_from_anywhere) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = from; k < n; k += 64) {
    const int j = k + threadIdx.x + 1;
    if (j < n)
      tile[t] = A[j];
    __syncthreads();
    for (int i = 0; i < 64 && k + i < n; ++i)
      C[t] += tile[i] * t;
    __syncthreads();
  }
}

// The function reads the element behind, too.
// CHECK: left-alone read_behind_the_element {{.*}} footprint-moves
__device__ float with_next(const float &x) { return x + (&x)[1]; }

KERNEL(read_behind_the_element) {
  __shared__ float tile[65];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      C[t] += with_next(tile[i]) * t;
    __syncthreads();
  }
}
