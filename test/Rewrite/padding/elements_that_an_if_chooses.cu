// Rows are longer by bytes, which are whole elements of the type that is read. Where an
// #if chooses the type and vectors are stored, the rows of another type would begin
// where no vector may.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --pad=auto --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/chosen_elements.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/chosen_elements.driver.cu %s %t.cu -DHALVES

#ifdef HALVES
typedef unsigned short elem;
#else
typedef float elem;
#endif

// CHECK: 'chosen': the rows of 'tile' stay as they are: {{.*}}: an #if chooses the type of its elements
__global__ void __launch_bounds__(64)
    chosen(const elem *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(16) elem tile[32][32];
  const int t = threadIdx.x, V = 16 / sizeof(elem);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    for (int i = t; i < 32 * 32 / (16 / sizeof(elem)); i += 64)
      *reinterpret_cast<uint4 *>(&tile[i * V / 32][i * V % 32]) =
          *reinterpret_cast<const uint4 *>(&A[k * 1024 + i * V]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 32][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'fixed': the rows of 'tile' are 16 bytes longer
__global__ void __launch_bounds__(64)
    fixed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ __align__(16) float tile[32][32];
  const int t = threadIdx.x, V = 16 / sizeof(float);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    for (int i = t; i < 32 * 32 / (16 / sizeof(float)); i += 64)
      *reinterpret_cast<uint4 *>(&tile[i * V / 32][i * V % 32]) =
          *reinterpret_cast<const uint4 *>(&A[k * 1024 + i * V]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % 32][i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
