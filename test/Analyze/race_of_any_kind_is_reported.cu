// Races of other forms: beside the tile, between neighbours, along a row, by
// one thread for all.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | grep warning | FileCheck %s --implicit-check-not=warning

// The tile has its barriers, the partial sums have not.
// CHECK: warning: possible race in 'beside_the_tile': {{.*}} 'partial[t]' {{.*}} 'partial[i]'
__global__ void beside_the_tile(const float *A, float *C, int K) {
  __shared__ float tile[64], partial[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    partial[t] = sum;
    for (int i = 0; i < 64; ++i)
      sum += partial[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: warning: possible race in 'neighbour': {{.*}} 'tile[t]' {{.*}} 'tile[t + 1]'
__global__ void neighbour(const float *A, float *C, int K) {
  __shared__ float tile[65];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    float right = tile[t + 1];
    __syncthreads();
    sum += right;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: warning: possible race in 'row': {{.*}} 'tile[ty][tx]' {{.*}} 'tile[ty][i]'
__global__ void row(const float *A, float *C, int K) {
  __shared__ float tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    __syncthreads();
    tile[ty][tx] = A[k * 16 + ty * 16 + tx];
    for (int i = 0; i < 16; ++i)
      sum += tile[ty][i];
  }
  C[ty * 16 + tx] = sum;
}

// CHECK: warning: possible race in 'one_for_all': {{.*}} 'scale' {{.*}} 'scale'
__global__ void one_for_all(const float *A, float *C, int K) {
  __shared__ float scale;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t == 0)
      scale = A[k];
    __syncthreads();
    sum += A[k + t] * scale;
  }
  C[t] = sum;
}

// CHECK: warning: possible race in 'strided': {{.*}} 'tile[i]' {{.*}} 'tile[j]'
__global__ void strided(const float *A, float *C, int K) {
  __shared__ float tile[128];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      sum += tile[j];
  }
  C[threadIdx.x] = sum;
}

// CHECK: warning: possible race in 'reversed': {{.*}} 'tile[t]' {{.*}} 'tile[63 - t]'
__global__ void reversed(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  C[t] = sum;
}

// CHECK: warning: possible race in 'flat': {{.*}} 'tile[threadIdx.y * 16 + threadIdx.x]' {{.*}} 'tile[threadIdx.y * 16 + i]'
__global__ void flat(const float *A, float *C, int K) {
  __shared__ float tile[256];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y * 16 + threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y * 16 + i];
  }
  C[threadIdx.x] = sum;
}
