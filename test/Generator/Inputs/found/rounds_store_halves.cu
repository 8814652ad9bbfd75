// Each round of an outer loop stores its own half of the tile, and reads the half of
// the round before: two stages would keep different ones.
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 5100002
struct Sources_5100002 {
  const float *A;
  const float *B;
};
__global__ void __launch_bounds__(64) kernel_5100002(Sources_5100002 sources, const int *__restrict__ I, float *__restrict__ C, float *__restrict__ O, int n, int ld, int count) {
  __shared__ float As[384];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  sources.A += blockIdx.x * 1 * ld;
  sources.B += blockIdx.x * 1 * ld;
  O += blockIdx.x * (count + 4) * 64;
  float acc = 0;
  for (int o = 0; o < 2; ++o) {
    int k = 0;
    int state = 0;
    while (k < n) {
      for (int i = 0; i < 3; ++i)
        As[o * 192 + i * 64 + tid] = k + i * 64 + tid < n ? sources.A[k + i * 64 + tid] : 0.0f;
      __syncthreads();
      for (int j = 0; j < 4; ++j)
        acc = acc * 0.5f + As[(tid * 3 + j * 5) % (192 * (o + 1))];
      acc += state;
      __syncthreads();
      state += 3;
      k += 192;
    }
    acc += (float)k;
  }
  C[blockIdx.x * 64 + tid] = acc;
}

void run_5100002(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count) {
  dim3 grid(2), block(8, 8);
  kernel_5100002<<<grid, block>>>({A, B}, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_5100002(Cases &c, void (*run)(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count)) {
  for (int n : {0, 1, 192, 193, 384, 448, 575, 576, 768, 770}) {
    const int count = (n + 191) / 192;
    const int ld = (n) + 0;
    const int size = 2 * ld;
    auto A = c.input<float>(size, "A");
    auto B = c.input<float>(size, "B");
    std::vector<int> indices((count + 4) * 192);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 2 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<float>(2 * 64, "C");
    auto O = c.inout<float>(2 * (count + 4) * 64, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
