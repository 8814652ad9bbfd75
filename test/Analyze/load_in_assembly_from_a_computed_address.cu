// Inline assembly that loads from where its brackets say. An address that it computes may
// come from any operand, and what its outputs name is set for the rest of the loop, too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'from_an_operand' pipelined: ldg
__device__ void load(unsigned &to, const void *from, unsigned fill, bool in) {
  asm("{ .reg .pred p; mov.b32 %0, %2; setp.ne.b32 p, %3, 0; @p ld.global.u32 %0, [%1 + 4]; }"
      : "=r"(to) : "l"(from), "r"(fill), "r"((int)in));
}
__global__ void __launch_bounds__(64) from_an_operand(const unsigned *__restrict__ A, unsigned *__restrict__ C, int n) {
  __shared__ unsigned tile[64];
  unsigned sum = 0, fill = 7;
  for (int k = 0; k < n; ++k) {
    unsigned v;
    load(v, A + k * 64 + threadIdx.x, fill, k + 1 < n);
    tile[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nobody knows what two pointers give.
// CHECK: K-loop in 'from_a_sum' left alone: {{.*}}[source-may-change]
__device__ void load_sum(unsigned &to, const void *from, long offset) {
  asm("{ .reg .u64 a; add.u64 a, %1, %2; ld.global.u32 %0, [a]; }" : "=r"(to) : "l"(from), "l"(offset));
}
__global__ void __launch_bounds__(64) from_a_sum(const unsigned *__restrict__ A, unsigned *C, int n) {
  __shared__ unsigned tile[64];
  unsigned sum = 0;
  for (int k = 0; k < n; ++k) {
    unsigned v;
    load_sum(v, A, (const char *)(C + k * 64 + threadIdx.x) - (const char *)A);
    tile[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    C[(k + 1) * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'of_what_changes' left alone: {{.*}}[source-may-change]
__global__ void __launch_bounds__(64) of_what_changes(unsigned *A, int n) {
  __shared__ unsigned tile[64];
  unsigned sum = 0;
  for (int k = 0; k < n; ++k) {
    unsigned v;
    load(v, A + k * 64 + threadIdx.x, 0, true);
    tile[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    A[(k + 1) * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'of_the_tile' left alone: {{.*}}[missing-barrier]
__global__ void __launch_bounds__(64) of_the_tile(const unsigned *__restrict__ A, unsigned *__restrict__ C, int n) {
  __shared__ unsigned tile[128];
  unsigned sum = 0;
  for (int k = 0; k < n; ++k) {
    unsigned v;
    load(v, tile + 64 + threadIdx.x, A[k], true);
    tile[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
