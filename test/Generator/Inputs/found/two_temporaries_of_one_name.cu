// Two temporaries of one name in sibling blocks: each needs a register of its
// own name.
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 191
__global__ void __launch_bounds__(32) kernel_191(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, float *__restrict__ O, int n, int ld, int count) {
  __shared__ float As[32];
  __shared__ float Bs[32];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  A += blockIdx.x * 1 * ld;
  B += blockIdx.x * 1 * ld;
  O += blockIdx.x * (count + 4) * 32;
  float acc = 0;
  #pragma unroll 1
  for (int k = 0; k < n; k += 32) {
    {
      float v = A[k + tid];
      As[tid] = v;
    }
    {
      float v = B[k + tid];
      Bs[tid] = v;
    }
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      acc = acc * 0.5f + As[(tid * 3 + j * 1 + 1) % 32];
    for (int j = 0; j < 4; ++j)
      acc = acc * 0.5f + Bs[(tid * 3 + j * 1 + 1) % 32];
    __syncthreads();
  }
  C[blockIdx.x * 32 + tid] = acc;
}

void run_191(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count) {
  dim3 grid(2), block(8, 4);
  kernel_191<<<grid, block>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_191(Cases &c, void (*run)(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count)) {
  for (int n : {0, 1, 32, 33, 64, 74, 95, 96, 128}) {
    const int count = (n + 31) / 32;
    const int ld = ((n + 31) / 32 * 32) + 0;
    const int size = 2 * ld;
    auto A = c.input<float>(size, "A");
    auto B = c.input<float>(size, "B");
    std::vector<int> indices((count + 4) * 32);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 2 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<float>(2 * 32, "C");
    auto O = c.inout<float>(2 * (count + 4) * 32, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
