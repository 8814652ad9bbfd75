// A guard without else on one side, another form of the same limit on the other.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
guarded_store(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (j0 + r < n)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    const int rows = min(ROWS, n - j0);
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
guarded_store_and_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (j0 + r < n)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      if (j0 + j < n)
        sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
guarded_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      if (j0 + j < n)
        sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
chosen_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      sum += j < rows ? tile[j][tx] * (ty + 1) : 1.0f;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
left_early(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j) {
      if (j >= rows)
        break;
      sum += tile[j][tx] * (ty + 1);
    }
    __syncthreads();
  }
  C[t] = sum;
}

static __global__ void __launch_bounds__(64)
each_thread_its_own(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += 64) {
    if (j0 + t < n)
      tile[t] = A[j0 + t];
    __syncthreads();
    if (j0 + t < n)
      sum += tile[t];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
two_tiles(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  __shared__ float weights[4];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    const int count = min(4, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    if (t < count)
      weights[t] = A[1024 + j0 + t];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    for (int j = 0; j < count; ++j)
      sum += weights[j];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  guarded_store<<<1, 64>>>(A, C, n);
  guarded_store_and_read<<<1, 64>>>(A, C + 64, n);
  guarded_read<<<1, 64>>>(A, C + 128, n);
  chosen_read<<<1, 64>>>(A, C + 192, n);
  left_early<<<1, 64>>>(A, C + 256, n);
  each_thread_its_own<<<1, 64>>>(A, C + 320, n);
  two_tiles<<<1, 64>>>(A, C + 384, n);
}
