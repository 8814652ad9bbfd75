// A lambda or a macro may be pipelined once its text stands in the loop. It may
// not where the text would mean something else there.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single -o %t.cu %s
// RUN: grep -v CHECK %t.cu | FileCheck %s

// A loop variable has the name of what the lambda means.
// CHECK-LABEL: void hidden
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void hidden(const float *A, float *C, int K, int i) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int k) { tile[threadIdx.x] = A[k + i + threadIdx.x]; };
  for (int i = 0, k = 0; k < K; k += 64, ++i) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void not_hidden
// CHECK: auto fetch_tile
// CHECK-NOT: load(k);
__global__ void not_hidden(const float *A, float *C, int K, int i) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int k) { tile[threadIdx.x] = A[k + i + threadIdx.x]; };
  for (int j = 0, k = 0; k < K; k += 64, ++j) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The lambda keeps the first value of a variable that goes on.
// CHECK-LABEL: void kept
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void kept(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  int shift = threadIdx.x;
  auto load = [=](int k) { tile[threadIdx.x] = A[k + shift]; };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    shift = 63 - shift;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// ... through a cast.
// CHECK-LABEL: void kept_and_cast
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void kept_and_cast(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  int shift = threadIdx.x;
  auto load = [=](int k) { tile[threadIdx.x] = A[k + shift]; };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    (int &)shift = 63 - shift;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void kept_and_same
// CHECK: auto fetch_tile
__global__ void kept_and_same(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  int shift = threadIdx.x;
  auto load = [=](int k) { tile[threadIdx.x] = A[k + shift]; };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The lambda leaves out of a loop.
// CHECK-LABEL: void leaves
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void leaves(const float *A, float *C, int K, int N) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int k) {
    for (int i = 0; i < 64; i += 32) {
      if (k + i + int(threadIdx.x) >= N)
        return;
      tile[threadIdx.x] = A[k + threadIdx.x];
    }
  };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Somebody else calls it too: its text would stand twice.
// CHECK-LABEL: void called_twice
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void called_twice(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int k) { tile[threadIdx.x] = A[k + threadIdx.x]; };
  load(0);
  __syncthreads();
  sum = tile[63 - threadIdx.x];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro of the body is another one at the call.
#define OFFSET 0
// CHECK-LABEL: void load_there
__device__ void load_there(float *tile, const float *A, int k) {
  const float value = A[k + threadIdx.x + OFFSET];
  tile[threadIdx.x] = value;
}
#undef OFFSET
#define OFFSET 1
// CHECK-LABEL: void redefined
// CHECK-NOT: fetch_tile
// CHECK: load_there(tile, A, k);
__global__ void redefined(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = OFFSET;
  for (int k = 0; k < K; k += 64) {
    load_there(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void load_here
__device__ void load_here(float *tile, const float *A, int k) {
  const float value = A[k + threadIdx.x + OFFSET];
  tile[threadIdx.x] = value;
}
// CHECK-LABEL: void defined_once
// CHECK: auto fetch_tile
__global__ void defined_once(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = OFFSET;
  for (int k = 0; k < K; k += 64) {
    load_here(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The kernel has a variable of a name that the function means otherwise.
__constant__ int step;
// CHECK-LABEL: void load_by_step
__device__ void load_by_step(float *tile, const float *A, int k) {
  tile[threadIdx.x] = A[k + threadIdx.x * step];
}
// CHECK-LABEL: void other_step
// CHECK-NOT: fetch_tile
// CHECK: load_by_step(tile, A, k);
__global__ void other_step(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int step = 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += step) {
    load_by_step(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Conversions of a parameter stay: k is cut to 16 bits.
// CHECK-LABEL: void load_short
__device__ void load_short(float *tile, const float *A, short k) {
  tile[threadIdx.x] = A[k + threadIdx.x];
}
// CHECK-LABEL: void narrows
// CHECK: short k_arg = k;
// CHECK: = A[k_arg + threadIdx.x];
__global__ void narrows(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_short(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
