// Blocked Floyd-Warshall, the update of all blocks by a panel of pivots that
// have been solved: integer distances and the next hop; 32 x 32 a block of 512
// threads, two rows a thread, tiles of 32 pivots.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const int BLOCK_SIZE = 32;
const int HALF_BLOCK = BLOCK_SIZE / 2;

__device__ __forceinline__ void relax(int &dist, int &via, int d, int k) {
  if (d < dist) {
    dist = d;
    via = k;
  }
}

__global__ void __launch_bounds__(BLOCK_SIZE *HALF_BLOCK)
    fw_update_by_panel(const int *dist_in, const int *next_in, int *dist_out,
                       int *next_out, int n, int first_pivot, int pivots) {
  __shared__ int column_panel[BLOCK_SIZE][BLOCK_SIZE + 1]; // rows x pivots
  __shared__ int row_panel[BLOCK_SIZE][BLOCK_SIZE + 1];    // pivots x columns

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int j = blockIdx.x * BLOCK_SIZE + tx;
  const int i0 = blockIdx.y * BLOCK_SIZE + ty, i1 = i0 + HALF_BLOCK;

  int d0 = dist_in[i0 * n + j], d1 = dist_in[i1 * n + j];
  int via0 = -1, via1 = -1;

  for (int p = first_pivot; p < first_pivot + pivots; p += BLOCK_SIZE) {
    column_panel[ty][tx] = dist_in[i0 * n + p + tx];
    column_panel[ty + HALF_BLOCK][tx] = dist_in[i1 * n + p + tx];
    row_panel[ty][tx] = dist_in[(p + ty) * n + j];
    row_panel[ty + HALF_BLOCK][tx] = dist_in[(p + ty + HALF_BLOCK) * n + j];
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < BLOCK_SIZE; ++k) {
      relax(d0, via0, column_panel[ty][k] + row_panel[k][tx], p + k);
      relax(d1, via1, column_panel[ty + HALF_BLOCK][k] + row_panel[k][tx],
            p + k);
    }
    __syncthreads();
  }

  dist_out[i0 * n + j] = d0;
  dist_out[i1 * n + j] = d1;
  next_out[i0 * n + j] = next_in[i0 * n + (via0 < 0 ? j : via0)];
  next_out[i1 * n + j] = next_in[i1 * n + (via1 < 0 ? j : via1)];
}

extern "C" void launch(const int *dist_in, const int *next_in, int *dist_out,
                       int *next_out, int n, int first_pivot, int pivots) {
  dim3 block(BLOCK_SIZE, HALF_BLOCK);
  dim3 grid(n / BLOCK_SIZE, n / BLOCK_SIZE);
  fw_update_by_panel<<<grid, block>>>(dist_in, next_in, dist_out, next_out, n,
                                      first_pivot, pivots);
}
