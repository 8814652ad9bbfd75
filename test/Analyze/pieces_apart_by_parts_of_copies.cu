// Pieces of dynamic memory that do not lie whole copies apart: a test of the first
// says nothing of the second. (In Rewrite/wide/ the twins that do.)
//
// RUN: cuda-pipeline-rewrite --quiet --variant=cpasync --widen=auto %s -o %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %run_on_cpu %S/../Rewrite/Inputs/launched.driver.cu %s %t.cu

// CHECK: const bool wide_copies = reinterpret_cast<size_t>(As) % 16 == 0 &&
// CHECK: reinterpret_cast<size_t>(Bs) % 16 == 0
__global__ void by_parts(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float smem[];
  float *As = smem, *Bs = As + 64 + 6;
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

void launch(const float *A, float *C, int K) {
  by_parts<<<1, 64, 134 * sizeof(float)>>>(A, C, K);
}
