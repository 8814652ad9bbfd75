// The same as blocks_of_any_shape.cu, but rows and columns are what the block's
// dimensions are: the shape counts, as far as it is not one that the load goes on by.
//
// RUN: %rewrite_and_run cpasync blocks --widen=auto \
// RUN:     "-DSHAPES=dim3(64,16),dim3(64,1),dim3(64,4)"
// RUN: FileCheck %s < %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --variant=cpasync %s \
// RUN:     -o %t.out.cu 2>&1 | FileCheck %s --check-prefix=REMARK

#define KERNELS(KERNEL) KERNEL(rows_and_columns) KERNEL(sixty_four_in_x)

// REMARK: 'rows_and_columns': a launch with other blocks than 64 threads in x takes the narrow copies; none in sight says how large they are
// CHECK-LABEL: rows_and_columns(
// CHECK: blockDim.x == 64 &&
// CHECK-NOT: blockDim.y ==
// CHECK: {{[ije]}} += blockDim.x * blockDim.y) {
__global__ void rows_and_columns(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a[16][64];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int r = threadIdx.y; r < 16; r += blockDim.y)
      a[r][threadIdx.x] = A[r * K + k + threadIdx.x];
    __syncthreads();

    for (int i = 0; i < 16 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}

// REMARK: 'sixty_four_in_x': a launch with other blocks than (64, {{[0-9]+}}) threads takes the narrow copies
// CHECK-LABEL: sixty_four_in_x(
// CHECK: blockDim.x == 64 &&
// CHECK: blockDim.y ==
__global__ void sixty_four_in_x(const float *__restrict__ A,
                                float *__restrict__ C, int K) {
  __shared__ float a[16 * 64];
  const int tid = threadIdx.y * 64 + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    for (int i = tid; i < 16 * 64; i += 64 * blockDim.y)
      a[i] = A[i / 64 * K + k + i % 64];
    __syncthreads();

    for (int i = 0; i < 16 * 64; ++i)
      sum += a[i] * ((i + tid) % 7);
    __syncthreads();
  }
  C[tid] = sum;
}
