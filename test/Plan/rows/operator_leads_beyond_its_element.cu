// Operators of the user's complex numbers: one reads the next number, too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

struct Complex {
  float x, y;
};
__device__ Complex operator-(const Complex &a, const Complex &b) {
  return {(&a)[1].x - b.x, a.y - b.y};
}
__device__ Complex operator*(const Complex &a, const Complex &b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ Complex &operator+=(Complex &a, const Complex &b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}

__global__ void beyond(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ Complex As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'beyond': the rows of 'As' stay as they are: '(&a)[1]' in line 10: it is not proved to stay in one row
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = Complex{A[ty * K + k + tx], 1};
    __syncthreads();
    Complex z = As[tx][31] - As[ty][tx];
    sum += z.x + z.y;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ Complex As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = Complex{A[ty * K + k + tx], 1};
    __syncthreads();
    Complex z{};
    for (int i = 0; i < 32; ++i)
      z += As[tx][i] * As[ty][i];
    sum += z.x + z.y;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  beyond<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
