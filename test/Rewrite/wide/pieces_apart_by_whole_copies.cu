// Pieces of dynamic memory that lie whole copies apart, by numbers of the text or of
// the block: the first is tested for both. What the command line may give is tested.
//
// RUN: %rewrite_and_run cpasync launched --widen=auto -DLOOSE
// RUN: %run_on_cpu %S/../Inputs/launched.driver.cu %s %t.cpasync.cu -DLOOSE -DHEAD=3
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto %s -o %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s

#ifndef HEAD
#define HEAD 4
#endif

// CHECK-LABEL: void by_numbers(
// CHECK: const bool wide_copies = HEAD == 4 &&
// CHECK-NEXT: reinterpret_cast<size_t>(As) % 16 == 0 &&
// CHECK-NEXT: reinterpret_cast<size_t>(A) % 16 == 0
// CHECK-NOT: (Bs)
// CHECK-LABEL: void by_the_block(
__global__ void by_numbers(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  extern __shared__ float smem[];
  float *As = smem + HEAD, *Bs = smem + HEAD + 64;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t] = A[k + t];
    Bs[t] = A[K - 64 - k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: const bool wide_copies = reinterpret_cast<size_t>(As) % 16 == 0 &&
// CHECK-NEXT: reinterpret_cast<size_t>(A) % 16 == 0
// CHECK-NOT: (Bs)
// CHECK-LABEL: void launch(
__global__ void by_the_block(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  extern __shared__ float smem[];
  float *As = smem, *Bs = As + blockDim.x;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t] = A[k + t];
    Bs[t] = A[K - 64 - k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i] * (t + 1);
    __syncthreads();
  }
  C[t] += sum;
}

void launch(const float *A, float *C, int K) {
  by_numbers<<<1, 64, 132 * sizeof(float)>>>(A, C, K);
  by_the_block<<<1, 64, 128 * sizeof(float)>>>(A, C, K);
}
