// A counter of the copies is read by the loop around, which an own counter of the
// load phase would not be.
//
// RUN: %never_wrong | FileCheck --check-prefix=BITS %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
//
// BITS: cpasync: left alone
// BITS-NEXT: ldg: left alone
// BITS-NEXT: ldg-single: identical

// By its increment.
// CHECK: 'trap' left alone: {{.*}}moves 'i' on
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 0, tiles = 0;
  for (int round = 0; round < 400; round += i) {
    i = 400;
    for (int k = 0; k < K; k += 8) {
      for (i = 0; i < 2; ++i)
        tile[i * 64 + t] = A[k * 8 + i * 64 + t];
      __syncthreads();
      sum += tile[127 - t];
      __syncthreads();
    }
    if (++tiles == 3)
      break;
  }
  C[t] = sum + tiles;
}

// The break jumps over a new value.
// CHECK: 'behind_a_jump' left alone: {{.*}}moves 'i' on
__global__ void behind_a_jump(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 0;
  for (int round = 0; round < 3; ++round) {
    i = 1;
    for (int k = 0; k < K; k += 8) {
      for (i = 0; i < 2; ++i)
        tile[i * 64 + t] = A[k * 8 + i * 64 + t];
      __syncthreads();
      sum += tile[127 - t];
      __syncthreads();
    }
    if (round == K / 16)
      break;
    i = 2;
  }
  C[t] = sum + i;
}

// CHECK: 'twin' pipelined
__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i = 0;
  for (int round = 0; round < 3; ++round) {
    i = 1;
    for (int k = 0; k < K; k += 8) {
      for (i = 0; i < 2; ++i)
        tile[i * 64 + t] = A[k * 8 + i * 64 + t];
      __syncthreads();
      sum += tile[127 - t];
      __syncthreads();
    }
    i = 2;
  }
  C[t] = sum + i;
}
