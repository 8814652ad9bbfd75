// What threads read where nothing keeps it apart from a store, what wraps around for
// some of them, and what they change for themselves, they do not agree on. The twins
// that are taken stand in code_decides_where_text_cannot.cu and its neighbours.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct Held { int *at[2]; };
// A pointer that is kept stores to what is read by name, no barrier between.
// CHECK: K-loop in 'kept_pointer' left alone: {{.*}} [barrier-not-uniform]
__global__ void kept_pointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  __shared__ int limit;
  if (threadIdx.x == 0) limit = n;
  __syncthreads();
  Held h;
  int own = 0;
  h.at[n & 1] = &limit;
  h.at[1 - (n & 1)] = &own;
  *h.at[n & 1] = threadIdx.x;
  const int last = limit;
  float sum = 0;
  for (int k = 0; k < last; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// The sync of a tile is none of the block.
// CHECK: K-loop in 'sync_of_a_tile' left alone: {{.*}} [barrier-not-uniform]
__global__ void sync_of_a_tile(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  __shared__ int limit;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  limit = n + threadIdx.x / 32;
  warp.sync();
  const int last = limit;
  float sum = 0;
  for (int k = 0; k < last; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// A shift may wrap around for some threads.
// CHECK: K-loop in 'shifted' left alone: {{.*}} [barrier-not-uniform]
__global__ void shifted(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = (n + int(threadIdx.x)) << 6; k < (m + int(threadIdx.x)) << 6; k += 64) {
    tile[threadIdx.x] = A[k];
    __syncthreads();
    for (int j = 0; j < 64; ++j) sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What is read by a kept pointer is stored by name.
// CHECK: K-loop in 'read_by_kept_pointer' left alone: {{.*}} [barrier-not-uniform]
__global__ void read_by_kept_pointer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  __shared__ int limit;
  Held h;
  int own = 0;
  h.at[n & 1] = &limit;
  h.at[1 - (n & 1)] = &own;
  limit = n + threadIdx.x;
  const int last = *h.at[n & 1];
  float sum = 0;
  for (int k = 0; k < last; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The kernel changes its own copy of a struct.
struct Sizes { int n, m; };
// CHECK: K-loop in 'changed_copy' left alone: {{.*}} [barrier-not-uniform]
__global__ void changed_copy(Sizes s, const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float tile[64];
  Sizes *own = &s;
  own->n += threadIdx.x;
  float sum = 0;
  for (int k = 0; k < own->n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
