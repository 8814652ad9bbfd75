// What the loop left in dynamic memory is read by a condition, or in another
// branch, of a later round: one buffer has the last tile, of two nobody knows
// which.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck --check-prefix=WHY %s
// WHY: 'trap' left alone: {{.*}}'area' is used around the loop, which runs more than once
// WHY: 'in_the_increment' left alone: {{.*}}'area' is used around the loop
// WHY: 'in_the_other_branch' left alone: {{.*}}'area' is used around the loop
// WHY: 'of_something_else' pipelined: cpasync

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 4; ++r) {
    if (r == 0 || area[5] < 0.5f) {
      __syncthreads();
      for (int k = 0; k < K; k += 8) {
        area[t] = A[k * 8 + t + r];
        __syncthreads();
        sum += area[63 - t];
        __syncthreads();
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void in_the_increment(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 4; sum += area[5], ++r) {
    __syncthreads();
    for (int k = 0; k < K; k += 8) {
      area[t] = A[k * 8 + t + r];
      __syncthreads();
      sum += area[63 - t];
      __syncthreads();
    }
  }
  C[t] = sum;
}

__global__ void in_the_other_branch(const float *__restrict__ A,
                                    float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 4; ++r) {
    if (r & 1) {
      sum += area[t ^ 1];
      __syncthreads();
    } else {
      for (int k = 0; k < K; k += 8) {
        area[t] = A[k * 8 + t + r];
        __syncthreads();
        sum += area[63 - t];
        __syncthreads();
      }
    }
  }
  C[t] = sum;
}

__global__ void of_something_else(const float *__restrict__ A,
                                  float *__restrict__ C, int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 4; ++r) {
    if (r == 0 || A[r] < 0.5f) {
      for (int k = 0; k < K; k += 8) {
        area[t] = A[k * 8 + t + r];
        __syncthreads();
        sum += area[63 - t];
        __syncthreads();
      }
    }
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  in_the_increment<<<1, 64, 64 * sizeof(float)>>>(A, C, 0);
  in_the_other_branch<<<1, 64, 64 * sizeof(float)>>>(A, C, 0);
  of_something_else<<<1, 64, 64 * sizeof(float)>>>(A, C, 0);
}
