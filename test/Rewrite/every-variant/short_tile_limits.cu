// The last tile is short. Its limit, spelled in many ways, is a constant at most,
// which bounds the registers; and rows that it does not store it does not read.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles '-DFLOATS=8 * n'


#define MIN(a, b) ((a) < (b) ? (a) : (b))

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
by_min(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
by_choice(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = n - j0 < ROWS ? n - j0 : ROWS;
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
by_macro(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = MIN(n - j0, ROWS);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
clamped(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    int rows = n - j0;
    if (rows > ROWS)
      rows = ROWS;
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
set_for_the_last(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    int rows = ROWS;
    if (n - j0 < ROWS)
      rows = n - j0;
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
in_the_header(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0, left = n; left > 0; j0 += ROWS, left -= ROWS) {
    for (int r = ty; r < min(ROWS, left); r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < min(ROWS, left); ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
two_conditions(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS && j0 + r < n; r += 8)
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
unsigned_limit(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const unsigned rows = min((unsigned)ROWS, (unsigned)(n - j0));
    for (unsigned r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (unsigned j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
every_row_in_each_thread(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = 0; r < rows; ++r)
      if (t < D)
        tile[r][t] = A[(j0 + r) * D + t];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
advanced_in_the_body(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  int j0 = 0;
  while (j0 < n) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    j0 += ROWS;
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
end_less_start(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    int rows = min(n, j0 + ROWS) - j0;
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void __launch_bounds__(64)
named_end(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int end = ROWS + j0 < n ? ROWS + j0 : n;
    const int rows = end - j0;
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  by_min<<<1, 64>>>(A, C, n);
  by_choice<<<1, 64>>>(A, C + 64, n);
  by_macro<<<1, 64>>>(A, C + 128, n);
  clamped<<<1, 64>>>(A, C + 192, n);
  set_for_the_last<<<1, 64>>>(A, C + 256, n);
  in_the_header<<<1, 64>>>(A, C + 320, n);
  two_conditions<<<1, 64>>>(A, C + 384, n);
  unsigned_limit<<<1, 64>>>(A, C + 448, n);
  every_row_in_each_thread<<<1, 64>>>(A, C + 512, n);
  advanced_in_the_body<<<1, 64>>>(A, C + 576, n);
  end_less_start<<<1, 64>>>(A, C + 640, n);
  named_end<<<1, 64>>>(A, C + 704, n);
}
