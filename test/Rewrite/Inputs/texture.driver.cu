// row_sums(image, sums, width, height) and running_sums, of a texture object; or
// reference_sums(sums, width, height). The executor has no textures: here is one
// that shows zeros beyond its border.

#include "harness.h"

#ifdef CUDAPIPE_EXECUTOR
struct Image {
  const float *texels;
  int width, height;
};
using cudaTextureObject_t = const Image *;
template <typename T>
__device__ T tex2D(cudaTextureObject_t image, float x, float y) {
  return x < image->width && y < image->height
             ? image->texels[int(y) * image->width + int(x)]
             : T(0);
}

enum { cudaReadModeElementType };
template <typename T, int, int> struct texture : Image {};
template <typename T, int D, int M>
__device__ T tex2D(const texture<T, D, M> &image, float x, float y) {
  return tex2D<T>(&image, x, y);
}
#endif

#include KERNEL_FILE

#ifdef CUDAPIPE_EXECUTOR
static Image shown;
static cudaTextureObject_t show(const float *texels, int width, int height) {
  shown = {texels, width, height};
  return &shown;
}
#else
static cudaTextureObject_t show(float *texels, int width, int height) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {texels, cudaCreateChannelDesc<float>(),
                          size_t(width), size_t(height), width * sizeof(float)};
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] =
      cudaAddressModeBorder;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &description, nullptr);
  return object;
}
#endif

CUDAPIPE_CASES(c) {
  dim3 block(32, 8);
  for (int width : {0, 8, 32, 64, 72, 160})
    for (int height : {8, 12}) {
      dim3 grid(1, (height + 7) / 8);
      int columns = width ? width : 8; // no texture is empty
      auto texels = c.input<float>(columns * height);
      auto image = show(texels.ptr(), columns, height);
      std::string size = std::to_string(width) + "x" + std::to_string(height);
#ifdef REFERENCE
      auto sums = c.output<float>(32 * height);
      static_cast<Image &>(image_reference) = *image;
      CUDAPIPE_LAUNCH(reference_sums, grid, block, 0, sums, width, height);
#else
      auto sums = c.output<float>(32 * height);
      auto running = c.inout<float>(32 * height);
      CUDAPIPE_LAUNCH(row_sums, grid, block, 0, image, sums, width, height);
      CUDAPIPE_LAUNCH(running_sums, grid, block, 0, image, running, width,
                      height);
#endif
      c.check(size);
    }
}
