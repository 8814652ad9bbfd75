// A file that is not named may declare a kernel and launch it with another block:
// wide copies test for it, if the loop works in another. Not where nobody else can see the kernel, nor where a
// compile database lists all files.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=auto -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %s %t.dir/kernels.cu
// RUN: echo '[{"directory": "%t.dir", "file": "kernels.cu", "command": "nvcc -c kernels.cu"}]' > %t.dir/compile_commands.json
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=auto -p %t.dir -o %t.known.cu %t.dir/kernels.cu
// RUN: grep -v "^//" %t.known.cu | FileCheck %s --check-prefix=KNOWN

// CHECK-LABEL: void declared(
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 16 &&
// CHECK-NEXT: blockDim.y == 16 &&
// KNOWN-LABEL: void declared(
// KNOWN: const bool wide_copies =
// KNOWN-NOT: blockDim.x ==
// KNOWN: for (
__global__ void declared(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y % 16][threadIdx.x % 16] = A[threadIdx.y % 16 * K + k + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y % 16][i] * tile[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

// CHECK-LABEL: void of_this_file(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.x ==
// CHECK: for (
static __global__ void of_this_file(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y % 16][threadIdx.x % 16] = A[threadIdx.y % 16 * K + k + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y % 16][i] * tile[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

namespace {
// CHECK-LABEL: void without_a_name(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.x ==
// CHECK: for (
__global__ void without_a_name(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y % 16][threadIdx.x % 16] = A[threadIdx.y % 16 * K + k + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y % 16][i] * tile[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}
} // namespace

// CHECK-LABEL: void of_a_template(
// CHECK: const bool wide_copies =
// CHECK-NOT: blockDim.x ==
// CHECK: for (
template <int Unused>
__global__ void of_a_template(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    tile[threadIdx.y % 16][threadIdx.x % 16] = A[threadIdx.y % 16 * K + k + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.y % 16][i] * tile[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.y * 16 + threadIdx.x] = sum;
}

void run(const float *A, float *C, int K) {
  declared<<<1, dim3(16, 16)>>>(A, C, K);
  of_this_file<<<1, dim3(16, 16)>>>(A, C, K);
  without_a_name<<<1, dim3(16, 16)>>>(A, C, K);
  of_a_template<1><<<1, dim3(16, 16)>>>(A, C, K);
}
