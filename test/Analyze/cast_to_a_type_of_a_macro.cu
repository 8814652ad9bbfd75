// A pointer is cast to a type that a macro spells. Where the macro may be another one, a
// copy of bytes may be a conversion in that build, which is said. The near twin is
// 'one_definition'.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s --implicit-check-not='another definition'

#define WORD int
#ifdef NARROW
#define CHOSEN short
#else
#define CHOSEN int
#endif
#ifndef GIVEN
#define GIVEN int
#endif

// CHECK: K-loop in 'one_definition' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(64) one_definition(const int *__restrict__ A, int *C, int K) {
  __shared__ int tile[16][8];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 16 * 8; i += 64) {
      const int r = i / 8, c = i % 8;
      tile[r][c] = *(const WORD *)&A[r * 128 + k + c];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'source' pipelined: cpasync in wide copies
// CHECK: K-loop in 'source': another definition of the macro in a cast of 'tile' may copy values of another type
__global__ void __launch_bounds__(64) source(const int *__restrict__ A, int *C, int K) {
  __shared__ int tile[16][8];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 16 * 8; i += 64) {
      const int r = i / 8, c = i % 8;
      tile[r][c] = *(const CHOSEN *)&A[r * 128 + k + c];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'destination' pipelined: cpasync in wide copies
// CHECK: K-loop in 'destination': another definition of the macro in a cast of 'tile' may copy values of another type
__global__ void __launch_bounds__(64) destination(const int *__restrict__ A, int *C, int K) {
  __shared__ int tile[16][8];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 16 * 8; i += 64) {
      const int r = i / 8, c = i % 8;
      *reinterpret_cast<GIVEN *>(&tile[r][c]) = A[r * 128 + k + c];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tile[t % 16][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
