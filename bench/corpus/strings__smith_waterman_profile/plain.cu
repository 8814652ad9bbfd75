// Smith-Waterman of one query against a database of short sequences, affine
// gaps: a sequence of 32 residues a thread with its row in registers; the query
// comes as a profile of scores, 32 residues a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int kAlphabet = 24;
constexpr int kLength = 32; // of a sequence of the database
constexpr int kQueryTile = 32;
constexpr int kGapOpen = 11, kGapExtend = 1;

__global__ void __launch_bounds__(128)
    sw_score(const signed char *__restrict__ profile, // query x kAlphabet
             const unsigned *__restrict__ database,   // kLength / 4 x sequences
             int *__restrict__ scores, int query_length, int sequences) {
  __shared__ int profile_tile[kQueryTile][kAlphabet];

  const int seq = blockIdx.x * blockDim.x + threadIdx.x;

  unsigned char residue[kLength];
#pragma unroll
  for (int w = 0; w < kLength / 4; ++w) {
    const unsigned word =
        seq < sequences ? database[(size_t)w * sequences + seq] : 0;
#pragma unroll
    for (int b = 0; b < 4; ++b)
      residue[w * 4 + b] = (word >> (8 * b) & 255) % kAlphabet;
  }

  int h[kLength], f[kLength];
#pragma unroll
  for (int j = 0; j < kLength; ++j) {
    h[j] = 0;
    f[j] = -kGapOpen;
  }
  int best = 0;

  for (int q0 = 0; q0 < query_length; q0 += kQueryTile) {
    const int rows = min(kQueryTile, query_length - q0);
    for (int i = threadIdx.x; i < rows * kAlphabet; i += blockDim.x)
      profile_tile[i / kAlphabet][i % kAlphabet] =
          profile[q0 * kAlphabet + i] % 12;
    __syncthreads();

    for (int q = 0; q < rows; ++q) {
      int diagonal = 0, left = 0, e = -kGapOpen;
#pragma unroll
      for (int j = 0; j < kLength; ++j) {
        f[j] = max(f[j] - kGapExtend, h[j] - kGapOpen);
        e = max(e - kGapExtend, left - kGapOpen);
        int score = diagonal + profile_tile[q][residue[j]];
        score = max(max(score, 0), max(e, f[j]));
        diagonal = h[j];
        h[j] = left = score;
        best = max(best, score);
      }
    }
    __syncthreads();
  }

  if (seq < sequences)
    scores[seq] = best;
}

extern "C" void launch(const signed char *profile, const unsigned *database,
                       int *scores, int query_length, int sequences) {
  sw_score<<<(sequences + 127) / 128, 128>>>(profile, database, scores,
                                             query_length, sequences);
}
