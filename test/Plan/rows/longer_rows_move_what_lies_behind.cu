// Vectors are read from an array of floats that lies behind the tile. Nine rows that
// are 4 bytes longer would leave it aligned to 4 bytes; eight do not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=4 %s 2>&1 \
// RUN:   | FileCheck %s

__global__ void nine(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[9][32];
  __shared__ float Bs[32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'nine': the rows of 'As' stay as they are: with rows 4 bytes longer what lies behind it would no longer be aligned to 32 bytes
  for (int k = 0; k < K; k += 32) {
    if (ty < 9)
      As[ty][tx] = A[ty * K + k + tx];
    if (ty == 9)
      Bs[tx] = A[tx];
    __syncthreads();
    sum += As[tx % 9][ty];
    sum += reinterpret_cast<float4 *>(Bs)[tx % 8].x;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void eight(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[8][32];
  __shared__ float Bs[32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'eight': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    if (ty < 8)
      As[ty][tx] = A[ty * K + k + tx];
    if (ty == 9)
      Bs[tx] = A[tx];
    __syncthreads();
    sum += As[tx % 8][ty];
    sum += reinterpret_cast<float4 *>(Bs)[tx % 8].x;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  nine<<<1, dim3(32, 32)>>>(A, C, K);
  eight<<<1, dim3(32, 32)>>>(A, C, K);
}
