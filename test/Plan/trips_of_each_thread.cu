// The condition around a trip of a copy loop goes only where it is known to
// hold in every thread: all start below the step, which divides the limit.
//
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

#define COMPUTE(T)                                                             \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += T[i];

// CHECK-LABEL: all_launches_tell(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: next_tile[
static __global__ void all_launches_tell(const float *__restrict__ A,
                                         float *__restrict__ C, int n) {
  __shared__ float tile[512];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another file may launch it, too.
// CHECK-LABEL: others_may_launch(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < 512)
__global__ void others_may_launch(const float *__restrict__ A,
                                  float *__restrict__ C, int n) {
  __shared__ float tile[512];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One of its launches has more threads than the step: they load twice.
// CHECK-LABEL: launches_differ(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < 512)
__global__ void launches_differ(const float *__restrict__ A,
                                float *__restrict__ C, int n) {
  __shared__ float tile[512];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nothing says how many threads there are.
// CHECK-LABEL: nobody_tells(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < 512)
__global__ void nobody_tells(const float *__restrict__ A,
                             float *__restrict__ C, int n) {
  __shared__ float tile[512];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The bound allows more threads than the step.
// CHECK-LABEL: bounded_above(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < 512)
__global__ void __launch_bounds__(256)
    bounded_above(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[512];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// 16 x 16 threads, numbered from 0 to 255.
// CHECK-LABEL: two_dimensions(
// CHECK: const int i = t + {{[a-z]+}} * 256;
// CHECK-NEXT: next_tile[
static __global__ void two_dimensions(const float *__restrict__ A,
                                      float *__restrict__ C, int n) {
  __shared__ float tile[512];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = t; i < 512; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[t] = sum;
}

// The first thread starts at 1, and the last at 128.
// CHECK-LABEL: starts_behind(
// CHECK: const int i = threadIdx.x + 1 + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < 512)
__global__ void __launch_bounds__(128)
    starts_behind(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[513];
  float sum = 0;
  for (int k = 0; k < n; k += 512) {
    for (int i = threadIdx.x + 1; i < 512; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another instantiation may have more threads.
// CHECK-LABEL: of_a_template(
// CHECK: const int i = threadIdx.x + {{[a-z]+}} * 128;
// CHECK-NEXT: if (i < SIZE)
template <int SIZE>
__global__ void __launch_bounds__(128)
    of_a_template(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[SIZE];
  float sum = 0;
  for (int k = 0; k < n; k += SIZE) {
    for (int i = threadIdx.x; i < SIZE; i += 128)
      tile[i] = A[k + i];
    __syncthreads();
    COMPUTE(tile)
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int n) {
  others_may_launch<<<1, 128>>>(A, C, n);
  all_launches_tell<<<1, 128>>>(A, C, n);
  all_launches_tell<<<2, 128>>>(A, C, n);
  launches_differ<<<1, 128>>>(A, C, n);
  launches_differ<<<1, 256>>>(A, C, n);
  two_dimensions<<<1, dim3(16, 16)>>>(A, C, n);
  of_a_template<512><<<1, 128>>>(A, C, n);
}
