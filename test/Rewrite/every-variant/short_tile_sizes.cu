// The sizes of the tile are template parameters, which another instantiation may have
// otherwise: one buffer. Or they are constants, and the source is a member of a struct.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run ldg-single short_tiles
// RUN: sed 's/template <int BC, int HD>/constexpr int BC = 16, HD = 8;/; s/sums<16, 8>/sums/; s/sums<8, 8>/sums/' %s > %t.constants.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --warnings-as-errors %t.constants.cu -o %t.constants.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --warnings-as-errors %t.constants.cu -o %t.constants.ldg.cu
// RUN: %run_on_cpu %S/../Inputs/short_tiles.driver.cu %t.constants.cu %t.constants.cpasync.cu %t.constants.ldg.cu
// CHECK: left-alone sums line {{[0-9]+}} template-dependent
// CHECK-NOT: left-alone

template <int BC, int HD>
__global__ void __launch_bounds__(64)
sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[BC][HD];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += BC) {
    const int rows = min(BC, n - j0);
    for (int i = t; i < rows * HD; i += 64)
      tile[i / HD][i % HD] = A[j0 * HD + i];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  C[t] = sum;
}
constexpr int ROWS = 16, D = 8;

struct Params { const float *A; float *C; int n; };
__global__ void __launch_bounds__(64) sums_of(const Params p) {
  __shared__ float tile[ROWS][D];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const float *__restrict__ A = p.A;
  float sum = 0.0f;
  for (int j0 = 0; j0 < p.n; j0 += ROWS) {
    for (int r = ty; r < ROWS; r += 8)
      if (j0 + r < p.n)
        tile[r][tx] = A[(j0 + r) * D + tx];
    __syncthreads();
    const int rows = min(ROWS, p.n - j0);
    for (int j = 0; j < rows; ++j)
      sum += tile[j][tx] * (ty + 1);
    __syncthreads();
  }
  p.C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  sums<16, 8><<<1, 64>>>(A, C, n);
  sums<8, 8><<<1, 64>>>(A, C + 64, n);
  sums_of<<<1, 64>>>(Params{A, C + 128, n});
}
