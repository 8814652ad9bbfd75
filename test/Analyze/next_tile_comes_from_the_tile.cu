// Where the next tile is, or whether there is one, is read from what the block
// has stored; or two buffers change places.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Bucket {
  int next;
  int values[31];
};

// CHECK: remark: K-loop in 'chained' left alone: {{.*}}the next value of 'at' comes from shared memory: it is not known before this trip has come so far [load-depends-on-compute]
// CHECK-NEXT: note: here
// CHECK-NEXT: | at = bucket.next;
__global__ void chained(const Bucket *__restrict__ pool, int *__restrict__ C,
                        int at) {
  __shared__ Bucket bucket;
  int sum = 0;
  while (at >= 0) {
    reinterpret_cast<int *>(&bucket)[threadIdx.x] =
        reinterpret_cast<const int *>(pool + at)[threadIdx.x];
    __syncthreads();
    sum += bucket.values[threadIdx.x % 31] * threadIdx.x;
    at = bucket.next;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another array tells.
// CHECK: remark: K-loop in 'listed' pipelined
__global__ void listed(const Bucket *__restrict__ pool,
                       const int *__restrict__ next, int *__restrict__ C,
                       int at) {
  __shared__ Bucket bucket;
  int sum = 0;
  while (at >= 0) {
    reinterpret_cast<int *>(&bucket)[threadIdx.x] =
        reinterpret_cast<const int *>(pool + at)[threadIdx.x];
    __syncthreads();
    sum += bucket.values[threadIdx.x % 31] * threadIdx.x;
    at = next[at];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'until_it_is_small' left alone: {{.*}}the next value of 'error' comes from shared memory: {{.*}} [load-depends-on-compute]
__global__ void until_it_is_small(const float *__restrict__ A,
                                  float *__restrict__ C, float limit) {
  __shared__ float tile[32];
  __shared__ float largest;
  float sum = 0.0f, error = 2.0f * limit;
  int k = 0;
  while (error > limit) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[31 - threadIdx.x];
    if (threadIdx.x == 0)
      largest = tile[1] - tile[0];
    __syncthreads();
    error = largest;
    k += 32;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: K-loop in 'back_and_forth' left alone: {{.*}}'to' changes places with another pointer: what a trip stores may be what the next one loads [state-not-separable]
__global__ void back_and_forth(float *from, float *to, int steps) {
  __shared__ float tile[32];
  for (int step = 0; step < steps; ++step) {
    tile[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = 0.5f * (tile[threadIdx.x] + tile[31 - threadIdx.x]);
    __syncthreads();
    float *before = from;
    from = to;
    to = before;
  }
}
