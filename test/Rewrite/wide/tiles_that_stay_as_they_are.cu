// Loads that look like rows of 16 bytes and are not: copied element by element,
// with the reason. The near twin, `plain`, is widened.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --explain -o %t.cu \
// RUN:   2>&1 | FileCheck %s --implicit-check-not="'As' is"
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=plain -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=every_other -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=transposed -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=rotated -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=backwards -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=one_further -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=edge_before_the_end -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=edge_between_elements -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=masked -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=steps_of_six -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=6 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=odd_rows -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=a_row_twice -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %rewrite_and_run cpasync wide --widen=auto -DKERNEL=aligned_to_four -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8

__global__ void plain(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'plain' pipelined: cpasync in wide copies

__global__ void every_other(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + 2 * tx < K ? A[row * K + k + 2 * tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'every_other' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: {{.*}}side by side

__global__ void transposed(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[tx][ty] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'transposed' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: {{.*}}side by side

// A swizzle: element r + c of each row.
__global__ void rotated(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][(tx + ty) % 8] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'rotated' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: {{.*}}side by side

__global__ void backwards(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][7 - tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'backwards' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: {{.*}}side by side

__global__ void one_further(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx + 1 < K ? A[row * K + k + tx + 1] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'one_further' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: the rows start at addresses

// The last column is not read: K - 1 cuts a copy that K does not.
__global__ void edge_before_the_end(const float *__restrict__ A,
                                    const float *__restrict__ B,
                                    float *__restrict__ C, int M, int N,
                                    int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K - 1 ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'edge_before_the_end' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: an edge may lie

// A triangle: the edge moves from row to row.
__global__ void edge_between_elements(const float *__restrict__ A,
                                      const float *__restrict__ B,
                                      float *__restrict__ C, int M, int N,
                                      int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx <= row && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'edge_between_elements' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: an edge may lie

__global__ void masked(const float *__restrict__ A,
                       const float *__restrict__ B, float *__restrict__ C,
                       int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K && (row + tx) % 3 == 0 ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'masked' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: its addresses or guards

// The second tile starts in the middle of a copy of 16 bytes: 8 are left.
__global__ void steps_of_six(const float *__restrict__ A,
                             const float *__restrict__ B, float *__restrict__ C,
                             int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 6) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'steps_of_six' pipelined: cpasync in wide copies

__global__ void odd_rows(const float *__restrict__ A,
                         const float *__restrict__ B, float *__restrict__ C,
                         int M, int N, int K) {
  __shared__ float As[8][9];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'odd_rows' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: a row is no multiple

// Rows 0 to 3 come from the same row of A as rows 4 to 7.
__global__ void a_row_twice(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty, source = blockIdx.y * 8 + ty % 4;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = source < M && k + tx < K ? A[source * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'a_row_twice' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: its text cannot

__global__ void aligned_to_four(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(4) float As[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty;
  float sum = 0;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * (k + x + 1);
    __syncthreads();
  }
  if (row < M && blockIdx.x * 8 + tx < N)
    C[row * N + blockIdx.x * 8 + tx] = sum;
}
// CHECK: 'aligned_to_four' pipelined: cpasync, 2
// CHECK: 'As' is copied element by element: its declaration aligns
