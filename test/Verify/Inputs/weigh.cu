// A table of pointers in a struct by value, a variable of the module, a template
// that only a launch of another file instantiates. WRONG makes a mistake.
#include <cuda_runtime.h>

struct Table {
  const int *const *rows;
  int *sums;
};

__constant__ int weights[32];

template <int WIDTH> __global__ void weigh(Table table, int n) {
  __shared__ int tile[WIDTH];
  const int t = threadIdx.x;
  const int *__restrict__ row = table.rows[blockIdx.x];
  int sum = 0;
  for (int k = 0; k < n; k += WIDTH) {
    tile[t] = k + t < n ? row[k + t] : 0;
    __syncthreads();
    for (int i = 0; i < WIDTH; ++i)
      sum += tile[(i + t) % WIDTH] * weights[i];
    __syncthreads();
  }
#ifdef WRONG
  sum += t == 7;
#endif
  table.sums[blockIdx.x * WIDTH + t] = sum;
}
