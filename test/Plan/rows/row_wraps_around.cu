// Unsigned products of 32 bits wrap around: the row is 2 to the power of 27 and ty,
// and 32 is the one length that makes ty of it. The twin stays small.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

__global__ void wraps(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32 * 32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'wraps': the rows of 'As' stay as they are: 'As[u * 32u + tx]' in line [[#@LINE+3]]: the row may be beyond 32 bits
  for (int k = 0; k < K; k += 32) {
    const unsigned u = ty + 0x8000000u;
    As[u * 32u + tx] = A[ty * K + k + tx];
    __syncthreads();
    sum += As[tx * 32 + ty];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32 * 32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    const unsigned u = ty;
    As[u * 32u + tx] = A[ty * K + k + tx];
    __syncthreads();
    sum += As[tx * 32 + ty];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  wraps<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
