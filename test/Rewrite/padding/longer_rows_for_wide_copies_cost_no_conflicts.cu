// Rows of one element more are made longer for wide copies only where that costs
// no bank conflicts: not where threads read a column, one element each. Near
// twins: they read rows; longer rows are not asked for; the tile is read behind
// the end of a row.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: grep -E '__global__|__shared__|memcpy_async' %t.cu | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --pad=none --quiet -o %t.none.cu %s
// RUN: grep -E '__global__|__shared__|memcpy_async' %t.none.cu | FileCheck --check-prefix=NONE %s
//
// NONE-COUNT-3: [TILE][TILE + 1];
// NONE-NOT: 16);

#define TILE 32

// CHECK: void reads_rows(
// CHECK-NEXT: __shared__ alignas(16) float tile_stages[{{[0-9]|STAGES}}][TILE][TILE + 4];
// CHECK-NEXT: __pipeline_memcpy_async({{.*}}, 16);
__global__ void reads_rows(const float *A, float *C, int K) {
  __shared__ float tile[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum = sum * 0.5f + tile[ty ^ 1][tx];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

// CHECK-NEXT: void reads_columns(
// CHECK-NEXT: __shared__ float tile_stages[{{[0-9]|STAGES}}][TILE][TILE + 1];
// CHECK-NEXT: __pipeline_memcpy_async({{.*}}, sizeof(float));
__global__ void reads_columns(const float *A, float *C, int K) {
  __shared__ float tile[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum = sum * 0.5f + tile[tx][ty];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

// CHECK-NEXT: void reads_behind_rows(
// CHECK-NEXT: __shared__ float tile_stages[{{[0-9]|STAGES}}][TILE][TILE + 1];
// CHECK-NEXT: __pipeline_memcpy_async({{.*}}, sizeof(float));
__global__ void reads_behind_rows(const float *A, float *C, int K) {
  __shared__ float tile[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum = sum * 0.5f + tile[0][ty * TILE + tx];
    __syncthreads();
  }
  C[ty * TILE + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  reads_rows<<<1, dim3(TILE, TILE)>>>(A, C, K);
  reads_columns<<<1, dim3(TILE, TILE)>>>(A, C, K);
  reads_behind_rows<<<1, dim3(TILE, TILE)>>>(A, C, K);
}
