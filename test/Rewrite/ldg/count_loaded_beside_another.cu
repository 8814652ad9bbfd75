// Of two values that are loaded by one declaration the store needs one, and has
// it in a register: where they come from is of no use to it.
//
// RUN: %rewrite_and_run ldg,ldg-single launched
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// CHECK: auto &tile = tile_stages[stage];
// CHECK: if (t < count)
// CHECK-NEXT: tile[t] = next_tile;
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int list = k;
    const int start = 8 + int(A[list] * 4), count = 16 + int(A[list + 1] * 16);
    if (t < count)
      tile[t] = A[start + t];
    __syncthreads();
    for (int i = 0; i < count; ++i)
      sum += tile[i] * (t + i) + start;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) { sum<<<1, 64>>>(A, C, K); }
