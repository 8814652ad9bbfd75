// wmma against a naive product, in every type and layout.
//
// RUN: %run_on_cpu %s %s --seeds=2 | FileCheck %s
// CHECK: no report: 8 cases x 2 seeds

#include "harness.h"
#include <mma.h>

using namespace nvcuda;

template <int M, int N, int K, typename T, typename Acc, typename LayoutA,
          typename LayoutB, typename Element>
__global__ void product(const Element *a, const Element *b, Acc *c) {
  constexpr bool rowA = std::is_same<LayoutA, wmma::row_major>::value;
  constexpr bool rowB = std::is_same<LayoutB, wmma::row_major>::value;
  __shared__ alignas(32) Element staged[M * K];
  for (int i = threadIdx.x; i < M * K; i += 32)
    staged[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> left;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> right;
  wmma::fragment<wmma::accumulator, M, N, K, Acc> sum;
  wmma::fill_fragment(sum, Acc(1.0f));
  wmma::load_matrix_sync(left, staged, rowA ? K : M);
  wmma::load_matrix_sync(right, b, rowB ? N : K);
  wmma::mma_sync(sum, left, right, sum);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(c, sum, N, wmma::mem_row_major);
}

template <int M, int N, int K, typename T, typename Acc, typename LayoutA,
          typename LayoutB>
static void checkProduct(cudapipe::Cases &c, const std::string &name) {
  using Element = typename wmma::fragment<wmma::matrix_a, M, N, K, T,
                                          LayoutA>::storage_element_type;
  // Small integers: every type computes them exactly.
  std::vector<Element> left, right;
  for (int i = 0; i < M * K; ++i)
    left.push_back(static_cast<Element>(float(c.integer(0, 7))));
  for (int i = 0; i < K * N; ++i)
    right.push_back(static_cast<Element>(float(c.integer(0, 7))));
  auto a = c.input(left), b = c.input(right);
  auto d = c.output<Acc>(M * N);
  CUDAPIPE_LAUNCH((product<M, N, K, T, Acc, LayoutA, LayoutB, Element>),
                  dim3(1), dim3(32), 0, a, b, d);
  auto result = c.read(d);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 1;
      for (int k = 0; k < K; ++k)
        sum += double(left[std::is_same<LayoutA, wmma::row_major>::value
                               ? i * K + k
                               : k * M + i]) *
               double(right[std::is_same<LayoutB, wmma::row_major>::value
                                ? k * N + j
                                : j * K + k]);
      c.require(double(result[i * N + j]) == 2 * sum, name);
    }
  c.check(name);
}

CUDAPIPE_CASES(c) {
  using row = wmma::row_major;
  using col = wmma::col_major;
  checkProduct<16, 16, 16, half, float, row, row>(c, "half to float");
  checkProduct<16, 16, 16, half, half, row, col>(c, "half to half");
  checkProduct<32, 8, 16, half, float, col, row>(c, "half 32x8x16");
  checkProduct<16, 16, 16, __nv_bfloat16, float, col, col>(c, "bfloat16");
  checkProduct<16, 16, 16, signed char, int, row, col>(c, "int8");
  checkProduct<8, 32, 16, unsigned char, int, row, row>(c, "uint8 8x32x16");
  checkProduct<16, 16, 8, wmma::precision::tf32, float, row, col>(c, "tf32");
  checkProduct<8, 8, 4, double, double, row, col>(c, "double");
}
