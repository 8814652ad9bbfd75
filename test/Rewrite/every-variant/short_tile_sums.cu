// Stores are guarded by the element's place in memory, reads by the elements that
// are left: the sum of the guard is unsigned, or goes through an int; the loop
// tests at its end, or counts what is left. A function reads what it is passed.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles \
// RUN:   '-DFLOATS=n < 32 ? 128 : 4 * n'

__global__ void __launch_bounds__(64)
unsigned_sum(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const int left = n - k < 64 ? n - k : 64;
    for (int i = 0; i < left; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
sum_in_an_int(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int from = k + threadIdx.x;
    if (from < n)
      tile[threadIdx.x] = A[from];
    __syncthreads();
    const int left = k + 64 < n ? 64 : n - k;
    for (int i = 0; i < left; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
size_of_the_block(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int from = k + threadIdx.x;
    if (from < n)
      tile[threadIdx.x] = A[from];
    __syncthreads();
    const int left = min(blockDim.x, n - k);
    for (int i = 0; i < left; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The step is unsigned, so the counter need not grow.
__global__ void __launch_bounds__(64)
step_of_a_block(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += blockDim.x) {
    const int from = k + threadIdx.x;
    if (from < n)
      tile[threadIdx.x] = A[from];
    __syncthreads();
    const int left = min((int)blockDim.x, n - k);
    for (int i = 0; i < left; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
start_in_front(const float *__restrict__ A, float *__restrict__ C, int n,
               int start) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = start; k < n; k += 64) {
    const int from = threadIdx.x + (k + 8);
    if (from < n + 8)
      tile[threadIdx.x] = A[from];
    __syncthreads();
    for (int i = 0; i < 64 && k + i < n; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
test_at_the_end(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  int k = 0;
  do {
    if (k + threadIdx.x < n)
      tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const int left = n - k < 64 ? n - k : 64;
    for (int i = 0; i < left; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
    k += 64;
  } while (k < n);
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64)
what_is_left(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  while (n > 0) {
    if (threadIdx.x < n)
      tile[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < min(64, n); ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
    A += 64;
    n -= 64;
  }
  C[threadIdx.x] = sum;
}

struct alignas(8) Pair {
  float x, y[1];
};

__device__ float product(const Pair &a, const Pair &b) {
  return a.x * b.x - a.y[0] * b.y[0];
}

__global__ void __launch_bounds__(64)
read_by_a_function(const Pair *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ Pair tile[64];
  const Pair mine = A[threadIdx.x];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < min(64, n - k); ++i)
      sum += product(mine, tile[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) {
  unsigned_sum<<<1, 64>>>(A, C, 2 * n);
  sum_in_an_int<<<1, 64>>>(A, C + 64, 2 * n);
  size_of_the_block<<<1, 64>>>(A, C + 128, 2 * n);
  test_at_the_end<<<1, 64>>>(A, C + 192, 2 * n);
  // What is left is the end of A.
  what_is_left<<<1, 64>>>(n < 32 ? A : A + 2 * n, C + 256, 2 * n);
  read_by_a_function<<<1, 64>>>(reinterpret_cast<const Pair *>(A), C + 320,
                                2 * n);
  step_of_a_block<<<1, 64>>>(A, C + 384, 2 * n);
  start_in_front<<<1, 64>>>(A, C + 448, 2 * n, -8);
}
