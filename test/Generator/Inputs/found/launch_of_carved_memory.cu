// Tiles carved out of dynamic shared memory by a moving pointer: the launch in
// the same file was not given the second stage.
//
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 10098
__global__ void kernel_10098(const double *__restrict__ A, const double *__restrict__ B, const int *__restrict__ I, double *__restrict__ C, double *__restrict__ O, int n, int ld, int count) {
  extern __shared__ __align__(16) double mem_10098[];
  double *next = mem_10098;
  double *As = next;
  next += 64;
  int tid = threadIdx.x;
  const int tx = tid;
  A += blockIdx.x * 1 * ld;
  B += blockIdx.x * 1 * ld;
  O += blockIdx.x * (count + 4) * 32;
  double acc = 0;
  const int tiles = (n + 63) / 64;
  for (int t = tiles - 1; t >= 0; --t) {
    if (t * 64 + tid <= n - 1)
      As[tid] = A[t * 64 + tid] - B[t * 64 + tid];
    else
      As[tid] = 0.0;
    if (t * 64 + tid + 32 <= n - 1)
      As[tid + 32] = A[t * 64 + tid + 32] - B[t * 64 + tid + 32];
    else
      As[tid + 32] = 0.0;
    __syncthreads();
    {
      const double *from = &As[(tid * 3 + 3 * 9 + 1) % 64];
      acc = acc * 0.5 + (*from);
    }
    __syncthreads();
  }
  C[blockIdx.x * 32 + tid] = acc;
}

void run_10098(const double *A, const double *B, const int *I, double *C, double *O, int n, int ld, int count) {
  dim3 grid(2), block(32, 1);
  kernel_10098<<<grid, block, 512>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_10098(Cases &c, void (*run)(const double *A, const double *B, const int *I, double *C, double *O, int n, int ld, int count)) {
  for (int n : {0, 1, 64, 65, 128, 149, 191, 192, 256}) {
    const int count = (n + 63) / 64;
    const int ld = (n) + 0;
    const int size = 2 * ld;
    auto A = c.input<double>(size, "A");
    auto B = c.input<double>(size, "B");
    std::vector<int> indices((count + 4) * 64);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 2 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<double>(2 * 32, "C");
    auto O = c.inout<double>(2 * (count + 4) * 32, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
