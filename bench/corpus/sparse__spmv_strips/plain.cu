// Sparse matrix times vector, cut into strips of 2048 columns: that part of the
// vector is in shared memory, and each thread adds what its row has in the strip.
// Columns are 16 bits within the strip; rows are interleaved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define STRIP 2048
#define THREADS 512

typedef unsigned short ushort_t;

__global__ void spmv_strips(const ushort_t *__restrict__ local_columns,
                            const float *__restrict__ values,
                            const int *__restrict__ strip_start,
                            const float *__restrict__ x, float *__restrict__ y,
                            int rows, int columns, float alpha) {
  __shared__ float xs[STRIP];

  const int row = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0.f;

  for (int strip = 0; strip * STRIP < columns; ++strip) {
    const float *from = x + strip * STRIP;
    const int left = columns - strip * STRIP;
#pragma unroll
    for (int i = 0; i < STRIP / THREADS; ++i) {
      const int at = threadIdx.x + i * THREADS;
      xs[at] = at < left ? from[at] : 0.f;
    }
    __syncthreads();

    if (row < rows)
      for (int e = strip_start[strip]; e < strip_start[strip + 1]; ++e) {
        const size_t at = (size_t)e * rows + row;
        sum += values[at] * xs[local_columns[at] % STRIP];
      }
    __syncthreads();
  }

  if (row < rows)
    y[row] = alpha * sum;
}

extern "C" void launch(const unsigned short *local_columns, const float *values,
                       const int *strip_start, const float *x, float *y,
                       int rows, int columns) {
  spmv_strips<<<(rows + THREADS - 1) / THREADS, THREADS>>>(
      local_columns, values, strip_start, x, y, rows, columns, 0.5f);
}
