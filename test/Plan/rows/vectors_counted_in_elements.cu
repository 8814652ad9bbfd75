// `4 * tid % 32` is at most 28, so that the vector stays in its row; `4 * tid % 34`
// may be 32.
//
// RUN: sed s/MODULUS/32/ %s > %t.32.cu && sed s/MODULUS/34/ %s > %t.34.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %t.32.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %t.34.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEYOND
//
// What the command line says, another build may say otherwise.
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 -- -DMODULUS=32 \
// RUN:   | FileCheck %s --check-prefix=BUILD
// BUILD: the rows of 'tile' stay as they are: {{.*}} known of this build's numbers only

// CHECK: the rows of 'tile' are 16 bytes longer
// BEYOND: the rows of 'tile' stay as they are: {{.*}} it is not proved to stay in one row
__global__ void vectors(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[32 * 32];
  const int tid = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    const int at = tid * 4, r = at / 32, c = at % MODULUS;
    *reinterpret_cast<float4 *>(&tile[r * 32 + c]) =
        *reinterpret_cast<const float4 *>(&A[r * K + k + c]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[(tid % 32) * 32 + i];
    __syncthreads();
  }
  C[tid] = sum;
}

void launch(const float *A, float *C, int K) { vectors<<<1, 256>>>(A, C, K); }
