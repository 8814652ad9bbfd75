// The last tile is short: its limit is cut short by an `if`, has no sign, or is chosen
// between numbers of both kinds; what else stands around the reads is no matter.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(128)
cut_short(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8 % 16;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int row = j0 + ty;
    if (row < n)
      tile[ty][tx] = A[row * D + tx];
    __syncthreads();
    int rows = n - j0;
    if (rows > ROWS)
      rows = ROWS;
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

__global__ void __launch_bounds__(128)
set_for_the_last_one(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8 % 16;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    int rows = ROWS;
    if (j0 + ROWS > n) {
      rows = n - j0;
    }
    if (ty < rows)
      tile[ty][tx] = A[(j0 + ty) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

__global__ void __launch_bounds__(128)
without_sign(const float *__restrict__ A, float *__restrict__ C, unsigned n) {
  __shared__ float tile[ROWS][D];
  const unsigned t = threadIdx.x, tx = t % 8, ty = t / 8 % 16;
  float sum = 0.0f;
  for (unsigned j0 = 0; j0 < n; j0 += ROWS) {
    const unsigned row = j0 + ty;
    if (row < n)
      tile[ty][tx] = A[row * D + tx];
    __syncthreads();
    const unsigned rows = min(16u, n - j0);
    for (unsigned j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

static __global__ void of_both_kinds(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n * D; j0 += blockDim.x) {
    if (j0 + t < n * D)
      tile[t] = A[j0 + t];
    __syncthreads();
    const int many = n * D - j0 < blockDim.x ? n * D - j0 : blockDim.x;
    for (int j = 0; j < many; ++j)
      sum += tile[j] * (t + 1);
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

__global__ void __launch_bounds__(128)
of_some_threads(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8 % 16;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    if (j0 + ty < n)
      tile[ty][tx] = A[(j0 + ty) * D + tx];
    __syncthreads();
    if (t < n)
      for (int j = 0; j < ROWS; ++j) {
        const int other = j0 + j;
        if (other < n && other != t)
          sum += tile[j][tx] * (ty + 1);
      }
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

__global__ void __launch_bounds__(128)
four_at_once(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8 % 16;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    if (j0 + ty < n)
      tile[ty][tx] = A[(j0 + ty) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; j += 4)
      if (j0 + j + 3 < n)
        sum += tile[j][tx] - tile[j + 1][tx] + tile[j + 2][tx] * tile[j + 3][tx];
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  cut_short<<<1, 128>>>(A, C, n);
  set_for_the_last_one<<<1, 128>>>(A, C + 64, n);
  without_sign<<<1, 128>>>(A, C + 128, n);
  of_both_kinds<<<1, 128>>>(A, C + 192, n);
  of_some_threads<<<1, 128>>>(A, C + 256, n);
  four_at_once<<<1, 128>>>(A, C + 320, n);
}
