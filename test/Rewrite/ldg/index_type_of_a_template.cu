// The type of indices is a template parameter, and nobody instantiates the kernel
// here: what stands in front of the brackets is the pointer all the same. Each
// thread starts at its own place; as the length is rounded up to whole rounds,
// all make as many trips.
//
// RUN: %rewrite_and_run ldg,ldg-single errors
// RUN: %golden ldg

#define WARPS 2

template <typename Bits, typename Index, typename Error>
__global__ void errors(const Bits *__restrict__ rows,
                       const Bits *__restrict__ columns,
                       Error *__restrict__ out, const Index width) {
  __shared__ Bits block[32 * WARPS];
  const Index lane = threadIdx.x % 32;
  const Bits mine = rows[threadIdx.x];
  const Index padded = (width + 32 * WARPS - 1) / (32 * WARPS) * (32 * WARPS);

  Error error = 0;
  for (Index j = threadIdx.x; j < padded; j += 32 * WARPS) {
    block[threadIdx.x] = (j < width) ? columns[j] : 0;
    __syncthreads();

#pragma unroll
    for (Index w = 0; w < WARPS; ++w)
      error += (mine & block[w * 32 + lane]) ? Error(1) : Error(-1);
    __syncthreads();
  }
  out[threadIdx.x] = error;
}
