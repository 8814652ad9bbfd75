// As planes_take_turns, but pointers go round, in a while loop.
//

#define BX 8
#define BY 4

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float slots[3][BY][BX];
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = blockIdx.y * BY + threadIdx.y;
  const int row = nx + 2, plane = row * (ny + 2);
  const bool valid = x < nx && y < ny;
  const float *source = in + (y + 1) * row + x + 1;
  float(*back)[BX] = slots[0], (*mid)[BX] = slots[1], (*front)[BX] = slots[2];

  back[threadIdx.y][threadIdx.x] = valid ? source[0] : 0.0f;
  mid[threadIdx.y][threadIdx.x] = valid ? source[plane] : 0.0f;
  source += 2 * plane;

  int left = nz;

  // The next tile, in registers.
  float next_front;

  // Loads one tile into registers.
  auto fetch_tile = [&] {
    if (valid)
      next_front = *source;
  };

  // Prologue: the first tile.
  if (left > 0)
    fetch_tile();

  while (left > 0) {
    front[threadIdx.y][threadIdx.x] = valid ? next_front : 0.0f;
    source += plane;
    left--;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (left > 0)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    float sum = 0.0f;
    for (int i = 0; i < BX; ++i)
      sum += back[threadIdx.y][i] - 2.0f * mid[threadIdx.y][i] +
             front[threadIdx.y][i];
    if (valid)
      out[((nz - 1 - left) * ny + y) * nx + x] = sum;
    __syncthreads();

    float(*oldest)[BX] = back;
    back = mid;
    mid = front;
    front = oldest;
  }
}
