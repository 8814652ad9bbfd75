// A function object gets a reference to an element and goes on from there. The twin
// gets a value.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

struct TwoRows {
  __device__ float operator()(const float &first) const {
    float sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += (&first)[i];
    return sum;
  }
};

struct Twice {
  __device__ float operator()(float value) const { return 2 * value; }
};

__global__ void beyond(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'beyond': the rows of 'As' stay as they are: 'two_rows(As[tx / 2 * 2][0])' in line [[#@LINE+5]]: the tile is passed to a function that is not followed
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    TwoRows two_rows;
    sum += two_rows(As[tx / 2 * 2][0]);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    Twice twice;
    sum += twice(As[tx][ty]);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  beyond<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
