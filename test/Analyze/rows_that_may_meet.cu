// Where columns may reach into the next row, a thread may store an element
// twice.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
  sum += tile[i] * t
#define KERNEL(NAME)                                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ out,   \
                       int n, int pitch, int width)
#define FRONT                                                                  \
  const int t = threadIdx.x, tx = t % 4, ty = t / 4;                           \
  float sum = 0.0f

// CHECK: 'below_the_pitch' pipelined: cpasync
KERNEL(below_the_pitch) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j < pitch; j += 4)
        tile[i * pitch + j] = A[k * 64 + i * pitch + j];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'up_to_the_pitch' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(up_to_the_pitch) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j <= pitch; j += 4)
        tile[i * pitch + j] = A[k * 64 + i * pitch + j];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'below_another_number' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(below_another_number) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j < width; j += 4)
        tile[i * pitch + j] = A[k * 64 + i * pitch + j];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'from_a_negative_number' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(from_a_negative_number) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty + 1; i < 8; i += 8)
      for (int j = tx - 4; j < pitch; j += 4)
        tile[i * pitch + j] = A[k * 64 + i * pitch + j + 4];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'down_from_the_pitch' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(down_from_the_pitch) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j < pitch; j -= 4)
        tile[i * pitch + j + 32] = A[k * 64 + i * pitch + j + 32];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'rows_move_with_the_column' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(rows_move_with_the_column) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j < pitch; j += 4)
        tile[(8 - j + i) * pitch + j] = A[k * 64 + i * pitch + j];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'row_is_added_to_the_column' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(row_is_added_to_the_column) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8)
      for (int j = tx; j < pitch; j += 4)
        tile[i * pitch + j + i] = A[k * 64 + i * pitch + j];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: 'pitch_changes' left alone: {{.*}}a thread may store one element of the tile twice
KERNEL(pitch_changes) {
  __shared__ float tile[64];
  FRONT;
  for (int k = 0; k < n; ++k) {
    for (int i = ty; i < 8; i += 8) {
      const int of_row = 16 - i;
      for (int j = tx; j < of_row; j += 4)
        tile[i * of_row + j] = A[k * 64 + j];
    }
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}
