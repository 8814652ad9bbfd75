// Two tiles that take turns in one array, a table behind the tile, an index that
// the trip before has loaded: none of them is a tile that is stored ahead.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK-NOT: already-pipelined
// CHECK: remark: K-loop in 'take_turns'
__global__ void take_turns(const float *__restrict__ A,
                           const float *__restrict__ B, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = B[t];
  __syncthreads();
  sum += tile[63 - t];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    tile[t] = B[k * 64 + t];
    __syncthreads();
    const float b = tile[63 - t];
    __syncthreads();
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * b;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'table_behind' left alone: {{.*}}'table' leads into 'tile', and this read may find the tile of the trip before; give it an array of its own [previous-tile]
__global__ void table_behind(const float *__restrict__ A,
                             const int *__restrict__ where, float *out, int n) {
  __shared__ float tile[64 + 32];
  int *table = (int *)&tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 32)
    table[t] = where[t];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    const float a = A[table[k] + t];
    __syncthreads();
    tile[t] = a;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'index_ahead'
__global__ void index_ahead(const float *__restrict__ A,
                            const int *__restrict__ where,
                            float *__restrict__ out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int place = where[0];
  for (int k = 0; k < n; ++k) {
    tile[t] = A[place + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    place = where[k + 1];
    out[k] = place;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'ahead' left alone: {{.*}} [already-pipelined]
__global__ void ahead(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  for (int k = 1; k < n; ++k) {
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
    tile[t] = A[k * 64 + t];
  }
  out[t] = sum;
}
