// That pieces keep apart, and that nobody reads what a short tile leaves out, is proved for
// the numbers of the instantiations in the file. Of two sizes each is proved, and either is
// asserted: another instantiation does not compile. The near twin relies on no parameter.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none -o %t.cu %s
// RUN: grep -E '(__global__|  static_assert)' %t.cu | FileCheck %s
// RUN: sed '/^void launch/,$d' %t.cu > %t.same.cu
// RUN: echo 'template __global__ void pieces<64>(const float *, float *, int);' >> %t.same.cu
// RUN: echo 'template __global__ void pieces_of_two_sizes<96>(const float *, float *, int);' >> %t.same.cu
// RUN: echo 'template __global__ void relies_on_none<32>(const float *, float *, int);' >> %t.same.cu
// RUN: %clang_cuda %t.same.cu
// RUN: sed 's/<64>/<32>/; s/<96>/<32>/' %t.same.cu > %t.more.cu
// RUN: not %clang_cuda %t.more.cu 2>&1 | FileCheck --check-prefix=MORE %s
//
// MORE-DAG: specialization 'pieces<32>'
// MORE-DAG: specialization 'pieces_of_two_sizes<32>'
// MORE-NOT: 'relies_on_none

// CHECK: {{.*}} pieces(
// CHECK-NEXT: static_assert(PIECE == 64, "the pipeline is for this size");
template <int PIECE>
__global__ void pieces(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: {{.*}} pieces_of_two_sizes(
// CHECK-NEXT: static_assert(PIECE == 64 || PIECE == 96, "the pipeline is for these sizes");
template <int PIECE>
__global__ void pieces_of_two_sizes(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + PIECE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    const float v = x[63 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: {{.*}} short_tiles(
// CHECK-NEXT: static_assert(STORED == 64 && READ == 64,
template <int STORED, int READ>
__global__ void __launch_bounds__(64) short_tiles(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const int stored = min(STORED, K - k), read = min(READ, K - k);
    if (t < stored)
      tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < read; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-NEXT: {{.*}} relies_on_none(
// CHECK-NOT: static_assert
template <int PIECE>
__global__ void relies_on_none(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum * PIECE;
}

void launch(const float *A, float *C, int K) {
  pieces<64><<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_of_two_sizes<64><<<1, 64, 128 * sizeof(float)>>>(A, C, K);
  pieces_of_two_sizes<96><<<1, 64, 192 * sizeof(float)>>>(A, C, K);
  short_tiles<64, 64><<<1, 64>>>(A, C, K);
  relies_on_none<64><<<1, 64>>>(A, C, K);
}
