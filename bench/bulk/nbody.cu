// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All bodies against all, a tile of them at a time; n is a multiple of 512.
static __global__ void nbody(const float4 *__restrict__ bodies,
                             float4 *__restrict__ out, int n) {
  __shared__ float4 tile[512];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int k = 0; k < n; k += 512) {
    for (int j = threadIdx.x; j < 512; j += blockDim.x)
      tile[j] = bodies[k + j];
    __syncthreads();
    for (int j = 0; j < 512; ++j) {
      const float dx = tile[j].x - me.x, dy = tile[j].y - me.y,
                  dz = tile[j].z - me.z;
      const float d = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float s = tile[j].w * d * d * d;
      ax += s * dx;
      ay += s * dy;
      az += s * dz;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, 0);
}

void ENTRY(const float *a, const float *b, float *out, int n, int blocks) {
  nbody<<<blocks, 128>>>(reinterpret_cast<const float4 *>(a),
                         reinterpret_cast<float4 *>(out), n);
}
