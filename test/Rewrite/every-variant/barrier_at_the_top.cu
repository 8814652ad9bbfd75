// barrier, load, barrier, compute: the first barrier protects the tile from the
// loads of the next trip.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED
// RUN: %golden cpasync
// RUN: %golden ldg-single

constexpr int BS = 16;

__global__ __launch_bounds__(BS *BS) void gemm(const float *__restrict__ a,
                                               const float *__restrict__ b,
                                               float *__restrict__ c, int m,
                                               int n, int k) {
  __shared__ float a_tile[BS][BS];
  __shared__ float b_tile[BS][BS];

  int i = blockIdx.y * BS + threadIdx.y;
  int j = blockIdx.x * BS + threadIdx.x;
  float value = 0.0f;

  for (int kk = 0; kk < k; kk += BS) {
    __syncthreads();  // everybody is done with the previous tile

    if (i < m && kk + threadIdx.x < k) {
      a_tile[threadIdx.y][threadIdx.x] = a[i * k + kk + threadIdx.x];
    } else {
      a_tile[threadIdx.y][threadIdx.x] = 0.0f;
    }
    if (kk + threadIdx.y < k && j < n) {
      b_tile[threadIdx.y][threadIdx.x] = b[(kk + threadIdx.y) * n + j];
    } else {
      b_tile[threadIdx.y][threadIdx.x] = 0.0f;
    }

    __syncthreads();  // the tiles are complete

    for (int l = 0; l < BS; ++l) {
      value += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
    }
  }

  if (i < m && j < n) {
    c[i * n + j] = value;
  }
}
