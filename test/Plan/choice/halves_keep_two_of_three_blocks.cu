// With a loop for each width, a third stage may cost a third of the blocks; without,
// none.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DELEMENT=short -DROWS=64 \
// RUN:   | FileCheck %s --check-prefix=THREE
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DELEMENT=float -DROWS=32 \
// RUN:   | FileCheck %s --check-prefix=TWO

// THREE: > copies can be made wide, for cp.async; 3 stages leave {{[0-9]+}} of {{[0-9]+}} blocks
// TWO: > copies can be made wide, for cp.async{{$}}
__global__ void __launch_bounds__(128)
    sums(const ELEMENT *__restrict__ A, float *__restrict__ C, int pitch, int n) {
  __shared__ ELEMENT tile[ROWS][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < ROWS * 64; i += 128)
      tile[i / 64][i % 64] = A[(i / 64) * pitch + k + i % 64];
    __syncthreads();
    for (int r = 0; r < ROWS; ++r)
      for (int d = 0; d < 64; ++d)
        sum += tile[r][d] * t;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const ELEMENT *A, float *C, int pitch, int n) {
  sums<<<100, 128>>>(A, C, pitch, n);
}
