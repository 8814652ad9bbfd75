// Pairwise squared distances: one tile of each point set, two rows a thread.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single distance

#define IDX(i, j, ld) ((i) * (ld) + (j))
static constexpr unsigned kBlock = 16;

template <typename scalar_t>
__global__ void __launch_bounds__(128)
distance(const scalar_t* __restrict__ x, const scalar_t* __restrict__ y,
         scalar_t* __restrict__ d, unsigned nx, unsigned ny, unsigned dim) {
  __shared__ scalar_t xs[kBlock][kBlock + 1], ys[kBlock][kBlock + 1];

  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kBlock, col = blockIdx.x * kBlock;
  scalar_t acc[2] = {0, 0};

  for (unsigned k = 0; k < dim; k += kBlock) {
    for (unsigned r = ty; r < kBlock; r += 8) {
      xs[r][tx] = row + r < nx && k + tx < dim ? x[IDX(row + r, k + tx, dim)] : scalar_t(0);
      ys[r][tx] = col + r < ny && k + tx < dim ? y[IDX(col + r, k + tx, dim)] : scalar_t(0);
    }
    __syncthreads();

    for (unsigned i = 0; i < kBlock; ++i) {
      const scalar_t b = ys[tx][i];
      scalar_t diff = xs[ty][i] - b;
      acc[0] += diff * diff;
      diff = xs[ty + 8][i] - b;
      acc[1] += diff * diff;
    }
    __syncthreads();
  }

  for (unsigned r = 0; r < 2; ++r)
    if (row + ty + 8 * r < nx && col + tx < ny)
      d[IDX(row + ty + 8 * r, col + tx, ny)] = acc[r];
}

void launch(const float* x, const float* y, float* d, unsigned nx, unsigned ny,
            unsigned dim, cudaStream_t stream) {
  const dim3 grid((ny + kBlock - 1) / kBlock, (nx + kBlock - 1) / kBlock);
  distance<float><<<grid, dim3(kBlock, 8), 0, stream>>>(x, y, d, nx, ny, dim);
}
