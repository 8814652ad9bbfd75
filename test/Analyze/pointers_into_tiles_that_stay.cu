// Pointers into static tiles stay in front of the loop where they may say something else
// in it, or are in use beside it: then there is one tile. The near twin is 'plain'.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s --implicit-check-not=pipelined

// CHECK: K-loop in 'plain' pipelined: ldg, 2 stages
// CHECK: K-loop in 'beside_another' pipelined: ldg, 2 stages
__global__ void __launch_bounds__(64) plain(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) beside_another(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[129];
  const float *row = tile + 64, *second = row + 1;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    sum += second[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'used_behind' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) used_behind(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum + row[0];
}

// CHECK: K-loop in 'found_in_memory' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) found_in_memory(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + (int)C[threadIdx.x] % 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    C[threadIdx.x] = k;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'that_moved' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) that_moved(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  int at = 0;
  const float *row = tile + at;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    at = k % 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'that_moves' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) that_moves(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + 0;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    row = tile + k % 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'of_another_k' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) of_another_k(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  int k = 1;
  const float *row = tile + k;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_a_new_macro' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) by_a_new_macro(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
#define AT 0
  const float *row = tile + AT;
#undef AT
#define AT 64
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'used_in_another_build' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) used_in_another_build(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
#ifdef DEBUG
  C[0] = row[1];
#endif
  sum = 0;
}

// CHECK: K-loop in 'by_its_line' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) by_its_line(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + __LINE__ % 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_the_clock' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) by_the_clock(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + clock() % 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ double *row;

// CHECK: K-loop in 'named_in_a_type' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) named_in_a_type(const float *__restrict__ A, float *C, int n) {
  __shared__ float tile[128];
  const float *row = tile + 64;
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  decltype(row) none = nullptr;
  C[threadIdx.x] = sum + sizeof(*none);
}

constexpr int count = 4;
template <int N> __device__ int number() { return N; }

// CHECK: K-loop in 'named_in_a_template' left alone: {{.*}}[tile-used-outside-loop]
__global__ void __launch_bounds__(64) named_in_a_template(const int *__restrict__ A, int *C, int n) {
  __shared__ int tile[128];
  const int *row = tile + 64, count = 64;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    tile[threadIdx.x + 64] = A[k * 64 + threadIdx.x] * 2;
    __syncthreads();
    for (int i = 0; i < count; ++i)
      sum += row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum + number<count>();
}
