// Approximate search with Myers' bit vectors: a read of up to 64 bases a thread,
// the text in tiles of 1024 bases, four a word; the fewest differences and where.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

#define TEXT_WORDS 256

struct MyersState {
  uint64_t vp, vn;
  int score;

  __device__ void step(uint64_t eq, int length) {
    const uint64_t x = eq | vn;
    const uint64_t d0 = ((vp + (x & vp)) ^ vp) | x;
    uint64_t hn = vp & d0;
    uint64_t hp = vn | ~(vp | d0);
    score += (int)(hp >> (length - 1) & 1) - (int)(hn >> (length - 1) & 1);
    // A match may start everywhere: no 1 is shifted in.
    hp <<= 1;
    hn <<= 1;
    vn = hp & d0;
    vp = hn | ~(hp | d0);
  }
};

__global__ void approximate_search(const uint32_t *text, int text_words,
                                   const uint64_t *masks, const int *lengths,
                                   int *distance, int *position, int reads) {
  __shared__ uint32_t text_tile[TEXT_WORDS];

  const int read = blockIdx.x * blockDim.x + threadIdx.x;
  uint64_t eq[4] = {0, 0, 0, 0};
  int length = 1;
  if (read < reads) {
    for (int base = 0; base < 4; base++)
      eq[base] = masks[(size_t)base * reads + read];
    length = lengths[read];
  }

  MyersState s;
  s.vp = ~0ull;
  s.vn = 0;
  s.score = length;
  int best = length, where = -1;

  for (int w0 = 0; w0 < text_words; w0 += TEXT_WORDS) {
    for (int i = threadIdx.x; i < TEXT_WORDS; i += blockDim.x)
      if (w0 + i < text_words)
        text_tile[i] = text[w0 + i];
    __syncthreads();

    const int words = min(TEXT_WORDS, text_words - w0);
    for (int i = 0; i < words; i++) {
      const uint32_t four = text_tile[i];
#pragma unroll
      for (int b = 0; b < 4; b++) {
        const uint32_t base = four >> (8 * b);
        const uint64_t low = base & 1 ? eq[1] : eq[0];
        const uint64_t high = base & 1 ? eq[3] : eq[2];
        s.step(base & 2 ? high : low, length);
        if (s.score < best) {
          best = s.score;
          where = (w0 + i) * 4 + b;
        }
      }
    }
    __syncthreads();
  }

  if (read < reads) {
    distance[read] = best;
    position[read] = where;
  }
}

extern "C" void launch(const uint32_t *text, const uint64_t *masks,
                       const int *lengths, int *distance, int *position,
                       int text_words, int reads) {
  approximate_search<<<(reads + 95) / 96, 96>>>(
      text, text_words, masks, lengths, distance, position, reads);
}
