// What a load is asked by may be loaded itself. Where registers are short, only the
// load goes ahead: who asks does it again where it stands.
//
// RUN: %rewrite_and_run ldg-single short_tiles
// RUN: FileCheck %s <%t.ldg-single.cu

// CHECK: float next_tile[32], next_tile2[32];
// CHECK: tile[e] = k + e / 8 < n && A[i] > 0.25f ? next_tile[i] : 0.5f;
// CHECK: tile[e] = k + e / 8 < n && A[i + 9] > 0.5f ? next_tile2[i] : 0.25f;
__global__ void twice(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[128], sums[4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      const int e = i * 4 + t;
      tile[e] = k + e / 8 < n && A[i] > 0.25f ? A[1024 + k * 8 + e] : 0.5f;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (t + i + 1);
    sums[t] = sum;
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      const int e = i * 4 + t;
      tile[e] = k + e / 8 < n && A[i + 9] > 0.5f ? A[k * 8 + e] : 0.25f;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[127 - i] * sums[i % 4];
  }
  for (int c = t; c < 64; c += 4)
    C[c] = sum;
}

void launch(const float *A, float *C, int n) { twice<<<1, 4>>>(A, C, n); }
