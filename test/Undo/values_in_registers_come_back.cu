// What waited in registers is stored at once: also where several stores share a value,
// where a pointer moves with the load, and where a conversion stands in the store.
//
// RUN: %undo_and_run ldg,ldg-single walk --style=simple --other-text \
// RUN:   -DMORE -DKERNELS=transposed,converted
// RUN: FileCheck %s --input-file=%t.ldg.cu --match-full-lines --strict-whitespace

__global__ void transposed(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  const float *from = A;
  //      CHECK:  for (int k = 0; k < n; k += 32) {
  // CHECK-NEXT:    const float2 v = k + t < n ? make_float2(from[t], from[0]) : make_float2(0.0f, 0.0f);
  // CHECK-NEXT:    tile[0][t] = v.x;
  // CHECK-NEXT:    tile[1][31 - t] = v.y;
  // CHECK-NEXT:    from += 32;
  // CHECK-NEXT:    __syncthreads();
  for (int k = 0; k < n; k += 32) {
    const float2 v = k + t < n ? make_float2(from[t], from[0]) : make_float2(0.0f, 0.0f);
    tile[0][t] = v.x;
    tile[1][31 - t] = v.y;
    from += 32;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[0][i] * (t + 1) + tile[1][i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void converted(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = 3 * static_cast<int>(k + t < n ? A[k + t] : 0.0f);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
