// Threads that walk down different rows: 2-D and flat arrays, row pointers,
// called functions, and a tile that is read behind the loop.
//

#include <cuda_pipeline.h>

#define TILE 32

__global__ void flat(const float *__restrict__ A, float *__restrict__ C, int K) {
  // Rows are 16 bytes longer: no bank conflicts.
  constexpr int As_pitch = TILE + 4;
  __shared__ float As_stages[2][TILE * As_pitch];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    __pipeline_memcpy_async(&As[ty * As_pitch + tx], &A[ty * K + k + tx],
                            sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[tx * As_pitch + i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[ty * TILE + tx] = sum;
}

__global__ void row_pointer(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  // Rows are 16 bytes longer: no bank conflicts.
  __shared__ float As_stages[2][TILE][TILE + 4];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    __pipeline_memcpy_async(&As[ty][tx], &A[ty * K + k + tx], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &As = As_stages[stage];

    const float *row = As[tx];
    for (int i = 0; i < TILE; ++i)
      sum += row[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[ty * TILE + tx] = sum;
}

__device__ float sum_of(const float *row) {
  float sum = 0;
  for (int i = 0; i < TILE; ++i)
    sum += row[i];
  return sum;
}

// Bs has no conflicts and stays.
__global__ void called(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  // Rows of As are 16 bytes longer: no bank conflicts.
  __shared__ float As_stages[2][TILE][TILE + 4], Bs_stages[2][TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[ty][tx], &A[ty * K + k + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &A[tx * K + k + ty], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    sum += sum_of(As[tx]);
    for (int i = 0; i < TILE; ++i)
      sum -= Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[ty * TILE + tx] = sum;
}

__global__ void read_behind(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  // Rows are 16 bytes longer: no bank conflicts.
  __shared__ float As_stages[2][TILE][TILE + 4];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    __pipeline_memcpy_async(&As[ty][tx], &A[ty * K + k + tx], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &As = As_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[tx][i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  auto &As = As_stages[stage ^ 1];
  const float *last = &As[0][0];
  if (K > 0)
    sum += last[ty * (TILE + 4) + tx];
  C[ty * TILE + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  dim3 block(TILE, TILE);
  flat<<<1, block>>>(A, C, K);
  row_pointer<<<1, block>>>(A, C + 1024, K);
  called<<<1, block>>>(A, C + 2048, K);
  read_behind<<<1, block>>>(A, C + 3072, K);
}
