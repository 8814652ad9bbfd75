// What the tool has rewritten it recognises, whichever variant it was.
//
// RUN: cuda-pipeline-rewrite --widen=none --variant=cpasync -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --widen=none --explain %t.cpasync.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL,BUFFERS
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg -o %t.ldg.cu %s
// RUN: cuda-pipeline-rewrite --widen=none --explain %t.ldg.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL,BUFFERS
// RUN: cuda-pipeline-rewrite --widen=none --variant=ldg-single -o %t.ldg-single.cu %s
// RUN: cuda-pipeline-rewrite --widen=none --explain %t.ldg-single.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL,ONE

// ALL: remark: K-loop in 'sums' left alone: the loop is pipelined already:
// BUFFERS-SAME: {{(the loop switches between buffers of 'tile_stages' by itself|each trip stores to 'tile_stages' what the one before has loaded into 'next_tile')}}
// ONE-SAME: each trip stores to 'tile' what the one before has loaded into 'next_tile'
__global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
