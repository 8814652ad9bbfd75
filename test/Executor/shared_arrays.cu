// Every way to declare shared memory: templates, nesting, unions, lambdas,
// namespaces, extern.  Each block starts with nothing written.
//
// RUN: %run_on_cpu %s %s --seeds=4 | FileCheck %s
// CHECK: no report: 2 cases x 4 seeds

#include "harness.h"

namespace inner {
struct alignas(16) Wide {
  float x, y, z, w;
};
template <typename T, int N> __device__ T rotate(T value) {
  __shared__ T ring[2][N];
  ring[1][threadIdx.x] = value;
  __syncthreads();
  return ring[1][(threadIdx.x + 1) % N];
}
extern __shared__ __align__(16) unsigned char raw[];
} // namespace inner

template <int N> __global__ void declare(const float *in, float *out) {
  extern __shared__ float dynamic[];
  __shared__ alignas(16) float first[N], second[N];
  static __shared__ inner::Wide wide[N];
  volatile __shared__ int flag;
  __shared__ union {
    float f[N];
    int i[N];
  } both;
  __shared__ half narrow[N];
  int t = threadIdx.x;
  float v = in[t];
  dynamic[t] = v;
  first[t] = second[t] = v;
  wide[t].w = v;
  both.f[t] = v;
  narrow[t] = __float2half(v);
  if (t == 0)
    flag = 1;
  __syncthreads();
  int o = N - 1 - t;
  auto inLambda = [&](int i) {
    __shared__ float hidden[N];
    hidden[i] = first[i];
    __syncthreads();
    return hidden[N - 1 - i];
  };
  float sum = dynamic[o] + second[o] + wide[o].w + both.f[o] + inLambda(t);
  {
    __shared__ float first[N];
    first[t] = 1;
    __syncthreads();
    sum += first[o] + flag;
  }
  sum += inner::rotate<int, N>(t) + inner::rotate<double, N>(0.5);
  // The namespace's array is the same dynamic memory.
  sum += reinterpret_cast<float *>(inner::raw)[t] == v;
  out[blockIdx.x * N + t] = sum + float(narrow[t]) * 0;
}

template <int N> static void runCase(cudapipe::Cases &c) {
  auto in = c.input<float>(N);
  auto out = c.output<float>(2 * N);
  CUDAPIPE_LAUNCH(declare<N>, dim3(2), dim3(N), N * sizeof(float), in, out);
  auto values = c.read(in), result = c.read(out);
  for (int i = 0; i < 2 * N; ++i) {
    int t = i % N;
    float v = values[N - 1 - t];
    float sum = v + v + v + v + v;
    sum += 2;
    sum += static_cast<float>((t + 1) % N + 0.5);
    sum += 1;
    c.require(result[i] == sum, "element " + std::to_string(i));
  }
  c.check("N=" + std::to_string(N));
}

CUDAPIPE_CASES(c) {
  runCase<32>(c);
  runCase<96>(c);
}
