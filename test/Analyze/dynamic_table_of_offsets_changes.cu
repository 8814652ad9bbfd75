// The table of offsets is changed before the loop: what it starts with says nothing.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu
// CHECK: left alone: {{.*}} [shared-write-in-compute]

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + 256;
  int row[4] = {0, 64, 128, 192};
  float sum = 0.0f;
  row[3] += K;
  s[t] = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    x[t + 64] = A[k + t];
    x[t + 128] = A[k + t];
    x[t + 192] = A[k + t];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum += x[row[j] + (t ^ j)];
    s[t] += sum;
    __syncthreads();
  }
  C[t] = s[t];
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 320 * sizeof(float)>>>(A, C, K);
}
