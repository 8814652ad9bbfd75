// Similarity of molecules: bits in common over bits in either, 64 x 64
// molecules a block, eight words of each a trip, four trips.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace chem {

constexpr int kWords = 32; // of a fingerprint
constexpr int kStep = 8;
constexpr int kSide = 64;

struct Counts {
  int both[4][4];
  int left[4], right[4];
};

__global__ void tanimoto(const uint4 *left, const uint4 *right,
                         float *similarity, int nl, int nr) {
  __shared__ uint4 ls[kStep / 4][kSide];
  __shared__ uint4 rs[kStep / 4][kSide];

  const int tid = threadIdx.x;
  const int tx = tid % 16, ty = tid / 16;
  const int l0 = blockIdx.y * kSide, r0 = blockIdx.x * kSide;
  // Half of the threads load the left side, the others the right one.
  const bool loads_left = tid < 2 * kSide;
  const int row = tid % (2 * kSide) / 2, quad = tid % 2;
  Counts c = {};

  for (int w = 0; w < kWords / 4; w += kStep / 4) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (loads_left) {
      if (l0 + row < nl)
        v = left[(size_t)(l0 + row) * (kWords / 4) + w + quad];
      ls[quad][row] = v;
    } else {
      if (r0 + row < nr)
        v = right[(size_t)(r0 + row) * (kWords / 4) + w + quad];
      rs[quad][row] = v;
    }
    __syncthreads();

#pragma unroll
    for (int q = 0; q < kStep / 4; ++q) {
      uint4 a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = ls[q][ty + 16 * i];
        b[i] = rs[q][tx + 16 * i];
        c.left[i] += __popc(a[i].x) + __popc(a[i].y) + __popc(a[i].z) +
                     __popc(a[i].w);
        c.right[i] += __popc(b[i].x) + __popc(b[i].y) + __popc(b[i].z) +
                      __popc(b[i].w);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          c.both[i][j] += __popc(a[i].x & b[j].x) + __popc(a[i].y & b[j].y) +
                          __popc(a[i].z & b[j].z) + __popc(a[i].w & b[j].w);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int l = l0 + ty + 16 * i, r = r0 + tx + 16 * j;
      const int either = c.left[i] + c.right[j] - c.both[i][j];
      if (l < nl && r < nr)
        similarity[(size_t)l * nr + r] =
            either ? (float)c.both[i][j] / (float)either : 0.0f;
    }
}

} // namespace chem

extern "C" void launch(const unsigned *left, const unsigned *right,
                       float *similarity, int nl, int nr) {
  dim3 grid((nr + chem::kSide - 1) / chem::kSide,
            (nl + chem::kSide - 1) / chem::kSide);
  chem::tanimoto<<<grid, 256>>>(reinterpret_cast<const uint4 *>(left),
                                reinterpret_cast<const uint4 *>(right),
                                similarity, nl, nr);
}
