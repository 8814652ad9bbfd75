// Where what a trip does is decided by the block, by values that go round and by how far the end
// is, the trips that are played stand for all.
//
// RUN: %exits 1 %check %s > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
//
// CHECK-DAG: PROVED FOR ALL TRIPS: 'plain' with blocks of 128: no hazard in shared memory, however often its loops turn: what a trip does comes again, and {{[0-9]+}} sets of parameters were played
// CHECK-DAG: PROVED FOR ALL TRIPS: 'gemm' with blocks of 16x16:
// CHECK-DAG: PROVED FOR ALL TRIPS: 'ring' {{.*}}: what 3 trips do comes again
// CHECK-DAG: PROVED FOR ALL TRIPS: 'stage_that_turns' {{.*}}: what 2 trips do comes again
// CHECK-DAG: PROVED FOR ALL TRIPS: 'short_tile'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'rows' {{.*}}; only as played: 'width'
// CHECK-DAG: PROVED FOR ALL TRIPS: 'block_by_block'
//
// A trip that no number of trips around it is like: playing on finds it.
// CHECK-DAG: WITNESS: 'late' with blocks of 128: 1 hazard with tiles = {{[4-9][0-9]}}

#include <cuda_pipeline.h>

__global__ void plain(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0;
    Bs[ty][tx] = col < N && k + ty < K ? B[(k + ty) * N + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void ring(const float *in, float *out, int tiles) {
  __shared__ float tile[3][128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&tile[s][t], in + s * 128 + t, 4);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&tile[(k + 2) % 3][t], in + (k + 2) * 128 + t, 4);
    __pipeline_commit();
    sum += tile[k % 3][t ^ 1];
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void stage_that_turns(const float *in, float *out, int K) {
  __shared__ float tile[2][128];
  const int t = threadIdx.x;
  float sum = 0;
  int stage = 0;
  if (K > 0)
    __pipeline_memcpy_async(&tile[0][t], in + t, 4);
  __pipeline_commit();
  for (int k = 0; k < K; k += 128) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + 128 < K)
      __pipeline_memcpy_async(&tile[stage ^ 1][t], in + k + 128 + t, 4);
    __pipeline_commit();
    sum += tile[stage][t ^ 1];
    stage ^= 1;
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void late(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];
    __syncthreads();
    sum += tile[t ^ 1];
    if (k != 40)
      __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void short_tile(const float *in, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    const int count = min(64, n - k);
    if (t < count)
      tile[t] = in[k + t];
    __syncthreads();
    for (int i = 0; i < count; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void rows(const float *in, float *out, int tiles, int width) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t ^ (width & 1)] = in[k * 128 + t];
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void block_by_block(const float *in, float *out, int n) {
  __shared__ float tile[128];
  float sum = 0;
  for (int i = 0; i < (n + 127) / 128; ++i) {
    const int at = i * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = at < n ? in[at] : 0;
    __syncthreads();
    sum += tile[127 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *in, float *out, int n, int m) {
  plain<<<8, 128>>>(in, out, n);
  gemm<<<dim3(8, 8), dim3(16, 16)>>>(in, in, out, n, n, n);
  ring<<<8, 128>>>(in, out, n);
  stage_that_turns<<<8, 128>>>(in, out, n);
  late<<<8, 128>>>(in, out, n);
  short_tile<<<8, 64>>>(in, out, n);
  rows<<<8, 128>>>(in, out, n, m);
  block_by_block<<<8, 128>>>(in, out, n);
}
