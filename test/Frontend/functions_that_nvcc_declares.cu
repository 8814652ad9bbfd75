// What code calls without an include, some of it unknown to Clang's own wrapper
// around a toolkit: both header sets declare it as nvcc does.
//
// RUN: cuda-pipeline-rewrite --force --explain %s 2>&1 >/dev/null | FileCheck %s
// RUN: %if cuda-toolkit %{ %tool --cuda-headers=toolkit --force --explain %s 2>&1 >/dev/null | FileCheck %s %}

// CHECK-NOT: error:
// CHECK: remark: K-loop in 'sum' pipelined
// CHECK-NOT: error:
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += max(tile[i], 0.0f) + min(1u, 2) + __tanhf(__ldlu(&A[i]));
    __syncthreads();
  }
  __stcs(&C[threadIdx.x], sum);
  __stcg(reinterpret_cast<int4 *>(C), make_int4(0, 1, 2, 3));
}

void launch(const float *A, float *C, unsigned blocks, size_t n, double limit) {
  const float share = max(0.0f, 0.5f) + min(limit, 1.0) + min(1.0f, limit);
  if (!isfinite(share) || isnan(limit) || isinf(share))
    abort();
  srand(time(NULL));
  for (long i = min(n, 4ul); i < max(3l, 4l) + max(1ll, 2ll); ++i)
    sum<<<min(blocks, 768), 64>>>(A, C, max(1, rand()));
}
