// Heat bath of a Sherrington-Kirkpatrick glass: the probability of each spin to
// be up from the field of all others. Couplings and the spins of 32 replicas
// come in tiles of 32 x 32; 1024 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int WIDTH = 32;

__global__ void __launch_bounds__(WIDTH *WIDTH)
    heat_bath(const float *J, const signed char *spins, const float *external,
              float *up, int n, int replicas, float beta) {
  __shared__ float couplings[WIDTH][WIDTH + 1];
  __shared__ float sigma[WIDTH][WIDTH];

  const int spin = blockIdx.x * WIDTH + threadIdx.x;
  const int replica = blockIdx.y * WIDTH + threadIdx.y;
  const int row = blockIdx.x * WIDTH + threadIdx.y;

  float field = spin < n ? external[spin] : 0.0f;

  for (int j0 = 0; j0 < n; j0 += WIDTH) {
    const int j = j0 + threadIdx.x;
    // The diagonal does not couple.
    couplings[threadIdx.y][threadIdx.x] =
        row < n && j < n && row != j ? J[(size_t)row * n + j] : 0.0f;
    float s = 0.0f;
    if (replica < replicas && j < n)
      s = spins[(size_t)replica * n + j] < 0 ? -1.0f : 1.0f;
    sigma[threadIdx.y][threadIdx.x] = s;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < WIDTH; ++k)
      field += couplings[threadIdx.x][k] * sigma[threadIdx.y][k];
    __syncthreads();
  }

  if (spin < n && replica < replicas)
    up[(size_t)replica * n + spin] = 1.0f / (1.0f + __expf(-2.0f * beta * field));
}

extern "C" void launch(const float *J, const signed char *spins,
                       const float *external, float *up, int n, int replicas) {
  dim3 grid((n + WIDTH - 1) / WIDTH, (replicas + WIDTH - 1) / WIDTH);
  heat_bath<<<grid, dim3(WIDTH, WIDTH)>>>(J, spins, external, up, n, replicas,
                                          0.02f);
}
