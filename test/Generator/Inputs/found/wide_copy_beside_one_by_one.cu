// cpasync: the copies one by one, beside the wide ones, named an index that they
// did not declare; it did not compile.
//
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

//==== kernel 182
#define SYNC_182() __syncthreads()

__global__ void kernel_182(const signed char *__restrict__ A, const signed char *__restrict__ B, const int *__restrict__ I, int *__restrict__ C, int *__restrict__ O, int n, int ld, int count) {
  __shared__ signed char As[8][4];
  __shared__ signed char Bs[8][4];
  int tid = threadIdx.x;
  const int tx = tid;
  int acc = 0;
  const signed char *pa = A;
  const signed char *pb = B;
  for (int t = 0; t < n / 4; t++) {
    SYNC_182();
    {
      const int at = (tid / 4) * ld + tid % 4;
      As[tid / 4][tid % 4] = t * 4 + tid % 4 < n ? pa[at] : 0;
    }
    {
      const int at = (tid % 4) * 8 + tid / 4;
      Bs[tid / 4][tid % 4] = t * 4 + tid % 4 < n ? pb[at] : 0;
    }
    SYNC_182();
    for (int j = 0; j < 4; ++j)
      acc = acc * 3 + As[((tid * 7 + j * 11 + 1) % 32) / 4][((tid * 7 + j * 11 + 1) % 32) % 4] * Bs[((tid + j) % 32) / 4][((tid + j) % 32) % 4];
    pa += 4;
    pb += 32;
  }
  C[blockIdx.x * 32 + tid] = acc;
}

void run_182(const signed char *A, const signed char *B, const int *I, int *C, int *O, int n, int ld, int count) {
  dim3 grid(1), block(32, 1);
  kernel_182<<<grid, block>>>(A, B, I, C, O, n, ld, count);
}
#if 0 //==== driver
//==== cases
static void cases_182(Cases &c, void (*run)(const signed char *A, const signed char *B, const int *I, int *C, int *O, int n, int ld, int count)) {
  for (int n : {0, 1, 4, 5, 8, 9, 11, 12, 16, 24}) {
    const int count = (n + 3) / 4;
    const int ld = (n) + 0;
    const int size = 8 * ld;
    auto A = c.input<signed char>(size, "A");
    auto B = c.input<signed char>(size, "B");
    std::vector<int> indices((count + 4) * 4);
    for (int &i : indices)
      i = c.integer(0, size > 0 ? (size - 1) / 1 : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<int>(1 * 32, "C");
    auto O = c.inout<int>(1 * (count + 4) * 32, "O");
    run(A, B, I, C, O, n, ld, count);
    c.check("n=" + std::to_string(n));
  }
}
#endif
