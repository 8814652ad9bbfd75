// Blocks are what launches say: as variables, as constants, in host templates as their
// instances have it, and by what the kernel is passed.
//
// RUN: cuda-pipeline-check %s | FileCheck %s

template <int SIDE> __global__ void square(const float *in, float *out) {
  __shared__ float tile[SIDE][SIDE];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * SIDE + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <int SIDE> void launch(const float *in, float *out) {
  dim3 block(SIDE, SIDE);
  square<SIDE><<<1, block>>>(in, out);
}
// CHECK: CLEAN: 'square<8>' with blocks of 8x8:
// CHECK: CLEAN: 'square<24>' with blocks of 24x24:

__global__ void row(const float *in, float *out) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[blockDim.x - 1 - t];
}
// CHECK: CLEAN: 'row' with blocks of 200:

constexpr int Warps = 5;
void run(const float *in, float *out) {
  launch<8>(in, out);
  launch<24>(in, out);
  const int threads = Warps * 40;
  row<<<4, threads, threads * sizeof(float)>>>(in, out);
}
