// The elements that a short tile stores are found again by other subscripts: in
// a flat tile, transposed, in reverse, by vectors, through a pointer.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
flat(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ __align__(16) float tile[ROWS * D];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int i = t; i < rows * D; i += 64)
      tile[i] = A[j0 * D + i];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      for (int d = 0; d < D; ++d)
        sum += tile[j * D + d] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
divided(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int i = t; i < rows * D; i += 64) {
      const int r = i / D, c = i % D;
      tile[r][c] = A[j0 * D + i];
    }
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
transposed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[D][ROWS];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[tx][r] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[tx][j] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
reversed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[ROWS - 1 - r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[ROWS - 1 - j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
by_pointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j) {
      const float *row = tile[j];
      for (int d = 0; d < D; ++d)
        sum += row[d] * (t + 1);
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
by_vectors(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ __align__(16) float tile[ROWS * D];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int i = t; i < rows * D / 4; i += 64)
      reinterpret_cast<float4 *>(tile)[i] =
          reinterpret_cast<const float4 *>(A + j0 * D)[i];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      for (int d = 0; d < D; ++d)
        sum += tile[j * D + d] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
divided_to_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int i = t; i < rows * D; i += 64)
      sum += tile[i / D][i % D];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  flat<<<1, 64>>>(A, C, n);
  divided<<<1, 64>>>(A, C + 64, n);
  transposed<<<1, 64>>>(A, C + 128, n);
  reversed<<<1, 64>>>(A, C + 192, n);
  by_pointer<<<1, 64>>>(A, C + 256, n);
  by_vectors<<<1, 64>>>(A, C + 320, n);
  divided_to_read<<<1, 64>>>(A, C + 384, n);
}
