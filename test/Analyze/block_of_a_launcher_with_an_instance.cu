// The block is made of template parameters: in the launcher itself it has no type yet, in its
// instance it has a number.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s
// CHECK: K-loop in 'rows' pipelined: cpasync

template <int D> struct Config {
  static constexpr int Threads = D * 4;
};

template <int D>
__global__ void rows(const float *__restrict__ in, float *__restrict__ out, int tiles) {
  __shared__ float tile[D * 4];
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[threadIdx.x] = in[k * D * 4 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < D; ++i)
      sum += tile[(threadIdx.x + i) % (D * 4)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <int D> void launch(const float *in, float *out, int tiles) {
  using Sizes = Config<D>;
  const dim3 grid(8);
  const dim3 block(Sizes::Threads);
  auto kernel = rows<D>;
  kernel<<<grid, block>>>(in, out, tiles);
}

void call(const float *in, float *out, int tiles) { launch<32>(in, out, tiles); }
