//===- TextureFetch.h - Arrays, textures and surfaces: device functions ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tex2D<float>(object, x, y)`, the same with the result by pointer, and
// `tex2D(reference, x, y)`. One macro per set of coordinates.
// Rule: CUDA C++ Programming Guide, "Texture Functions", "Surface Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TEXTUREFETCH_H
#define CUDAPIPE_EMBEDDED_TEXTUREFETCH_H
#pragma clang system_header

template <typename T, cudaTextureReadMode Mode> struct __cudapipe_texel {
  using type = T;
};
#define __CUDAPIPE_NORMALIZED(T, FLOAT)                                        \
  template <> struct __cudapipe_texel<T, cudaReadModeNormalizedFloat> {        \
    using type = FLOAT;                                                        \
  };
__CUDAPIPE_NORMALIZED(char, float)
__CUDAPIPE_NORMALIZED(signed char, float)
__CUDAPIPE_NORMALIZED(unsigned char, float)
__CUDAPIPE_NORMALIZED(short, float)
__CUDAPIPE_NORMALIZED(unsigned short, float)
__CUDAPIPE_NORMALIZED(uchar2, float2)
__CUDAPIPE_NORMALIZED(ushort2, float2)
__CUDAPIPE_NORMALIZED(char4, float4)
__CUDAPIPE_NORMALIZED(uchar4, float4)
__CUDAPIPE_NORMALIZED(ushort4, float4)
#undef __CUDAPIPE_NORMALIZED

#define __CUDAPIPE_TEX_OBJECT(NAME, ...)                                       \
  template <typename T> __device__ T NAME(cudaTextureObject_t, __VA_ARGS__);
#define __CUDAPIPE_TEX(NAME, DIM, ...)                                         \
  __CUDAPIPE_TEX_OBJECT(NAME, __VA_ARGS__)                                     \
  template <typename T>                                                        \
  __device__ void NAME(T *result, cudaTextureObject_t, __VA_ARGS__);           \
  template <typename T, cudaTextureReadMode Mode>                              \
  __device__ typename __cudapipe_texel<T, Mode>::type NAME(                    \
      texture<T, DIM, Mode>, __VA_ARGS__);

__CUDAPIPE_TEX(tex1Dfetch, cudaTextureType1D, int x)
__CUDAPIPE_TEX(tex1D, cudaTextureType1D, float x)
__CUDAPIPE_TEX(tex2D, cudaTextureType2D, float x, float y)
__CUDAPIPE_TEX(tex3D, cudaTextureType3D, float x, float y, float z)
__CUDAPIPE_TEX(tex2DLayered, cudaTextureType2DLayered, float x, float y,
               int layer)
__CUDAPIPE_TEX_OBJECT(tex1DLayered, float x, int layer)
__CUDAPIPE_TEX_OBJECT(texCubemap, float x, float y, float z)
__CUDAPIPE_TEX_OBJECT(texCubemapLayered, float x, float y, float z, int layer)
__CUDAPIPE_TEX_OBJECT(tex1DLod, float x, float level)
__CUDAPIPE_TEX_OBJECT(tex2DLod, float x, float y, float level)
__CUDAPIPE_TEX_OBJECT(tex3DLod, float x, float y, float z, float level)
__CUDAPIPE_TEX_OBJECT(texCubemapLod, float x, float y, float z, float level)
__CUDAPIPE_TEX_OBJECT(tex2DGrad, float x, float y, float2 dx, float2 dy)
__CUDAPIPE_TEX_OBJECT(tex3DGrad, float x, float y, float z, float4 dx,
                      float4 dy)
__CUDAPIPE_TEX_OBJECT(tex2Dgather, float x, float y, int component = 0)

// An object or a reference, as far as reading and writing goes.
struct __cudapipe_surface {
  __device__ __cudapipe_surface(cudaSurfaceObject_t);
  __device__ __cudapipe_surface(const surfaceReference &);
};

#define __CUDAPIPE_SURF(DIMENSIONS, ...)                                       \
  template <typename T>                                                        \
  __device__ T surf##DIMENSIONS##read(                                         \
      __cudapipe_surface, __VA_ARGS__,                                         \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);                    \
  template <typename T>                                                        \
  __device__ void surf##DIMENSIONS##read(                                      \
      T *result, __cudapipe_surface, __VA_ARGS__,                              \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);                    \
  template <typename T>                                                        \
  __device__ void surf##DIMENSIONS##write(                                     \
      T value, __cudapipe_surface, __VA_ARGS__,                                \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);

__CUDAPIPE_SURF(1D, int x)
__CUDAPIPE_SURF(2D, int x, int y)
__CUDAPIPE_SURF(3D, int x, int y, int z)
__CUDAPIPE_SURF(1DLayered, int x, int layer)
__CUDAPIPE_SURF(2DLayered, int x, int y, int layer)

#undef __CUDAPIPE_SURF
#undef __CUDAPIPE_TEX
#undef __CUDAPIPE_TEX_OBJECT

#endif // CUDAPIPE_EMBEDDED_TEXTUREFETCH_H
