// Several elements are read at once, up to what seems a multiple of their number. Each
// reads one that the last tile did not store.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n)

// CHECK: rewritten right
KERNEL(right) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end - (end & 3);
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone one_bit {{.*}} footprint-moves
KERNEL(one_bit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end - (end & 2);
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone not_all_bits {{.*}} footprint-moves
KERNEL(not_all_bits) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end - (end & 5);
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone of_another_number {{.*}} footprint-moves
KERNEL(of_another_number) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end - (k & 3);
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone larger_steps {{.*}} footprint-moves
KERNEL(larger_steps) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end - end % 4;
    for (int j = 0; j < whole; j += 8)
      C[t] += tile[j] * tile[j + 7];
    __syncthreads();
  }
}

// CHECK: left-alone steps_of_another_kind {{.*}} footprint-moves
KERNEL(steps_of_another_kind) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end / 4 * 4;
    for (int j = 0; j < whole; j += 3)
      C[t] += tile[j] * tile[j + 2];
    __syncthreads();
  }
}

// CHECK: left-alone starts_elsewhere {{.*}} footprint-moves
KERNEL(starts_elsewhere) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end & ~3;
    for (int j = 1; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone ends_behind {{.*}} footprint-moves
KERNEL(ends_behind) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end & ~3;
    for (int j = 0; j <= whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone rounded_up {{.*}} footprint-moves
KERNEL(rounded_up) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = (end + 3) / 4 * 4;
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 3];
    __syncthreads();
  }
}

// CHECK: left-alone one_too_many {{.*}} footprint-moves
KERNEL(one_too_many) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end & ~3;
    for (int j = 0; j < whole; j += 4)
      C[t] += tile[j] * tile[j + 4];
    __syncthreads();
  }
}

// CHECK: left-alone multiplied_by_more {{.*}} footprint-moves
KERNEL(multiplied_by_more) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end / 4 * 8;
    for (int j = 0; j < whole; j += 8)
      C[t] += tile[j] * tile[j + 7];
    __syncthreads();
  }
}

// CHECK: left-alone moves_on_in_the_body {{.*}} footprint-moves
KERNEL(moves_on_in_the_body) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    const int end = min(64, n - k);
    if (t < end)
      tile[t] = A[k + t];
    __syncthreads();
    const int whole = end & ~3;
    for (int j = 0; j < whole; j += 4) {
      C[t] += tile[j] * tile[j + 3];
      ++j;
    }
    __syncthreads();
  }
}
