// What moves the state needs something of the trip, or is not all that does: the
// load has none of its own.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'by_the_sum' left alone:
__global__ void by_the_sum(const float *__restrict__ A, float *__restrict__ C,
                           int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    __syncthreads();
    col += 64;
    if (sum > 4.0f) {
      col = 0;
      ++row;
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_the_tile' left alone:
__global__ void by_the_tile(const float *__restrict__ A, float *__restrict__ C,
                            int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    col += 64;
    if (tile[0] > 4.0f) {
      col = 0;
      ++row;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// What is read to move it is written.
// CHECK: K-loop in 'by_what_is_written' left alone:
__global__ void by_what_is_written(const float *__restrict__ A, int *C, int n,
                                   int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    C[i] = int(sum);
    __syncthreads();
    col += 64;
    if (C[i + 1]) {
      col = 0;
      ++row;
    }
  }
}

// It is set in front of the load, too.
// CHECK: K-loop in 'in_two_places' left alone:
__global__ void in_two_places(const float *__restrict__ A,
                              float *__restrict__ C, int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 5 == 4)
      col = row;
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    __syncthreads();
    col += 64;
    if (col == cols) {
      col = 0;
      ++row;
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_another_name' left alone:
__global__ void by_another_name(const float *__restrict__ A,
                                float *__restrict__ C, int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  int &place = col;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * place;
    __syncthreads();
    place += 64;
    if (col == cols) {
      col = 0;
      ++row;
    }
  }
  C[t] = sum;
}

// It hangs on what the compute phase has counted.
// CHECK: K-loop in 'by_a_count' left alone:
__global__ void by_a_count(const float *__restrict__ A, float *__restrict__ C,
                           int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0, found = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    if (tile[t] > 0.0f)
      ++found;
    __syncthreads();
    col += 64;
    if (col == cols + found) {
      col = 0;
      ++row;
    }
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int n, int cols) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = A[row * cols + col + t];
    __syncthreads();
    sum += tile[63 - t] * col;
    __syncthreads();
    col += 64;
    if (col == cols) {
      col = 0;
      ++row;
    }
  }
  C[t] = sum;
}
