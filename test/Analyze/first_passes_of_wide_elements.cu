// Elements that leave no room in registers for a single pass keep their loop. What is
// taken stands in Rewrite/ldg-single/first_passes_of_elements_of_two_sizes.cu.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

struct Wide {
  double at[20];
};

// CHECK: K-loop in 'too_wide' left alone: {{.*}} [copy-count-unknown]
__global__ void too_wide(const Wide *__restrict__ bodies, double *__restrict__ out,
                         int n) {
  __shared__ Wide tile[64];
  double sum = 0;
  for (int base = 0; base < n; base += 64) {
    for (int j = threadIdx.x; j < 64; j += blockDim.x)
      tile[j] = bodies[base + j];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j].at[0];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
