// Pointers of a thread that do not step by as much as the counter of the loop:
// copied element by element. The near twin, `twin`, is not.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 \
// RUN:   -DKERNELS=twin,starts_further,steps_by_less,steps_at_times,steps_twice,read_behind_the_step,start_moves,read_behind_the_loop,goes_on,parameter_goes_on,counts_down

// CHECK: 'twin' pipelined: cpasync in wide copies
__global__ void twin(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += 16;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// The counter starts elsewhere.
// CHECK: 'starts_further' pipelined: cpasync, 2
__global__ void starts_further(const float *__restrict__ A,
                               const float *__restrict__ B,
                               float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 16; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += 16;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// It moves by what is left, at the end.
// CHECK: 'steps_by_less' pipelined: cpasync, 2
__global__ void steps_by_less(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += min(16, K - k);
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Not in every trip.
// CHECK: 'steps_at_times' pipelined: cpasync, 2
__global__ void steps_at_times(const float *__restrict__ A,
                               const float *__restrict__ B,
                               float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K && k < 32 ? *a : 0.0f;
    if (k != 16)
      a += 16;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Twice in a trip.
// CHECK: 'steps_twice' pipelined: cpasync, 2
__global__ void steps_twice(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += 8;
    a += 8;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Where it is read, it has moved already.
// CHECK: 'read_behind_the_step' pipelined: cpasync, 2
__global__ void read_behind_the_step(const float *__restrict__ A,
                                     const float *__restrict__ B,
                                     float *__restrict__ C, int M, int N,
                                     int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  a -= 16;
  for (int k = 0; k < K; k += 16) {
    a += 16;
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// What it starts from has changed since.
// CHECK: 'start_moves' pipelined: cpasync, 2
__global__ void start_moves(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  int from = row;
  const float *a = A + from * K + tx;
  float sum = 0.0f;
  from = 0;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += 16;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  sum += from;
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// Where it ends matters.
// CHECK: 'read_behind_the_loop' pipelined: cpasync, 2
__global__ void read_behind_the_loop(const float *__restrict__ A,
                                     const float *__restrict__ B,
                                     float *__restrict__ C, int M, int N,
                                     int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? *a : 0.0f;
    a += 16;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  sum += a - A;
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// A second round goes on from where the first left it.
// CHECK: 'goes_on' pipelined: cpasync, 2
__global__ void goes_on(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const float *a = A + row * K + tx;
  float sum = 0.0f;
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < K / 32 * 16; k += 16) {
      As[ty][tx] = row < M ? *a : 0.0f;
      a += 16;
      __syncthreads();
      for (int x = 0; x < 16; ++x)
        sum += As[ty][x] * (k + x + 1);
      __syncthreads();
    }
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// A parameter does so even where it is moved in each round.
// CHECK: 'parameter_goes_on' pipelined: cpasync, 2
__global__ void parameter_goes_on(const float *__restrict__ A,
                                  const float *__restrict__ B,
                                  float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  float sum = 0.0f;
  for (int round = 0; round < 2; ++round) {
    A += round == 0 ? row * K + tx : 0;
    for (int k = 0; k < K / 32 * 16; k += 16) {
      As[ty][tx] = row < M ? *A : 0.0f;
      A += 16;
      __syncthreads();
      for (int x = 0; x < 16; ++x)
        sum += As[ty][x] * (k + x + 1);
      __syncthreads();
    }
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

// An unsigned counter below zero is large, a pointer is not.
// CHECK: 'counts_down' pipelined: cpasync, 2
__global__ void counts_down(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty;
  const int whole = K / 16 * 16, down = -int(blockDim.x);
  const float *a = A + row * K + tx + whole - 16;
  float sum = 0.0f;
  for (unsigned k = 0; k != unsigned(-whole); k += down) {
    As[ty][tx] = row < M ? *a : 0.0f;
    a += down;
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  const int col = blockIdx.x * 16 + tx;
  if (row < M && col < N)
    C[row * N + col] = sum;
}
