// What stands in dynamic shared memory before a loop and behind it, in a kernel
// that runs the loop again and again: fine as long as each part reads only what
// it has stored.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

#define KERNEL(name)                                                           \
  __global__ void name(const float *__restrict__ A, float *__restrict__ C,     \
                       int K, int rounds)

#define COPY(row)                                                              \
  __pipeline_memcpy_async(&smem[row][threadIdx.x], &A[k + threadIdx.x], 4)

// CHECK: remark: K-loop in 'keeps_apart' pipelined: cpasync
KERNEL(keeps_apart) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    smem[1][threadIdx.x] = r;
    __syncthreads();
    float sum = smem[1][threadIdx.x ^ 1];
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
      COPY(0);
      COPY(1);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += smem[1][i] * smem[0][31 - i];
      __syncthreads();
    }
    smem[0][threadIdx.x] = sum;
    __syncthreads();
    C[r * 32 + threadIdx.x] = smem[0][31 - threadIdx.x];
    __syncthreads();
  }
}

// The 33rd column is set once and read in every trip.
// CHECK: remark: K-loop in 'reads_what_was_there' left alone: {{.*}}before the loop would be missing in the second stage [tile-used-outside-loop]
KERNEL(reads_what_was_there) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    smem[0][32] = r;
    float sum = 0.0f;
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
      COPY(0);
      COPY(1);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 33; ++i)
        sum += smem[0][i] * smem[1][31];
      __syncthreads();
    }
    C[r * 32 + threadIdx.x] = sum;
  }
}

// Behind the loop, the last tile.
// CHECK: remark: K-loop in 'reads_the_last_tile' left alone: {{.*}}'smem' is used behind the loop, which runs more than once [tile-used-outside-loop]
KERNEL(reads_the_last_tile) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 32) {
      COPY(0);
      COPY(1);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += smem[0][i] * smem[1][31 - i];
      __syncthreads();
    }
    smem[0][threadIdx.x] = sum;
    __syncthreads();
    C[r * 32 + threadIdx.x] = smem[0][31 - threadIdx.x] + smem[1][threadIdx.x];
    __syncthreads();
  }
}

// In the next round, what the loop has left.
// CHECK: remark: K-loop in 'reads_the_round_before' left alone: {{.*}}[tile-used-outside-loop]
KERNEL(reads_the_round_before) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    float sum = r > 0 ? smem[1][threadIdx.x ^ 1] : 0.0f;
    smem[1][32] = sum;
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
      COPY(0);
      COPY(1);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += smem[0][i] * smem[1][31 - i];
      __syncthreads();
    }
    C[r * 32 + threadIdx.x] = sum;
  }
}

// Which elements are stored hangs on a parameter.
// CHECK: remark: K-loop in 'stores_under_a_condition' left alone: {{.*}}[tile-used-outside-loop]
KERNEL(stores_under_a_condition) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    smem[1][threadIdx.x] = r;
    __syncthreads();
    float sum = smem[1][threadIdx.x ^ 1];
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
      COPY(0);
      if (threadIdx.x < rounds)
        COPY(1);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += smem[1][i] * smem[0][31 - i];
      __syncthreads();
    }
    C[r * 32 + threadIdx.x] = sum;
  }
}

// A break decides what is stored.
// CHECK: remark: K-loop in 'stores_up_to_a_break' left alone
KERNEL(stores_up_to_a_break) {
  extern __shared__ float smem[][33];
  for (int r = 0; r < rounds; ++r) {
    float sum = 0.0f;
    smem[1][threadIdx.x] = r;
    __syncthreads();
    sum = smem[1][threadIdx.x ^ 1];
    __syncthreads();
    for (int k = 0; k < K; k += 32) {
      for (int i = 0; i < 2; ++i) {
        if (i > rounds)
          break;
        COPY(i);
      }
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += smem[1][i] * smem[0][31 - i];
      __syncthreads();
    }
    C[r * 32 + threadIdx.x] = sum;
  }
}

void launch(const float *A, float *C, int K, int rounds) {
  const int bytes = 2 * 33 * sizeof(float);
  keeps_apart<<<4, 32, bytes>>>(A, C, K, rounds);
  reads_what_was_there<<<4, 32, bytes>>>(A, C, K, rounds);
  reads_the_last_tile<<<4, 32, bytes>>>(A, C, K, rounds);
  reads_the_round_before<<<4, 32, bytes>>>(A, C, K, rounds);
  stores_under_a_condition<<<4, 32, bytes>>>(A, C, K, rounds);
  stores_up_to_a_break<<<4, 32, bytes>>>(A, C, K, rounds);
}
