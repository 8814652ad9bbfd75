// What a pass over skipped trips, moved state or tokens takes away, or compares, is the same in
// every build: no #if and no macro that another build fills stands in it.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#ifdef MORE
#define COND k == 16 || k == 32
#define EXTRA(x) x += 1;
#define STEP 4
#define COUNT(x) unsigned char x
#else
#define COND k == 16
#define EXTRA(x)
#define STEP 3
#define COUNT(x) int x
#endif

// CHECK: K-loop in 'condition' left alone: {{.*}} [early-exit]
__global__ void condition(const float *__restrict__ A, float *__restrict__ C, int K, int odd) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (COND) {
      if (!odd)
        continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'empty_here' left alone: {{.*}} [early-exit]
__global__ void empty_here(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (k == 16) {
      EXTRA(sum)
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'as_many_here' left alone: {{.*}} [early-exit]
__global__ void as_many_here(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int m = 0;
  for (int k = 0; k < K; k += 8) {
    if (k == 16) {
      m += STEP;
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * m;
    m += 3;
    __syncthreads();
  }
  C[t] = sum + m;
}

// CHECK: K-loop in 'same_here' pipelined: cpasync
__global__ void same_here(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int m = 0;
  for (int k = 0; k < K; k += 8) {
    if (k == 16) {
      m += 3;
      continue;
    }
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * m;
    m += 3;
    __syncthreads();
  }
  C[t] = sum + m;
}

// CHECK: K-loop in 'moves_elsewhere' left alone: {{.*}} hides a use of 'col' [macro-loop]
__global__ void moves_elsewhere(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int col = 0;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[col + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (col + j);
#ifdef MORE
    if (t == 3)
      col += 8;
#endif
    col += 100;
    __syncthreads();
  }
  C[t] = sum + col;
}

// CHECK: K-loop in 'declared_elsewhere' left alone: {{.*}}the type of 'col' has no name
__global__ void declared_elsewhere(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  COUNT(col) = 0;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[col + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (col + j);
    col += 100;
    __syncthreads();
  }
  C[t] = sum + col;
}

// CHECK: K-loop in 'one_text' pipelined: cpasync
__global__ void one_text(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int col = 0;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[col + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (col + j);
    col += STEP;
    __syncthreads();
  }
  C[t] = sum + col;
}

// CHECK: K-loop in 'between_two_tests' left alone: {{.*}} [early-exit]
__global__ void between_two_tests(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (k == 8)
      continue;
    EXTRA(sum)
    if (k == 24)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
    __syncthreads();
  }
  C[t] = sum;
}
