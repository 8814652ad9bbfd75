// A pointer that assembly has as an output moves; one that it only reads does not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 -- -DCHANGES \
// RUN:   | FileCheck %s --check-prefix=MOVES
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 | FileCheck %s

// MOVES: the rows of 'tile' stay as they are: {{.*}}'p' of 'first' is a pointer that moves
// CHECK: the rows of 'tile' are 16 bytes longer
__device__ float first(const float *p) {
  unsigned lane;
#ifdef CHANGES
  asm("mov.u32 %0, %%laneid; add.u64 %1, %1, 4;" : "=r"(lane), "+l"(p));
#else
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
#endif
  return p[0] * lane;
}

__global__ void lanes(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    tile[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += first(&tile[tx][i]);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  lanes<<<1, dim3(32, 32)>>>(A, C, K);
}
