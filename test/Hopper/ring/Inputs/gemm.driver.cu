// Products of 64x64x64 tiles of bfloat16 by wgmma, with a product in plain C++; the last tile of K may be cut.
#include "harness.h"
#include KERNEL_FILE
#include <cmath>

static CUtensorMap mapOf(cudapipe::Cases &c, bf16 *x, int rows, int columns) {
  CUtensorMap map;
  const cuuint64_t size[2] = {cuuint64_t(columns), cuuint64_t(rows)}, stride[1] = {cuuint64_t(columns) * 2};
  const cuuint32_t box[2] = {64, 64}, one[2] = {1, 1};
  c.require(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, x, size, stride, box, one,
                                   CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS,
            "the tensor map is no map");
  return map;
}

CUDAPIPE_CASES(c) {
  for (int K : {0, 64, 128, 136, 192, 256, 320}) {
    const int M = 64, N = 128, columns = K ? K : 64;
    std::vector<bf16> left, right;
    for (int i = 0; i < M * columns; ++i)
      left.push_back(__float2bfloat16(c.integer(-4, 4)));
    for (int i = 0; i < N * columns; ++i)
      right.push_back(__float2bfloat16(c.integer(-4, 4)));
    auto A = c.input(left, "A"), B = c.input(right, "B");
    auto C = c.output<float>(M * N, "C");
    run(C, M, N, K, mapOf(c, A, M, columns), mapOf(c, B, N, columns));
    const auto is = c.read(C);
    bool same = true;
    for (int m = 0; m < M; ++m)
      for (int n = 0; n < N; ++n) {
        float sum = 0;
        for (int k = 0; k < K; ++k)
          sum += __bfloat162float(left[m * columns + k]) * __bfloat162float(right[n * columns + k]);
        same &= is[m * N + n] == sum;
      }
    c.require(same, "the product of K=" + std::to_string(K));
    c.check("K=" + std::to_string(K));
  }
}
