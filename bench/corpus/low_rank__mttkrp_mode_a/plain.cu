// Matricised tensor times Khatri-Rao product: M(i, r) = sum over j and k of
// X(k, i, j) B(j, r) C(k, r). 32 i and 32 r a block, 32 of j a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int T>
__global__ void mttkrp(const float *X, const float *B, const float *C, float *M,
                       int ni, int nj, int nk, int nr) {
  __shared__ float x_tile[T][T + 1];
  __shared__ float b_tile[T][T];

  const int r = blockIdx.x * T + threadIdx.x;
  const int i0 = blockIdx.y * T;
  float result[4] = {0, 0, 0, 0};

  for (int k = 0; k < nk; k++) {
    float slice[4] = {0, 0, 0, 0};
    const float *Xk = X + (size_t)k * ni * nj;

    for (int j0 = 0; j0 < nj; j0 += T) {
#pragma unroll
      for (int s = 0; s < 4; s++) {
        const int row = threadIdx.y + 8 * s, j = j0 + threadIdx.x;
        x_tile[row][threadIdx.x] =
            i0 + row < ni && j < nj ? Xk[(size_t)(i0 + row) * nj + j] : 0.f;
        b_tile[row][threadIdx.x] =
            j0 + row < nj && r < nr ? B[(size_t)(j0 + row) * nr + r] : 0.f;
      }
      __syncthreads();
#pragma unroll
      for (int j = 0; j < T; j++) {
        const float b = b_tile[j][threadIdx.x];
#pragma unroll
        for (int s = 0; s < 4; s++)
          slice[s] += x_tile[threadIdx.y + 8 * s][j] * b;
      }
      __syncthreads();
    }
    const float c = r < nr ? C[(size_t)k * nr + r] : 0.f;
    for (int s = 0; s < 4; s++)
      result[s] += c * slice[s];
  }

  for (int s = 0; s < 4; s++)
    if (i0 + threadIdx.y + 8 * s < ni && r < nr)
      M[(size_t)(i0 + threadIdx.y + 8 * s) * nr + r] = result[s];
}

extern "C" void launch(const float *X, const float *B, const float *C, float *M,
                       int ni, int nj, int nk, int nr) {
  mttkrp<32><<<dim3((nr + 31) / 32, (ni + 31) / 32), dim3(32, 8)>>>(
      X, B, C, M, ni, nj, nk, nr);
}
