// Spelling: the nearest word of a dictionary for each query, by edit distance.
// Words have up to 12 letters; a query a thread, 64 words of the dictionary a
// tile, as one uint4 each (twelve letters and the length).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

namespace spelling {

enum { kLetters = 12, kWords = 64, kThreads = 64 };

struct Query {
  unsigned letters[3];
  int length;

  __device__ unsigned letter(int i) const {
    return letters[i / 4] >> (8 * (i % 4)) & 31;
  }
};

__device__ int length_of(unsigned packed) { return 1 + packed % kLetters; }

__device__ int edit_distance(const Query &query, const uint4 &word) {
  int row[kLetters + 1];
#pragma unroll
  for (int j = 0; j <= kLetters; ++j)
    row[j] = j;

  const int length = length_of(word.w);
  for (int i = 0; i < length; ++i) {
    const unsigned four = i < 4 ? word.x : i < 8 ? word.y : word.z;
    const unsigned letter = four >> (8 * (i % 4)) & 31;
    int diagonal = i;
    row[0] = i + 1;
#pragma unroll
    for (int j = 0; j < kLetters; ++j) {
      const int substituted = diagonal + (query.letter(j) != letter);
      diagonal = row[j + 1];
      row[j + 1] = min(substituted, min(row[j], row[j + 1]) + 1);
    }
  }
  int distance = row[0];
#pragma unroll
  for (int j = 1; j <= kLetters; ++j)
    if (j == query.length)
      distance = row[j];
  return distance;
}

__global__ void nearest_words(const uint4 *queries, const uint4 *dictionary,
                              int2 *nearest, int n_queries, int n_words) {
  __shared__ uint4 words[kWords];

  const int id = blockIdx.x * kThreads + threadIdx.x;
  Query query = {{0, 0, 0}, 1};
  if (id < n_queries) {
    const uint4 packed = queries[id];
    query = {{packed.x, packed.y, packed.z}, length_of(packed.w)};
  }
  int best = 1000, best_word = -1;

  for (int base = 0; base < n_words; base += kWords) {
    if (base + threadIdx.x < n_words)
      words[threadIdx.x] = dictionary[base + threadIdx.x];
    __syncthreads();

    const int count = min((int)kWords, n_words - base);
    for (int w = 0; w < count; ++w) {
      const int distance = edit_distance(query, words[w]);
      if (distance < best) {
        best = distance;
        best_word = base + w;
      }
    }
    __syncthreads();
  }

  if (id < n_queries)
    nearest[id] = make_int2(best_word, best);
}

} // namespace spelling

extern "C" void launch(const uint4 *queries, const uint4 *dictionary,
                       int2 *nearest, int n_queries, int n_words) {
  using namespace spelling;
  nearest_words<<<(n_queries + kThreads - 1) / kThreads, kThreads>>>(
      queries, dictionary, nearest, n_queries, n_words);
}
