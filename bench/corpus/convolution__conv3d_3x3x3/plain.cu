// 3-D convolution, 3 x 3 x 3: a block of 8 x 8 x 4 voxels of four output
// channels, one input channel with its halo a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static const int BX = 8, BY = 8, BZ = 4;
static const int OC = 4;

__global__ void conv3d(float *dst, const float *src, const float *kernel,
                       int in_channels, int out_channels, int depth, int height,
                       int width) {
  __shared__ float box[BZ + 2][BY + 2][BX + 2];
  __shared__ float taps[OC][27];

  const int tid = (threadIdx.z * BY + threadIdx.y) * BX + threadIdx.x;
  const int blocks_x = (width + BX - 1) / BX;
  const int x0 = blockIdx.x % blocks_x * BX, y0 = blockIdx.x / blocks_x * BY;
  const int z0 = blockIdx.y * BZ;
  const int oc = blockIdx.z * OC;
  const int plane = height * width;

  float acc[OC] = {0.f, 0.f, 0.f, 0.f};

  for (int ic = 0; ic < in_channels; ++ic) {
    const float *volume = src + (size_t)ic * depth * plane;
    for (int i = tid; i < (BZ + 2) * (BY + 2) * (BX + 2); i += BX * BY * BZ) {
      const int x = i % (BX + 2), y = i / (BX + 2) % (BY + 2);
      const int z = i / ((BX + 2) * (BY + 2));
      const int gx = x0 + x - 1, gy = y0 + y - 1, gz = z0 + z - 1;
      float value = 0.f;
      if (gx >= 0 && gx < width && gy >= 0 && gy < height && gz >= 0 &&
          gz < depth)
        value = volume[(size_t)gz * plane + gy * width + gx];
      box[z][y][x] = value;
    }
    if (tid < OC * 27) {
      const int o = tid / 27;
      taps[o][tid % 27] =
          oc + o < out_channels
              ? kernel[((size_t)(oc + o) * in_channels + ic) * 27 + tid % 27]
              : 0.f;
    }
    __syncthreads();

#pragma unroll
    for (int t = 0; t < 27; ++t) {
      const float value = box[threadIdx.z + t / 9][threadIdx.y + t / 3 % 3]
                             [threadIdx.x + t % 3];
#pragma unroll
      for (int o = 0; o < OC; ++o)
        acc[o] += value * taps[o][t];
    }
    __syncthreads();
  }

  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y, z = z0 + threadIdx.z;
  if (x < width && y < height && z < depth)
    for (int o = 0; o < OC && oc + o < out_channels; ++o)
      dst[((size_t)(oc + o) * depth + z) * plane + y * width + x] = acc[o];
}

extern "C" void launch(float *dst, const float *src, const float *kernel,
                       int in_channels, int out_channels, int depth, int height,
                       int width) {
  dim3 block(BX, BY, BZ);
  dim3 grid(((width + BX - 1) / BX) * ((height + BY - 1) / BY),
            (depth + BZ - 1) / BZ, (out_channels + OC - 1) / OC);
  conv3d<<<grid, block>>>(dst, src, kernel, in_channels, out_channels, depth,
                          height, width);
}
