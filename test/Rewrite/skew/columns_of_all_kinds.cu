// Subscripts of every kind that is understood, against the executor: bytes left
// out in the wrong place would show as a race, as poison or as another sum.
//
// RUN: %rewrite_and_run ldg,ldg-single walk_columns --pad=auto
// RUN: %golden ldg

constexpr int THREADS = 128;

// A row that is no multiple of a group; columns from 1 on and down.
__global__ void ends(const float *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ float Bs[4][137];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int r = 0; r < 4; ++r)
      for (int c = t; c < 137; c += THREADS)
        Bs[r][c] = B[(k0 + r) * 256 + c];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      sum -= Bs[k][136] * Bs[k][tx + 1] + Bs[k][127 - t];
      sum += Bs[k][(tx + 1) * 8 - 8 + (t & 7)] * 3;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Pieces of a three-dimensional tile; columns from shifts and masks.
__global__ void pieces(const float *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ float Bs[2][4][128];
  const unsigned t = threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS) {
      Bs[0][i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
      Bs[1][i / 128][i % 128 ^ 5] = B[(k0 + i / 128) * 256 + 128 + i % 128];
    }
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      auto &piece = Bs[k & 1];
      for (int j = 0; j < 8; j += 4) {
        const float4 v =
            *reinterpret_cast<const float4 *>(&piece[k][(t % 16 << 3) + j]);
        sum += v.x * 2 - v.y + v.z * 3 - v.w;
      }
      const int column = (t & 7) << 3;
      sum += piece[k][column + 7] + Bs[1][3 - k][(t & 112) + (t >> 3)];
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  ends<<<1, THREADS>>>(B, C, K);
  pieces<<<1, THREADS>>>(B, C + 128, K);
}
