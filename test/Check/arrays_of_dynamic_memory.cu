// Two arrays in dynamic memory: a number that is too large for the first is none that is
// meant, and what it does to the second is no witness. A barrier that is missing is one.
//
// RUN: %exits 1 %check %s --cuda-headers=embedded | FileCheck %s

struct Sizes {
  int rows, step;
};

// CHECK: PROVED FOR ALL TRIPS: 'table_in_front'
__global__ void table_in_front(const float *in, const float *table, float *out, Sizes sizes, int n) {
  extern __shared__ float memory[];
  float *window = memory + 160;
  for (int i = threadIdx.x; i < sizes.rows; i += blockDim.x)
    memory[i] = table[i];
  for (int k = 0; k < n; k += 128) {
    window[threadIdx.x] = in[k + threadIdx.x];
    __syncthreads();
    out[k + threadIdx.x] = window[threadIdx.x ^ 1] * memory[threadIdx.x % sizes.rows];
    __syncthreads();
  }
}

// CHECK: WITNESS: 'table_without_a_barrier'
__global__ void table_without_a_barrier(const float *in, const float *table, float *out, Sizes sizes, int n) {
  extern __shared__ float memory[];
  float *window = memory + 160;
  for (int i = threadIdx.x; i < sizes.rows; i += blockDim.x)
    memory[i] = table[i];
  for (int k = 0; k < n; k += 128) {
    window[threadIdx.x] = in[k + threadIdx.x];
    out[k + threadIdx.x] = window[threadIdx.x ^ 1] * memory[(threadIdx.x ^ 1) % sizes.rows];
    __syncthreads();
  }
}

void run(const float *in, const float *table, float *out, int rows, int n) {
  table_in_front<<<4, 128, (160 + 128) * sizeof(float)>>>(in, table, out, Sizes{rows, 1}, n);
  table_without_a_barrier<<<4, 128, (160 + 128) * sizeof(float)>>>(in, table, out, Sizes{rows, 1}, n);
}
