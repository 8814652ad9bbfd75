// Words that are copied four at a time: rows stay multiples of 16 bytes. Columns
// would be free of conflicts with 4 bytes more, but the copies would be narrow.
//

#include <cuda_pipeline.h>

__global__ void wide_rows(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  // Rows are 16 bytes longer: no bank conflicts.
  __shared__ alignas(16) float As_stages[2][32][32 + 4];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 256) {
        const int row = thread / 8, col = thread % 8 * 4;
        __pipeline_memcpy_async(&As[row][col], &A[row * K + k + col], 16);
      }
    } else {
      __pipeline_memcpy_async(&As[ty][tx], &A[ty * K + k + tx], sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < K)
      load_tile(stage, k);
  }
  __pipeline_commit();

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < K; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    if (k_next < K)
      load_tile(stage ^ 1, k_next);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];

    stage ^= 1;
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  wide_rows<<<1, dim3(32, 32)>>>(A, C, K);
}
