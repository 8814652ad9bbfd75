// References to members of one object, in front of the loop, are tiles apart, and
// get wide copies. Two to one member are not.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_gemm --widen=auto -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: sed 's/tiles.Bs/tiles.As/; s/Bs\[r\]\[c\] =/Bs[c][r] =/' %s > %t.one.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.one.cu 2>&1 | FileCheck --check-prefix=ONE %s
//
// ONE: products{{.*}} left alone: {{.*}} a thread may store one element of the tile twice

struct Tiles {
  float As[16][16], Bs[16][16];
};

// CHECK: auto &tiles = tiles_stages[stage];
// CHECK-NEXT: auto &As = tiles.As;
// CHECK-NEXT: auto &Bs = tiles.Bs;
// CHECK: __pipeline_memcpy_async(&As[r][c], {{.*}}, 16,
// CHECK: __pipeline_memcpy_async(&Bs[r][c], {{.*}}, 16,
__global__ void __launch_bounds__(64)
    products(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ Tiles tiles;
  auto &As = tiles.As;
  auto &Bs = tiles.Bs;
  const int t = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum[4] = {};
  for (int k = 0; k < K; k += 16) {
    for (int i = t; i < 16 * 16; i += 64) {
      const int r = i / 16, c = i % 16;
      As[r][c] = row0 + r < M && k + c < K ? A[(row0 + r) * K + k + c] : 0.0f;
      Bs[r][c] = k + r < K && col0 + c < N ? B[(k + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[t / 16 + 4 * i][x] * Bs[x][t % 16];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    if (row0 + t / 16 + 4 * i < M && col0 + t % 16 < N)
      C[(row0 + t / 16 + 4 * i) * N + col0 + t % 16] = sum[i];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + 15) / 16, (M + 15) / 16);
  products<<<grid, 64>>>(A, B, C, M, N, K);
}
