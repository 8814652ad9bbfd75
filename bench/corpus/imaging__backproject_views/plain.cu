// Filtered back projection, the second half: for 16 views at a time the
// direction and the piece of the view that falls on a block's 16 x 16 pixels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace ct {

constexpr int kSide = 16;  // pixels of a block
constexpr int kViews = 16; // a trip
constexpr int kPiece = 40; // detectors: two diagonals of the block and more

struct Geometry {
  int side, views, detectors;
  float centre; // of the detectors
};

struct View {
  float cosine, sine, start;
};

__device__ __forceinline__ View view_of(const float *directions, int v,
                                        float cx, float cy,
                                        const Geometry &g) {
  View out;
  out.cosine = directions[2 * v];
  out.sine = directions[2 * v + 1];
  const float s = cx * out.cosine + cy * out.sine + g.centre;
  out.start = floorf(s) - kPiece / 2 + 1;
  return out;
}

__global__ void __launch_bounds__(kSide *kSide)
    backproject(const float *__restrict__ sinogram,
                const float *__restrict__ directions,
                float *__restrict__ image, const Geometry g) {
  __shared__ View view[kViews];
  __shared__ float piece[kViews][kPiece + 1];

  const int x = blockIdx.x * kSide + threadIdx.x;
  const int y = blockIdx.y * kSide + threadIdx.y;
  const int tid = threadIdx.y * kSide + threadIdx.x;
  const float middle = 0.5f * (g.side - 1);
  const float px = x - middle, py = y - middle;
  const float cx = blockIdx.x * kSide + 7.5f - middle;
  const float cy = blockIdx.y * kSide + 7.5f - middle;
  float sum = 0.0f;

  for (int v0 = 0; v0 < g.views; v0 += kViews) {
    const int count = min(kViews, g.views - v0);
    if (tid < count)
      view[tid] = view_of(directions, v0 + tid, cx, cy, g);
    for (int i = tid; i < count * kPiece; i += kSide * kSide) {
      const int v = i / kPiece, d = i % kPiece;
      const View one = view_of(directions, v0 + v, cx, cy, g);
      const int at = (int)one.start + d;
      piece[v][d] = at >= 0 && at < g.detectors
                        ? sinogram[(size_t)(v0 + v) * g.detectors + at]
                        : 0.0f;
    }
    __syncthreads();

    for (int v = 0; v < count; ++v) {
      const float s = px * view[v].cosine + py * view[v].sine + g.centre -
                      view[v].start;
      const int i = max(0, min((int)s, kPiece - 2));
      const float f = s - (float)i;
      sum += (1.0f - f) * piece[v][i] + f * piece[v][i + 1];
    }
    __syncthreads();
  }

  if (x < g.side && y < g.side)
    image[(size_t)y * g.side + x] = sum / (float)g.views;
}

} // namespace ct

extern "C" void launch(const float *sinogram, const float *directions,
                       float *image, int side, int views, int detectors) {
  const ct::Geometry g = {side, views, detectors, 0.5f * (detectors - 1)};
  const int blocks = (side + ct::kSide - 1) / ct::kSide;
  ct::backproject<<<dim3(blocks, blocks), dim3(ct::kSide, ct::kSide)>>>(
      sinogram, directions, image, g);
}
