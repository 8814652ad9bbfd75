// A wide copy moves text: of a definition from in front of the loop to where the
// copy is made, of a size to the test in front of the loop. What the text names
// there must be what it named here, and no counter of the copy may hide it.
//
// RUN: %rewrite_and_run cpasync wide_names --widen=auto
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --stages=2 -o %t.cu
// RUN: grep -v TEXT %t.cu | FileCheck --check-prefix=TEXT %s

// A counter has the name of the constant that a definition hangs on.
//
// TEXT-LABEL: counter_hides(
// TEXT: const int [[ROW:[a-z0-9]+]] = t / 8, col = t % 8 * 4;
// TEXT-NEXT: const int load_start = [[ROW]] * K + c;
__global__ void __launch_bounds__(64)
    counter_hides(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x, c = K * 4;
  const int start = t / 32 * K + c;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int c = t % 32; c < 32; c += 32)
      tile[t / 32][c] = A[start + k + c];
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum + c;
}

// The loop declares a variable of the name that a definition hangs on.
//
// TEXT-LABEL: body_hides(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    body_hides(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x, n = K * 4;
  const int start = t / 32 * K + n;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const int n = k * 2;
    tile[t / 32][t % 32] = A[start + t % 32 + n];
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum + n;
}

// Two definitions of one name.
//
// TEXT-LABEL: two_of_a_name(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    two_of_a_name(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  const int row = t / 32 * K;
  const int start = row + 4;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    {
      const int row = t / 32 * K + k;
      tile[t / 32][t % 32] = A[start + row + t % 32];
    }
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// The thread's number has the name of a counter of the copies.
//
// TEXT-LABEL: thread_is_hidden(
// TEXT: const int {{[a-z0-9]+}} = (y + t) / 8, col = (y + t) % 8 * 4;
__global__ void __launch_bounds__(64)
    thread_is_hidden(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int y = t; y < 64; y += 64)
      for (int t = 0; t < 8; ++t)
        tile[y / 4][y % 4 * 8 + t] = A[y / 4 * 128 + k + y % 4 * 8 + t];
    __syncthreads();
    sum += tile[t % 16][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// In front of the loop other variables have the names of what is tested.
//
// TEXT-LABEL: test_is_hidden(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    test_is_hidden(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  const float *const source = A + 1;
  const int pitch = K + 1;
  float sum = 0.0f;
  {
    const float *A = C;
    const int K = 96;
    for (int k = 0; k < K; k += 32) {
      tile[t / 32][t % 32] = source[t / 32 * pitch + k + t % 32];
      __syncthreads();
      sum += tile[t % 2][t / 2];
      __syncthreads();
    }
    sum += A[0];
  }
  __syncthreads();
  C[t] = sum;
}

// The size of a block has a name in the loop only.
//
// TEXT-LABEL: size_is_inside(
// TEXT: blockDim.x == 64
__global__ void size_is_inside(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const int threads = 64;
    for (int i = t; i < 512; i += threads)
      tile[i / 32][i % 32] = A[i / 32 * 128 + k + i % 32];
    __syncthreads();
    sum += tile[t % 16][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// The tile's sizes have other values in the loop.
//
// TEXT-LABEL: extent_is_hidden(
// TEXT: for (int i = 0; i < 128; i += 64) {
__global__ void __launch_bounds__(64)
    extent_is_hidden(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Rows = 16, Columns = 32;
  __shared__ float tile[Rows][Columns];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    constexpr int Columns = 64;
    for (int i = t; i < 512; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * (2 * Columns) + k + i % 32];
    __syncthreads();
    sum += tile[t % 16][t / 2] * Columns;
    __syncthreads();
  }
  C[t] = sum;
}

// A pointer that only the loop around the copy knows is set for the copy.
//
// TEXT-LABEL: pointer_is_inside(
// TEXT:      const int r = t / 8, col = t % 8 * 4;
// TEXT-NEXT: const float *source = A + k;
// TEXT-NEXT: __pipeline_memcpy_async(&tile[r][col], &source[r * K + col], 16);
__global__ void __launch_bounds__(64)
    pointer_is_inside(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int r = 0; r < 2; ++r) {
      const float *source = A + k;
      if (t < 32)
        tile[r][t] = source[r * K + t];
    }
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// ... and one that the K-loop knows.
//
// TEXT-LABEL: pointer_of_the_loop(
// TEXT: wide_copies
__global__ void __launch_bounds__(64)
    pointer_of_the_loop(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const float *source = A + k;
    for (int r = 0; r < 2; ++r)
      if (t < 32)
        tile[r][t] = source[r * K + t];
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// A definition of the loop, which reads what moves before the copy is made.
//
// TEXT-LABEL: definition_is_late(
// TEXT-NOT: wide_copies
__global__ void __launch_bounds__(64)
    definition_is_late(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  int first = 4;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const int start = t / 32 * K + first;
    first += 32;
    tile[t / 32][t % 32] = A[start + t % 32];
    __syncthreads();
    sum += tile[t % 2][t / 2];
    __syncthreads();
  }
  C[t] = sum;
}

// What is the same for all threads, and known to the loop around the copy only,
// is defined anew.
//
// TEXT-LABEL: constant_is_inside(
// TEXT: const int start = 2 * twice;
// TEXT-NEXT: __pipeline_memcpy_async(&tile[r][c], &A[r * K + start + c], 16);
__global__ void __launch_bounds__(64)
    constant_is_inside(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[16][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    const int twice = 2 * k;
    for (int i = t; i < 512; i += 64) {
      const int r = i / 32, c = i % 32, start = 2 * twice;
      tile[r][c] = A[r * K + start + c];
    }
    __syncthreads();
    sum += tile[t % 16][t / 2] * twice;
    __syncthreads();
  }
  C[t] = sum;
}
