// Copies that were made wide take a third stage where it costs no block; of bytes,
// which cp.async cannot copy where they stay narrow, if these get a loop of their own.
// A tile that is read behind the loop cannot stand in a lambda.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- \
// RUN:   -DELEMENT=float -DROW=32 -DLAST=0 | FileCheck %s --check-prefix=THREE
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- \
// RUN:   -DELEMENT=char -DROW=128 -DLAST=0 | FileCheck %s --check-prefix=THREE
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- \
// RUN:   -DELEMENT=char -DROW=128 -DLAST=tile[0][t] | FileCheck %s --check-prefix=TWO

// THREE: pipelined: cpasync in wide copies, 3 stages
// THREE: > copies can be made wide, for cp.async; 3 stages cost no block
// TWO: pipelined: cpasync in wide copies, 2 stages
// TWO: > copies can be made wide, for cp.async{{$}}
__global__ void __launch_bounds__(128)
    sums(const ELEMENT *__restrict__ A, float *__restrict__ C, int pitch, int n) {
  __shared__ ELEMENT tile[16][ROW];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += ROW) {
    for (int i = t; i < 16 * ROW; i += 128)
      tile[i / ROW][i % ROW] = A[(i / ROW) * pitch + k + i % ROW];
    __syncthreads();
    for (int r = 0; r < 16; ++r)
      for (int d = 0; d < ROW; ++d)
        sum += tile[r][d] * t;
    __syncthreads();
  }
  C[t] = sum + LAST;
}

void launch(const ELEMENT *A, float *C, int pitch, int n) {
  sums<<<100, 128>>>(A, C, pitch, n);
}
