// The table under a loop: what a block takes now and with each candidate, who is
// resident, what limits that, and why one was chosen.
//
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --strict-whitespace --match-full-lines

//      CHECK:{{.*}}K-loop in 'matmul' pipelined: cpasync in wide copies, 3 stages, shared memory 2048 -> 6144 bytes; also alignment of As and Bs
// CHECK-NEXT:    H200, sm_90, 256 threads a block, 24 registers a thread (a guess)
// CHECK-NEXT:    math instructions a load: 8.0; operations a byte: 4.0; trips: not known
// CHECK-NEXT:                           bytes blocks/SM    copies ahead/SM  limited by
// CHECK-NEXT:      single buffer         2048         8     2 x 4        -  warps
// CHECK-NEXT:      cpasync, 2 stages     4096         8  0.5 x 16    16384  warps
// CHECK-NEXT:    > cpasync, 3 stages     6144         8  0.5 x 16    32768  warps
// CHECK-NEXT:      cpasync, 4 stages     8192         8  0.5 x 16    49152  warps
// CHECK-NEXT:      ldg, 2 stages         4096         8     2 x 4    16384  warps
// CHECK-NEXT:      ldg-single            2048         8     2 x 4    16384  warps
// CHECK-NEXT:    > copies can be made wide, for cp.async; 3 stages cost no block
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < N; k0 += 16) {
    As[ty][tx] = A[row * N + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int N) {
  matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(A, B, C, N);
}
