// Boxes of 32 x 32 floats; the last may stand over the edge of the tensor.
#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 32, 64, 96, 100, 128, 160, 288}) {
    const int columns = K ? K : 32;
    auto x = c.input<float>(32 * columns);
    auto out = c.output<float>(64);
    CUtensorMap map;
    const cuuint64_t size[2] = {cuuint64_t(columns), 32}, stride[1] = {cuuint64_t(columns) * 4};
    const cuuint32_t box[2] = {32, 32}, one[2] = {1, 1};
    c.require(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, x.ptr(), size, stride, box, one,
                                     CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                     CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                     CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS,
              "the tensor map is no map");
    CUDAPIPE_LAUNCH(boxes, dim3(1), dim3(64), 0, map, out.ptr(), K);
    c.check("K=" + std::to_string(K));
  }
}
