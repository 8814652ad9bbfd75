// The type of indices is a template parameter, and nobody instantiates the kernel
// here: what stands in front of the brackets is the pointer all the same. Each
// thread starts at its own place; as the length is rounded up to whole rounds,
// all make as many trips.
//

#define WARPS 2

template <typename Bits, typename Index, typename Error>
__global__ void errors(const Bits *__restrict__ rows,
                       const Bits *__restrict__ columns,
                       Error *__restrict__ out, const Index width) {
  __shared__ Bits block_stages[2][32 * WARPS];
  const Index lane = threadIdx.x % 32;
  const Bits mine = rows[threadIdx.x];
  const Index padded = (width + 32 * WARPS - 1) / (32 * WARPS) * (32 * WARPS);

  Error error = 0;

  // The next tile, in registers.
  Bits next_block;

  // Loads one tile into registers.
  auto fetch_tile = [&](Index j) { next_block = (j < width) ? columns[j] : 0; };

  // Prologue: load the first tile.
  int stage = 0;
  {
    Index j = threadIdx.x;
    if (j < padded)
      fetch_tile(j);
  }

  for (Index j = threadIdx.x; j < padded; j += 32 * WARPS) {
    auto &block = block_stages[stage];
    block[threadIdx.x] = next_block;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const Index j_next = j + 32 * WARPS;
    if (j_next < padded)
      fetch_tile(j_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll
    for (Index w = 0; w < WARPS; ++w)
      error += (mine & block[w * 32 + lane]) ? Error(1) : Error(-1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[threadIdx.x] = error;
}
