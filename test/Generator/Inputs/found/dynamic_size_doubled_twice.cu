// Two K-loops over one dynamic tile, of which the first is pipelined: in its own
// output the tool pipelined the second, and doubled the launch once more.
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 3000550
__global__ void __launch_bounds__(32) kernel_3000550(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, float *__restrict__ O, int n, int ld, int count) {
  extern __shared__ __align__(16) float mem_3000550[];
  float *As = mem_3000550;
  float *Bs = &As[64];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  float has_next = 0;
  if (count % 2) {
    const int end = (n + 31) / 32 * 32;
    const float *pa = A;
    const float *pb = B;
    for (int k = 0; k != end; k += 32) {
      for (int i = 0; i < 2; ++i) {
        const int r = (tid * 2 + i) / 32;
        const int c = (tid * 2 + i) % 32;
        As[r * 32 + c] = k + c <= n - 1 ? __ldg(&pa[r * ld + c]) : 0.0f;
      }
      for (int i = 0; i < 2; ++i) {
        const int r = (tid * 2 + i) / 32;
        const int c = (tid * 2 + i) % 32;
        Bs[r * 32 + c] = k + c <= n - 1 ? __ldg(&pb[c * 2 + r]) : 0.0f;
      }
      __syncthreads();
      pa += 32;
      pb += 64;
      for (int c = 0; c < 32; ++c)
        has_next = has_next * 0.5f + As[(tid % 2) * 32 + c];
      for (int c = 0; c < 32; ++c)
        has_next = has_next * 0.5f + Bs[(tid % 2) * 32 + c];
      __syncthreads();
    }
  } else {
    {
      const int end2 = (n + 31) / 32 * 32;
      const float *pa2 = A;
      const float *pb2 = B;
      for (int k2 = 0; k2 != end2; k2 += 32) {
        for (int i = 0; i < 2; ++i) {
          const int r = (tid * 2 + i) / 32;
          const int c = (tid * 2 + i) % 32;
          As[r * 32 + c] = k2 + c <= n - 1 ? __ldg(&pa2[r * ld + c]) : 0.0f;
        }
        for (int i = 0; i < 2; ++i) {
          const int r = (tid * 2 + i) / 32;
          const int c = (tid * 2 + i) % 32;
          Bs[r * 32 + c] = k2 + c <= n - 1 ? __ldg(&pb2[c * 2 + r]) : 0.0f;
        }
        __syncthreads();
        pa2 += 32;
        pb2 += 64;
        for (int c = 0; c < 32; ++c)
          has_next = has_next * 0.5f + As[(tid % 2) * 32 + c];
        for (int c = 0; c < 32; ++c)
          has_next = has_next * 0.5f + Bs[(tid % 2) * 32 + c];
        __syncthreads();
      }
    }
  }
  C[blockIdx.x * 32 + tid] = has_next;
}

void run_3000550(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count) {
  dim3 grid(1), block(8, 4);
  kernel_3000550<<<grid, block, 512>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_3000550(Cases &c, void (*run)(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count)) {
  for (int n : {0, 1, 32, 33, 64, 74, 95, 96, 128}) {
    const int count = (n + 31) / 32;
    const int ld = (n) + 0;
    const int size = 2 * ld;
    auto A = c.input<float>(size, "A");
    auto B = c.input<float>(size, "B");
    std::vector<int> indices((count + 4) * 32);
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
