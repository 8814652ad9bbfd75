// A lambda and a function load through macros, which name their argument twice,
// and macros in macros. Their text moves with what is written in the call.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DKERNEL=by_lambda
// RUN: %rewrite_and_run ldg,ldg-single walk -DKERNEL=by_function
// RUN: grep -v CHECK %t.ldg.cu | FileCheck %s

#define AT(p, i) ((p)[i] - 0.25f * (p)[i])
#define LOAD(first)                                                            \
  do {                                                                         \
    if ((first) + t < n)                                                       \
      tile[t] = AT(A, (first) + t) * 2.0f;                                     \
    else                                                                       \
      tile[t] = 0.0f;                                                          \
  } while (0)

// CHECK-LABEL: void by_lambda
// CHECK-NOT: auto load =
// CHECK: auto fetch_tile = [&](int k) {
// CHECK: AT(A, k + t)
__global__ void by_lambda(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto load = [&](int start) { LOAD(start); };
  for (int k = 0; k < n; k += 32) {
    load(k);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: void by_function
// CHECK: AT(A, k + t)
__device__ void load_scaled(float *to, const float *from, int start, int t,
                            int n) {
  const float value = start + t < n ? AT(from, start + t) * 3.0f : 0.0f;
  to[t] = value;
}
__global__ void by_function(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    load_scaled(tile, A, k, t, n);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
