// A lambda of the loop body stores the tile: it moves, and is edited on the way.
// (--variant=cpasync said that its edits collide.)
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 40001
__global__ void kernel_40001(const float *__restrict__ A, const float *__restrict__ B, const int *__restrict__ I, float *__restrict__ C, float *__restrict__ O, int n, int ld, int count) {
  __shared__ float As[128];
  int tid = threadIdx.x;
  const int tx = tid;
  float acc = 0;
  int state = 5;
  for (unsigned k = 0; k < (unsigned)n; k += 128) {
    auto loadAs = [&](const float *A, unsigned k) {
      for (int i = 0; i < 2; ++i) {
        if (k + i * 64 + tid <= n - 1)
          As[i * 64 + tid] = A[i * 64 + tid];
        else
          As[i * 64 + tid] = 0.0f;
      }
    };
    loadAs(A, k);
    A += 128;
    __syncthreads();
    acc = acc * 0.5f + As[(tid * 1 + 2 * 2 + 1) % 128] * (float)(k & 3);
    acc += As[127 - tid % 128];
    acc += state;
    atomicAdd(&O[(k / 128) * 64 + tid], acc);
    __syncthreads();
    state += 3;
  }
  C[blockIdx.x * 64 + tid] = acc;
}

void run_40001(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count) {
  dim3 grid(1), block(64, 1);
  kernel_40001<<<grid, block>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_40001(Cases &c, void (*run)(const float *A, const float *B, const int *I, float *C, float *O, int n, int ld, int count)) {
  for (int n : {0, 1, 128, 129, 256, 298, 383, 384, 512}) {
    const int count = (n + 127) / 128;
    const int ld = (n) + 0;
    const int size = 1 * ld;
    auto A = c.input<float>(size, "A");
    auto B = c.input<float>(size, "B");
    std::vector<int> indices((count + 4) * 128);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 1 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<float>(1 * 64, "C");
    auto O = c.inout<float>(1 * (count + 4) * 64, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
