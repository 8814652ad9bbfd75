// A race in the kernel as it stands is told to the user, with both places,
// whether or not reasons were asked for. The loop is left alone.
//
// RUN: cuda-pipeline-rewrite -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: cuda-pipeline-rewrite --quiet %s 2>&1 | count 0

// CHECK: race_is_reported.cu:[[#@LINE + 14]]:5: warning: possible race in 'next_tile_too_early': no barrier keeps this store to 'tile[t]' apart from other threads that read 'tile[i]' in line [[#@LINE + 17]] [missing-barrier]
// EXPLAIN: :[[#@LINE + 13]]:5: warning: possible race in 'next_tile_too_early'
// EXPLAIN: :[[#@LINE + 11]]:3: remark: K-loop in 'next_tile_too_early' left alone: {{.*}} [missing-barrier]
// EXPLAIN-NEXT: :[[#@LINE + 11]]:5: note: here
// EXPLAIN-NEXT: | tile[t] = A[k + t];
// EXPLAIN-NEXT: | ^~~~~~~
// EXPLAIN-NEXT: :[[#@LINE + 11]]:14: note: and other threads may read it here
// EXPLAIN-NEXT: | sum += tile[i];
// EXPLAIN-NEXT: | ^~~~~~~
__global__ void next_tile_too_early(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[t] = sum;
}
