// A stage is rounded to a multiple of 16 bytes only where every launch gives one:
// else it would become smaller.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --assume-launch-updated -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

#define START                                                                  \
  const int t = threadIdx.x;                                                   \
  float sum = 0.0f;

// CHECK-LABEL: whole_vectors(
// CHECK: stage_size = stage_size / (2 * 16) * 16 / sizeof(float);
__global__ void whole_vectors(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  START
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// 65 floats are 260 bytes.
// CHECK-LABEL: odd_size(
// CHECK: stage_size /= 2 * sizeof(float);
__global__ void odd_size(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float tile[];
  START
  for (int k = 0; k < K; k += 65) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[64 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// One launch of two gives as many bytes as it is told.
// CHECK-LABEL: size_of_an_argument(
// CHECK: stage_size /= 2 * sizeof(float);
__global__ void size_of_an_argument(const float *__restrict__ A,
                                    float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  START
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// Somebody else launches it.
// CHECK-LABEL: out_of_sight(
// CHECK: stage_size /= 2 * sizeof(float);
__global__ void out_of_sight(const float *__restrict__ A,
                             float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  START
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

void take(void *kernel);

// CHECK-LABEL: void run(
void run(const float *A, float *C, int K, int size) {
  whole_vectors<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  whole_vectors<<<1, 64, 4096>>>(A, C, K);
  odd_size<<<1, 65, 65 * sizeof(float)>>>(A, C, K);
  size_of_an_argument<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  size_of_an_argument<<<1, 64, size>>>(A, C, K);
  out_of_sight<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  take((void *)out_of_sight);
}
