// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// fill, load, multiply, store.

#include <mma.h>
using namespace nvcuda;

__global__ void kernel(const half *a, const half *b, float *c, int ld) {
  __shared__ __align__(32) half tile[16][24];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, &tile[0][0], 24);
  wmma::load_matrix_sync(fb, b, ld);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int t = 0; t < fc.num_elements; t++)
    fc.x[t] *= 2.0f;
  wmma::load_matrix_sync(fc, c, ld, wmma::mem_col_major);
  wmma::store_matrix_sync(c, fc, ld, wmma::mem_row_major);

  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                 wmma::row_major> ft;
  wmma::load_matrix_sync(ft, c, ld);
  for (int t = 0; t < ft.num_elements; t++)
    ft.x[t] = wmma::__float_to_tf32(ft.x[t]);
}
