// Brute-force matching of binary descriptors of 256 bits: the best and the
// second best train descriptor of each query.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

constexpr int WORDS = 8;
constexpr int BLOCK = 128;
constexpr int TILE = 64;

__global__ void __launch_bounds__(BLOCK)
    match(const uint4 *__restrict__ query, const uint4 *__restrict__ train,
          int2 *__restrict__ best, int *__restrict__ index, int queries,
          int trains) {
  __shared__ uint4 tile[TILE * WORDS / 4];

  const int q = blockIdx.x * BLOCK + threadIdx.x;
  uint4 lo = make_uint4(0, 0, 0, 0), hi = lo;
  if (q < queries) {
    lo = query[q * 2];
    hi = query[q * 2 + 1];
  }
  int first = 257, second = 257, where = -1;

  for (int t0 = 0; t0 < trains; t0 += TILE) {
    // One uint4 a thread: half a descriptor.
    const int at = t0 * 2 + threadIdx.x;
    tile[threadIdx.x] =
        at < trains * 2 ? train[at] : make_uint4(~0u, ~0u, ~0u, ~0u);
    __syncthreads();

    const int stop = trains - t0 < TILE ? trains - t0 : TILE;
    for (int t = 0; t < stop; ++t) {
      const uint4 a = tile[2 * t], b = tile[2 * t + 1];
      int d = __popc(a.x ^ lo.x) + __popc(a.y ^ lo.y) + __popc(a.z ^ lo.z) +
              __popc(a.w ^ lo.w);
      d += __popc(b.x ^ hi.x) + __popc(b.y ^ hi.y) + __popc(b.z ^ hi.z) +
           __popc(b.w ^ hi.w);
      if (d < first) {
        second = first;
        first = d;
        where = t0 + t;
      } else if (d < second) {
        second = d;
      }
    }
    __syncthreads();
  }

  if (q < queries) {
    best[q] = make_int2(first, second);
    index[q] = where;
  }
}

extern "C" void launch(const uint4 *query, const uint4 *train, int2 *best,
                       int *index, int queries, int trains) {
  match<<<(queries + BLOCK - 1) / BLOCK, BLOCK>>>(query, train, best, index,
                                                  queries, trains);
}
