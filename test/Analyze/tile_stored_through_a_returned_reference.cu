// A function returns a reference to the element that is stored, from a loop that looks
// for it: no expression names it. The one that is an expression stands at the store.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

struct Found {
  float data[64];
  __device__ float &operator()(int i) {
    for (int j = 0; j < 63; ++j)
      if (j == i)
        return data[j];
    return data[63];
  }
};

struct Tile {
  float data[64];
  __device__ float &operator()(int i) { return data[i]; }
};

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'rejected' left alone: {{.*}} 'tile' is stored through a reference that 'tile(t)' returns; name the element [unsupported-statement]
// CHECK-NEXT: :[[#@LINE + 7]]:5: note: here
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ Found tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile(t) = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile(i) * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ Tile tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile(t) = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile(i) * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
