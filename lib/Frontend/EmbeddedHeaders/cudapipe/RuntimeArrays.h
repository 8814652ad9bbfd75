//===- RuntimeArrays.h - Arrays, textures and surfaces: host functions ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Runtime API Reference, "Memory Management", "Texture Object
// Management", "Surface Object Management"; the bind functions are those of
// the old texture references.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_RUNTIMEARRAYS_H
#define CUDAPIPE_EMBEDDED_RUNTIMEARRAYS_H
#pragma clang system_header

cudaError_t cudaMallocArray(cudaArray_t *array,
                            const cudaChannelFormatDesc *desc, size_t width,
                            size_t height = 0, unsigned flags = 0),
    cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc,
                      cudaExtent extent, unsigned flags = 0),
    cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                             const cudaChannelFormatDesc *desc,
                             cudaExtent extent, unsigned levels,
                             unsigned flags = 0),
    cudaGetMipmappedArrayLevel(cudaArray_t *level,
                               cudaMipmappedArray_const_t array, unsigned n),
    cudaFreeArray(cudaArray_t array),
    cudaFreeMipmappedArray(cudaMipmappedArray_t array),
    cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent,
                     unsigned *flags, cudaArray_t array),
    cudaGetChannelDesc(cudaChannelFormatDesc *desc, cudaArray_const_t array),
    cudaMemcpyToArray(cudaArray_t to, size_t w, size_t h, const void *from,
                      size_t size, cudaMemcpyKind kind),
    cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t w, size_t h,
                        size_t size, cudaMemcpyKind kind),
    cudaMemcpy2DToArray(cudaArray_t to, size_t w, size_t h, const void *from,
                        size_t pitch, size_t width, size_t height,
                        cudaMemcpyKind kind),
    cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t w, size_t h,
                             const void *from, size_t pitch, size_t width,
                             size_t height, cudaMemcpyKind kind,
                             cudaStream_t stream = 0),
    cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from,
                          size_t w, size_t h, size_t width, size_t height,
                          cudaMemcpyKind kind),
    cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_w, size_t to_h,
                             cudaArray_const_t from, size_t from_w,
                             size_t from_h, size_t width, size_t height,
                             cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const cudaResourceDesc *resource,
                                    const cudaTextureDesc *desc,
                                    const cudaResourceViewDesc *view),
    cudaDestroyTextureObject(cudaTextureObject_t object),
    cudaGetTextureObjectResourceDesc(cudaResourceDesc *desc,
                                     cudaTextureObject_t object),
    cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                            const cudaResourceDesc *resource),
    cudaDestroySurfaceObject(cudaSurfaceObject_t object);

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind);
template <typename T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDescHalf();

template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, Dim, Mode> &tex,
                            const void *p, const cudaChannelFormatDesc &desc,
                            size_t size = 0xffffffff);
template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, Dim, Mode> &tex,
                            const void *p, size_t size = 0xffffffff);
template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, Dim, Mode> &tex,
                              const void *p, const cudaChannelFormatDesc &desc,
                              size_t width, size_t height, size_t pitch);
template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(const texture<T, Dim, Mode> &tex,
                                   cudaArray_const_t array);
template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(const texture<T, Dim, Mode> &tex,
                                   cudaArray_const_t array,
                                   const cudaChannelFormatDesc &desc);
template <typename T, int Dim, cudaTextureReadMode Mode>
cudaError_t cudaUnbindTexture(const texture<T, Dim, Mode> &tex);
template <typename T, int Dim>
cudaError_t cudaBindSurfaceToArray(const surface<T, Dim> &surf,
                                   cudaArray_const_t array);

#endif // CUDAPIPE_EMBEDDED_RUNTIMEARRAYS_H
