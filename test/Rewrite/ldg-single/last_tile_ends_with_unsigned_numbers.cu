// The length of the last tile is the distance of two unsigned numbers: the loop has
// found that the end is not in front of the start, so it does not wrap around.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run ldg-single short_tiles '-DFLOATS=8 * n'

#define MIN(a, b) (((a) <= (b)) ? (a) : (b))

constexpr int ROWS = 16, D = 8;

__global__ void __launch_bounds__(64)
    by_macro(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const size_t end = n;
  size_t first, r, rows;
  const int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
  float sum = 0.0f;
  for (first = 0; first < end; first += ROWS) {
    rows = MIN(ROWS + first, end) - first;
    for (r = ty; r < rows; r += 8)
      tile[r][tx] = A[(first + r) * D + tx];
    __syncthreads();
    for (r = 0; r < rows; ++r)
      sum += tile[r][tx] * (ty + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
    by_min(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[ROWS][D];
  const unsigned end = n, tx = threadIdx.x % 8, ty = threadIdx.x / 8;
  float sum = 0.0f;
  for (unsigned first = 0; end > first; first += ROWS) {
    const unsigned rows = min(end, first + ROWS) - first;
    for (unsigned r = ty; r < rows; r += 8)
      tile[r][tx] = A[(first + r) * D + tx];
    __syncthreads();
    for (unsigned j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) {
  by_macro<<<1, 64>>>(A, C, n);
  by_min<<<1, 64>>>(A, C + 64, n);
}
