// A tile that is short, in trips of which some are skipped: both guards are proved,
// each in its way. Where a skipped trip reads, it would read another tile.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    const int count = min(n - k, 256);
    const bool skipped = k == 512;
    if (!skipped)
      if (t < count)
        tile[t] = A[k + t];
    __syncthreads();
    if (!skipped)
      for (int j = 0; j < count; ++j)
        sum += tile[j] * (t ^ j);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'read_anyway' left alone: {{.*}} [footprint-moves]
__global__ void read_anyway(const float *__restrict__ A, float *__restrict__ C,
                            int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    const int count = min(n - k, 256);
    const bool skipped = k == 512;
    if (!skipped)
      if (t < count)
        tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < count; ++j)
      sum += tile[j] * (t ^ j);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'read_whole' left alone: {{.*}} [footprint-moves]
__global__ void read_whole(const float *__restrict__ A, float *__restrict__ C,
                           int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    const int count = min(n - k, 256);
    const bool skipped = k == 512;
    if (!skipped)
      if (t < count)
        tile[t] = A[k + t];
    __syncthreads();
    if (!skipped)
      for (int j = 0; j < 256; ++j)
        sum += tile[j] * (t ^ j);
    __syncthreads();
  }
  C[t] = sum;
}
