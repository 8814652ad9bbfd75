// A race that comes of a size that is no power of two is no witness where addresses are
// made of it, and rows that overlap because a stride is too small are none at all. A
// race that the usual sizes have is one.
//
// RUN: %exits 2 cuda-pipeline-check %s --kernel=powers | FileCheck %s
// RUN: cuda-pipeline-check %s --kernel=rows | FileCheck %s --check-prefix=ROWS
// RUN: %exits 1 cuda-pipeline-check %s --kernel=always | FileCheck %s --check-prefix=ALWAYS

__global__ void powers(const int *in, int *out, int size) {
  __shared__ int sums[512];
  const int t = threadIdx.x, at = 2 * t - (t & (size - 1));
  sums[at] = 0;
  sums[at + size] = in[t];
  for (int by = 1; by < size; by *= 2) {
    __syncthreads();
    const int add = sums[at + size - by];
    __syncthreads();
    sums[at + size] += add;
  }
  out[t] = sums[at + size];
}
// CHECK: NO PROOF: 'powers' with blocks of 256: with data or numbers that were made up there is a hazard, such as with size = {{[0-9]+}}; what would make a proof

__global__ void rows(int *out, size_t pitch, size_t slice, int depth) {
  for (int z = 0; z < depth; ++z)
    out[z * slice + threadIdx.y * pitch + blockIdx.x * 16 * 80 + threadIdx.x * 80] = threadIdx.x + threadIdx.y;
}
// ROWS: CLEAN: 'rows' with blocks of 16x16:

__global__ void always(const int *in, int *out, int stride) {
  out[(threadIdx.x / 2) * stride] = in[threadIdx.x];
}
// ALWAYS: WITNESS: 'always'

void run(const int *in, int *out, int n) {
  powers<<<n, 256>>>(in, out, n);
  rows<<<1, dim3(16, 16)>>>(out, n, n, n);
  always<<<1, 64>>>(in, out, n);
}
