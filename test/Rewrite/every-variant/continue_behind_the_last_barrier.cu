// Behind the last barrier of a trip each thread may go on to the next by itself.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=by_thread,by_memory,by_name"
// RUN: FileCheck %s < %t.cpasync.cu

__global__ void by_thread(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    // CHECK: const bool skipped = k + t >= n;
    // CHECK-NEXT: if (!skipped) {
    if (k + t >= n)
      continue;
    const float other = tile[31 - t];
    sum += other * t;
  }
  out[t] = sum;
}

__global__ void by_memory(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    sum *= 0.5f;
    if (tile[t] < tile[31 - t]) {
      continue;
    }
    // One of two.
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
  }
  out[t] = sum;
}

__global__ void by_name(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  const bool inside = t % 3 != 1;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    // CHECK: if (inside) {
    if (!inside)
      continue;
    sum += tile[31 - t] * t;
  }
  out[t] = sum;
}
