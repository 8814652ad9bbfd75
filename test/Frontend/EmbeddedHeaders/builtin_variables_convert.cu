// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// threadIdx and its like are uint3 and dim3.

__device__ unsigned volume(uint3 v) { return v.x * v.y * v.z; }
__device__ unsigned volume3(dim3 v) { return v.x * v.y * v.z; }

__global__ void kernel(unsigned *out) {
  dim3 thread = threadIdx;
  uint3 block = blockDim;
  const dim3 grid(gridDim.x, 2);
  out[0] = volume(blockIdx) + volume(blockDim) + volume3(threadIdx) +
           volume3(grid) + thread.x + block.y + threadIdx.x % warpSize;
}
