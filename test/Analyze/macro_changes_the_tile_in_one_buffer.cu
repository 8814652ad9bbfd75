// What a macro of compute does to the tile in another configuration is no matter for
// one buffer, which is stored and read when it always was; for two it is said, as it is
// of a macro of the load, and of what is no tile.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg-single -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/trap.driver.cu %s %t.cu -DMORE

#ifdef MORE
__device__ float halved(float &x) { return x *= 0.5f; }
#define WEIGHT(x) halved(x)
#define PLACE(to, i) (to[63 - (i)] = 1.0f, i)
#define NEXT(at) ((at) += 64)
#else
#define WEIGHT(x) (x)
#define PLACE(to, i) (i)
#define NEXT(at)
#endif

// The compute phase leaves another number in its tile, and not all are loaded anew.
// CHECK: 'trap' pipelined: ldg-single
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    if (t < 32 + k % 3)
      tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += WEIGHT(tile[63 - t]) * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'all_loaded' pipelined: ldg-single
// TWO: 'all_loaded': a change of 'tile' in another definition of the macro 'WEIGHT' was not looked at
__global__ void all_loaded(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += WEIGHT(tile[63 - t]) * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_in_the_load': {{.*}} in another definition of the macro 'PLACE' was not looked at
__global__ void told_in_the_load(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + PLACE(tile, t)];
    __syncthreads();
    sum += tile[63 - t] * (t + 1);
    __syncthreads();
  }
  C[4096 + t] = sum;
}

// CHECK: 'told_step': a change of 'from' in another definition of the macro 'NEXT' was not looked at
__global__ void told_step(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *from = A;
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = from[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] * (t + 1);
    NEXT(from);
    __syncthreads();
  }
  C[4096 + t] = sum;
}
// Another shared array, of which the load reads where it loads.
// CHECK: 'told_offsets': a change of 'offsets' in another definition of the macro 'WEIGHT' was not looked at
__global__ void told_offsets(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ float offsets[64];
  const int t = threadIdx.x;
  offsets[t] = t;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + int(offsets[t])];
    __syncthreads();
    sum += tile[63 - t] * WEIGHT(offsets[t]);
    __syncthreads();
  }
  C[4096 + t] = sum;
}
