// Bodies of 16 bytes, of which threads copy one each: such elements need no wide copies, and
// a bulk copy brings them all. Nothing has to be tested: float4 is aligned.
//
// RUN: %rewrite_and_run bulk2,bulk3 chunks --widen=auto -DCHUNK=128 -DTHREADS=32 -DWHOLE -DALIGNED
// RUN: FileCheck %s --input-file=%t.bulk3.cu
// CHECK: auto load_tile = [&](int stage, int k) {
// CHECK-NEXT: auto &tile = tile_stages[stage];
// CHECK-NEXT: if (threadIdx.x == 0) {

static __global__ void forces(const float4 *__restrict__ bodies, float *__restrict__ out,
                       int n) {
  __shared__ float4 tile[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = bodies[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i].x * tile[i].w - tile[i].y + tile[i].z;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

inline void run(const float *a, const float *b, float *out, int n) {
  forces<<<1, 32>>>(reinterpret_cast<const float4 *>(a), out, n / 4);
}
