// What a short tile does not store may not be read, where there are two
// buffers: the limit of the reads is that of the stores, of the same trip, for
// the same dimension of the tile. Each kernel misses that by a little.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

constexpr int ROWS = 16, D = 8;

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, int n)
#define THREAD const int t = threadIdx.x, tx = t % 8, ty = t / 8

// The same, and right.
// CHECK: rewritten below_the_limit
KERNEL(below_the_limit) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// Zero times what was left is NaN, if that was.
// CHECK: left-alone multiplied_by_zero {{.*}} footprint-moves
KERNEL(multiplied_by_zero) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      C[t] += tile[j][tx] * (j < rows);
    __syncthreads();
  }
}

// CHECK: left-alone one_more {{.*}} footprint-moves
KERNEL(one_more) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j <= rows && j < ROWS; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// CHECK: left-alone larger_limit {{.*}} footprint-moves
KERNEL(larger_limit) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0), more = min(ROWS, n - j0 + 1);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < more; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// CHECK: left-alone next_row {{.*}} footprint-moves
KERNEL(next_row) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[(j + 1) % ROWS][tx] * (ty + 1);
    __syncthreads();
  }
}

// CHECK: left-alone columns_for_rows {{.*}} footprint-moves
KERNEL(columns_for_rows) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < min(D, rows); ++j)
      C[t] += tile[tx][j] * (ty + 1);
    __syncthreads();
  }
}

// CHECK: left-alone limit_of_another_tile {{.*}} footprint-moves
KERNEL(limit_of_another_tile) {
  __shared__ float tile[ROWS][D];
  __shared__ float weights[ROWS];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0), count = min(ROWS, n - j0 - 3);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    if (t < count)
      weights[t] = A[4096 + j0 + t];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * weights[j];
    __syncthreads();
  }
}

// CHECK: left-alone other_end {{.*}} footprint-moves
KERNEL(other_end) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[ROWS - 1 - r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// Only where it is stored does the tile turn.
// CHECK: left-alone rows_turn {{.*}} footprint-moves
KERNEL(rows_turn) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[(r + j0 / 4) % ROWS][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// Threads differ in the limit of what they store.
// CHECK: left-alone limit_of_each_thread {{.*}} footprint-moves
KERNEL(limit_of_each_thread) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0 - t / 32);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// The first row of the first tile is left out as well.
// CHECK: left-alone two_limits {{.*}} footprint-moves
KERNEL(two_limits) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      if (j0 + r > 0)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// The rows that a tile does not have are those of the one before, on purpose.
// CHECK: left-alone rows_are_kept {{.*}} footprint-moves
KERNEL(rows_are_kept) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (r % 4 == j0 / ROWS % 4)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// A constant limit of the source is none of the rows.
// CHECK: left-alone constant_length {{.*}} footprint-moves
KERNEL(constant_length) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (j0 + r < 40)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < ROWS; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// By then the limit is that of the next tile.
// CHECK: left-alone limit_moves_on {{.*}} footprint-moves
KERNEL(limit_moves_on) {
  __shared__ float tile[ROWS][D];
  THREAD;
  int j0 = 0;
  while (j0 < n) {
    for (int r = ty; r < min(ROWS, n - j0); r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    j0 += ROWS - 1;
    __syncthreads();
    for (int j = 0; j < min(ROWS, n - j0 + ROWS); ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
}

// Behind the loop all rows are read.
// CHECK: left-alone read_behind {{.*}} footprint-moves
KERNEL(read_behind) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      C[t] += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  if (n > 32)
    C[t] += tile[ROWS - 1][tx];
}

// A function reads the tile: how much of it?
// CHECK: left-alone read_by_a_function {{.*}} footprint-moves
__device__ float sum(const float (*tile)[D], int rows, int tx) {
  float out = 0.0f;
  for (int j = 0; j < rows; ++j)
    out += tile[j][tx];
  return out;
}

KERNEL(read_by_a_function) {
  __shared__ float tile[ROWS][D];
  THREAD;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = min(ROWS, n - j0);
    for (int r = ty; r < rows; r += 8)
      tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    C[t] += sum(tile, ROWS, tx);
    __syncthreads();
  }
}
