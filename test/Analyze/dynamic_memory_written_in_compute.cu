// Compute stores to the memory of the tile, under another name. The twin says
// how large the block is, which shows that the pieces are apart.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
//
// Who asserts that they are apart gets it without proof:
// RUN: cuda-pipeline-rewrite --variant=ldg --assume-no-alias=rejected --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: K-loop in 'rejected' pipelined

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'rejected' left alone: {{.*}}'area' is stored after the barrier that publishes the tile; --assume-no-alias says that its pieces do not overlap{{.*}} [shared-write-in-compute]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K, int n) {
  extern __shared__ float area[];
  float *tile = area, *scores = area + n;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    tile[t] = A[k + t];
    __syncthreads();
    scores[t] = tile[n - 1 - t] * t;
    __syncthreads();
    sum += scores[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: ldg, 2 stages
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  extern __shared__ float area[];
  const int n = blockDim.x;
  float *tile = area, *scores = area + n;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += n) {
    tile[t] = A[k + t];
    __syncthreads();
    scores[t] = tile[n - 1 - t] * t;
    __syncthreads();
    sum += scores[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K, int n, int threads) {
  rejected<<<1, threads, 2 * n * sizeof(float)>>>(A, C, K, n);
  accepted<<<1, 64, 2 * 64 * sizeof(float)>>>(A, C, K);
}
