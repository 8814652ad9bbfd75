// C = act(op(A) * op(B)) for all combinations of transposition, activation and
// two sizes of tiles: a template with 24 instantiations, chosen at run time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

enum class Activation { None, Relu, Gelu };

template <Activation ACT> __device__ __forceinline__ float activate(float x) {
  if constexpr (ACT == Activation::Relu)
    return fmaxf(x, 0.0f);
  if constexpr (ACT == Activation::Gelu)
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
  return x;
}

template <int BM, int BN, int BK, int TM, int TN> struct TileShape {
  static constexpr int M = BM, N = BN, K = BK, ThreadM = TM, ThreadN = TN;
  static constexpr int Threads = BM / TM * (BN / TN);
};

template <class Shape, bool TransA, bool TransB, Activation ACT>
__global__ void __launch_bounds__(Shape::Threads)
    gemm_kernel(const float *__restrict__ a, const float *__restrict__ b,
                float *__restrict__ c, int m, int n, int k) {
  __shared__ float a_s[Shape::K][Shape::M + (TransA ? 0 : 1)];
  __shared__ float b_s[Shape::K][Shape::N + (TransB ? 1 : 0)];

  const int tid = threadIdx.x;
  const int m0 = blockIdx.y * Shape::M, n0 = blockIdx.x * Shape::N;
  const int tm = tid / (Shape::N / Shape::ThreadN) * Shape::ThreadM;
  const int tn = tid % (Shape::N / Shape::ThreadN);
  constexpr int StepN = Shape::N / Shape::ThreadN;

  float acc[Shape::ThreadM][Shape::ThreadN] = {};

  for (int k0 = 0; k0 < k; k0 += Shape::K) {
#pragma unroll
    for (int e = tid; e < Shape::M * Shape::K; e += Shape::Threads) {
      const int i = TransA ? e % Shape::M : e / Shape::K;
      const int p = TransA ? e / Shape::M : e % Shape::K;
      const bool valid = m0 + i < m && k0 + p < k;
      const int at = TransA ? (k0 + p) * m + m0 + i : (m0 + i) * k + k0 + p;
      a_s[p][i] = valid ? a[at] : 0.0f;
    }
#pragma unroll
    for (int e = tid; e < Shape::N * Shape::K; e += Shape::Threads) {
      const int j = TransB ? e / Shape::K : e % Shape::N;
      const int p = TransB ? e % Shape::K : e / Shape::N;
      const bool valid = n0 + j < n && k0 + p < k;
      const int at = TransB ? (n0 + j) * k + k0 + p : (k0 + p) * n + n0 + j;
      b_s[p][j] = valid ? b[at] : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int p = 0; p < Shape::K; ++p) {
      float x[Shape::ThreadM], y[Shape::ThreadN];
#pragma unroll
      for (int i = 0; i < Shape::ThreadM; ++i)
        x[i] = a_s[p][tm + i];
#pragma unroll
      for (int j = 0; j < Shape::ThreadN; ++j)
        y[j] = b_s[p][tn + j * StepN];
#pragma unroll
      for (int i = 0; i < Shape::ThreadM; ++i)
#pragma unroll
        for (int j = 0; j < Shape::ThreadN; ++j)
          acc[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < Shape::ThreadM; ++i)
    for (int j = 0; j < Shape::ThreadN; ++j) {
      const int row = m0 + tm + i, col = n0 + tn + j * StepN;
      if (row < m && col < n)
        c[row * n + col] = activate<ACT>(acc[i][j]);
    }
}

struct Problem {
  const float *a, *b;
  float *c;
  int m, n, k;
};

template <class Shape, bool TransA, bool TransB, Activation ACT>
void run(const Problem &p) {
  dim3 grid((p.n + Shape::N - 1) / Shape::N, (p.m + Shape::M - 1) / Shape::M);
  gemm_kernel<Shape, TransA, TransB, ACT>
      <<<grid, Shape::Threads>>>(p.a, p.b, p.c, p.m, p.n, p.k);
}

template <class Shape, bool TransA, bool TransB>
void by_activation(const Problem &p, int act) {
  if (act == 0)
    run<Shape, TransA, TransB, Activation::None>(p);
  else if (act == 1)
    run<Shape, TransA, TransB, Activation::Relu>(p);
  else
    run<Shape, TransA, TransB, Activation::Gelu>(p);
}

template <class Shape> void by_layout(const Problem &p, int layout, int act) {
  switch (layout) {
  case 0:
    return by_activation<Shape, false, false>(p, act);
  case 1:
    return by_activation<Shape, false, true>(p, act);
  case 2:
    return by_activation<Shape, true, false>(p, act);
  default:
    return by_activation<Shape, true, true>(p, act);
  }
}

extern "C" void launch(const float *a, const float *b, float *c, int m, int n,
                       int k, int layout, int act) {
  const Problem p = {a, b, c, m, n, k};
  if (m >= 1024)
    by_layout<TileShape<128, 64, 16, 8, 4>>(p, layout, act);
  else
    by_layout<TileShape<32, 32, 16, 4, 2>>(p, layout, act);
}
