// Member functions of the user's: one reads the next point, one hands out a
// reference, one keeps to its own.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

struct Point {
  float x;
  __device__ float next() const { return this[1].x; }
  __device__ const Point &self() const { return *this; }
  __device__ float square() const { return x * x; }
};

__global__ void ahead(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ Point As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'ahead': the rows of 'As' stay as they are: 'this' in line 9: this use of an element is not understood
  for (int k = 0; k < K; k += 32) {
    As[ty][tx].x = A[ty * K + k + tx];
    __syncthreads();
    sum += As[tx][31].next();
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void handed_out(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ Point As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'handed_out': the rows of 'As' stay as they are: 'As[tx][ty].self()' in line [[#@LINE+4]]: it hands out references
  for (int k = 0; k < K; k += 32) {
    As[ty][tx].x = A[ty * K + k + tx];
    __syncthreads();
    sum += (&As[tx][ty].self())[1].x;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ Point As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx].x = A[ty * K + k + tx];
    __syncthreads();
    sum += As[tx][ty].square();
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  ahead<<<1, dim3(32, 32)>>>(A, C, K);
  handed_out<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
