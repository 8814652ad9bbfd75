// Each call of a device function stores its own half of the function's tile, and
// reads the half of the call before: two stages would keep different ones.
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 5200000
__device__ void walk_5200000(const float *A, int n, int count, int tid, int o, float &acc) {
  __shared__ float As[128];
  for (int t = 0; t < count; ++t) {
    for (int i = 0; i < 2; ++i)
      As[o * 64 + i * 32 + tid] = n > t * 64 + i * 32 + tid ? A[t * 64 + i * 32 + tid] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      acc = acc * 0.5f + As[(tid * 3 + j * 5) % (64 * (o + 1))];
    __syncthreads();
  }
}

__global__ void __launch_bounds__(32) kernel_5200000(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, float *__restrict__ O, int n, int ld, int count) {
  if (n < 64 * (int)blockIdx.x)
    return;
  int tid = threadIdx.x;
  const int tx = tid;
  float acc = 0;
  for (int o = 0; o < 2; ++o) {
    walk_5200000(A, n, count, tid, o, acc);
  }
  C[blockIdx.x * 32 + tid] = acc;
}

void run_5200000(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count) {
  dim3 grid(1), block(32, 1);
  kernel_5200000<<<grid, block>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_5200000(Cases &c, void (*run)(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count)) {
  for (int n : {0, 1, 64, 65, 128, 149, 191, 192, 256, 258}) {
    const int count = (n + 63) / 64;
    const int ld = (n) + 0;
    const int size = 1 * ld;
    auto A = c.input<float>(size, "A");
    auto B = c.input<float>(size, "B");
    std::vector<int> indices((count + 4) * 64);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 1 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<float>(1 * 32, "C");
    auto O = c.inout<float>(1 * (count + 4) * 32, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
