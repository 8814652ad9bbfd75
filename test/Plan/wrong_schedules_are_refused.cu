// What a planner may get wrong, with every kind of step: verifyPlan() refuses it,
// and the printer, which is not told, writes another text. So what is proved is
// what is printed.
//
// RUN: mutate-schedule %s > %t.two
// RUN: mutate-schedule stages=4 %s > %t.four
// RUN: cat %t.two %t.four | not grep -E "accepted|NOT WRITTEN"
// RUN: FileCheck %s --input-file=%t.two
// RUN: FileCheck %s --input-file=%t.four --check-prefix=FOUR

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

// Barriers that stay: the first keeps the head apart from the computation.
// CHECK: head cpasync compute-load-wait: unsound plan (cpasync): no barrier between item 0 and item 0 of the next trip; written
// CHECK-NEXT: head cpasync load-before-barrier: unsound plan (cpasync): tile 2 overwrites tile 0 while it may be read; written
// CHECK-NEXT: head cpasync no-barrier: unsound plan (cpasync): no barrier between item 3 and item 0 of the next trip; written
// CHECK-NEXT: head cpasync no-kept-barrier: unsound plan (cpasync): no barrier between items 0 and 3; written
// CHECK-NEXT: head cpasync no-wait: unsound plan (cpasync): compute of tile 0 does not wait for it; written
// CHECK-NEXT: head cpasync wait-leaves-one-more: unsound plan (cpasync): compute of tile 0 does not wait for it; written
// CHECK-NEXT: head cpasync no-commit: unsound plan (cpasync): compute of tile 0 does not wait for it; written
// CHECK: head cpasync empty-prologue: unsound plan (cpasync): compute of tile 0 finds tile -1; written
// CHECK: head cpasync rotate-first: unsound plan (cpasync): compute of tile 0 finds tile -1; written
// CHECK: head cpasync alias-last: unsound plan (cpasync): tile 0 is computed before its names stand for it; written
// CHECK: head ldg-single store-before-compute: unsound plan (ldg-single): compute of tile 0 finds tile 1; written
__global__ void head(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  __shared__ int count[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    count[t] = 0;
    tile[t] = A[k + t];
    __syncthreads();
    atomicAdd(&count[(t * 7) % 64], 1);
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// The last keeps the tail apart.
// CHECK: tail cpasync no-kept-barrier: unsound plan (cpasync): no barrier between items 4 and 6; written
// CHECK: tail cpasync items-swapped: unsound plan (cpasync): item 3 comes before item 2, which it needs; written
__global__ void tail(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[64];
  __shared__ float part[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    float mine = 0.0f;
    for (int i = 0; i < 64; ++i)
      mine += tile[i] * (t + i);
    part[t] = mine;
    __syncthreads();
    sum += part[63 - t];
  }
  out[t] = sum;
}

// One in the middle of the computation.
// CHECK: middle ldg no-kept-barrier: unsound plan (ldg): no barrier between item
__global__ void middle(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  __shared__ float part[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    part[t] = tile[63 - t] * 2.0f;
    __syncthreads();
    sum += part[t ^ 1] + tile[t ^ 2];
    __syncthreads();
  }
  out[t] = sum;
}

// Two load phases.
__global__ void two_phases(const float *__restrict__ A,
                           const float *__restrict__ B,
                           float *__restrict__ out, int n) {
  __shared__ float As[64], Bs[64], S[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    S[t] = As[63 - t] * As[t];
    __syncthreads();
    Bs[t] = B[k + t];
    __syncthreads();
    sum += S[t ^ 1] * Bs[t ^ 2];
    __syncthreads();
  }
  out[t] = sum;
}

// A barrier at the top, in another loop that uses the tile.
// CHECK: top cpasync no-barrier-before: unsound plan (cpasync): tile 0 is loaded before a barrier settles what was; written
__global__ void top(const float *__restrict__ A, float *__restrict__ out,
                    int n, int m) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int j = 0; j < m; ++j) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 64) {
      __syncthreads();
      tile[t] = A[j * n + k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += tile[i] * (t + i);
    }
    out[j * 64 + t] = sum;
  }
}

// What sets the next tile's place.
// CHECK: shrinks cpasync advance-and-load-swapped: unsound plan (cpasync): tile 1 is loaded from the place of tile 0; written
// CHECK: shrinks cpasync load-first: unsound plan (cpasync): item 0 sets the place of a tile behind its load; written
// FOUR: shrinks cpasync advance-and-load-swapped: unsound plan (cpasync): tile 3 is loaded from the place of tile 4; written
__global__ void shrinks(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  int len = blockDim.x;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    if (j + len > n)
      len = n - j;
    tile[t] = t < len ? A[j + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);
    __syncthreads();
  }
  out[t] = sum + len;
}

// The user's own copies, commit and wait; further ahead the wait is ours.
// CHECK: users cpasync no-wait: unsound plan (cpasync): compute of tile 0 does not wait for it; written
// CHECK-NOT: users cpasync wait-leaves-one-more
// CHECK: users cpasync no-commit: unsound plan (cpasync): compute of tile 0 does not wait for it; written
// FOUR: users cpasync wait-leaves-one-more: unsound plan (cpasync): compute of tile 0 does not wait for it; written
__global__ void users(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: oldest cpasync no-wait: unsound plan (cpasync): compute of tile 0 does not wait for it; written
__global__ void oldest(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  for (int k = 0; k < n; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
    pipe.consumer_release();
  }
  out[t] = sum;
}

// A barrier that is a wait, too.
// CHECK: group cpasync no-barrier: unsound plan (cpasync): compute of tile 0 does not wait for it; written
__global__ void group(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[64];
  auto block = cooperative_groups::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    cooperative_groups::memcpy_async(block, tile, A + k, sizeof(float) * 64);
    cooperative_groups::wait(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    block.sync();
  }
  out[t] = sum;
}

// Only the loads are made early.
// CHECK: window ldg-single empty-prologue: unsound plan (ldg-single): item 0 of tile 0 finds tile -1 in registers; written
// CHECK: window ldg-single load-first: unsound plan (ldg-single): item 0 of tile 0 finds tile 1 in registers; written
__global__ void window(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  for (int k = 64; k < n; k += 64) {
    tile[64 + t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[t + i];
    __syncthreads();
    tile[t] = tile[64 + t];
  }
  out[t] = sum;
}
