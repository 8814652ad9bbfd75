//===- cudapipe/RuntimeMemory.h - Memory functions of the runtime API -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that device code may call too (dynamic parallelism) are on both sides.
// Rule: CUDA Runtime API Reference, "Memory Management", "Unified Addressing",
// "Peer Device Memory Access".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_RUNTIMEMEMORY_H
#define CUDAPIPE_EMBEDDED_RUNTIMEMEMORY_H
#pragma clang system_header

__CUDAPIPE_HD cudaError_t cudaMalloc(void **p, size_t size),
    cudaFree(void *p),
    cudaMemcpyAsync(void *to, const void *from, size_t size,
                    cudaMemcpyKind kind, cudaStream_t stream = 0),
    cudaMemsetAsync(void *p, int value, size_t size, cudaStream_t stream = 0),
    cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                      size_t from_pitch, size_t width, size_t height,
                      cudaMemcpyKind kind, cudaStream_t stream = 0);

cudaError_t cudaMallocHost(void **p, size_t size, unsigned flags = 0),
    cudaHostAlloc(void **p, size_t size, unsigned flags),
    cudaFreeHost(void *p),
    cudaMallocManaged(void **p, size_t size, unsigned flags = 1),
    cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height),
    cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent),
    cudaMallocAsync(void **p, size_t size, cudaStream_t stream),
    cudaFreeAsync(void *p, cudaStream_t stream),
    cudaMemGetInfo(size_t *free, size_t *total),
    cudaHostRegister(void *p, size_t size, unsigned flags),
    cudaHostUnregister(void *p),
    cudaHostGetDevicePointer(void **device, void *host, unsigned flags),
    cudaHostGetFlags(unsigned *flags, void *host),
    cudaPointerGetAttributes(cudaPointerAttributes *out, const void *p);

cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                       cudaMemcpyKind kind),
    cudaMemset(void *p, int value, size_t size),
    cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                 size_t width, size_t height, cudaMemcpyKind kind),
    cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height),
    cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                      size_t height, cudaStream_t stream = 0),
    cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent),
    cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent,
                      cudaStream_t stream = 0),
    cudaMemcpy3D(const cudaMemcpy3DParms *parms),
    cudaMemcpy3DAsync(const cudaMemcpy3DParms *parms, cudaStream_t stream = 0),
    cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                   size_t size),
    cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                        int from_device, size_t size, cudaStream_t stream = 0),
    cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *parms);

// The toolkit has these twice: with `const void *` and with the symbol's type.
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
                               size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from,
                                    size_t size, size_t offset,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream = 0);
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size,
                                 size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size,
                                      size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream = 0);
template <typename T>
cudaError_t cudaGetSymbolAddress(void **p, const T &symbol);
template <typename T>
cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol);

template <typename T>
__CUDAPIPE_HD cudaError_t cudaMalloc(T **p, size_t size);
template <typename T>
cudaError_t cudaMallocHost(T **p, size_t size, unsigned flags = 0);
template <typename T>
cudaError_t cudaHostAlloc(T **p, size_t size, unsigned flags);
template <typename T>
cudaError_t cudaMallocManaged(T **p, size_t size, unsigned flags = 1);
template <typename T>
cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height);
template <typename T>
cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t stream);
template <typename T>
cudaError_t cudaMallocAsync(T **p, size_t size, cudaMemPool_t pool,
                            cudaStream_t stream);
template <typename T>
cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags);

cudaError_t cudaMemPrefetchAsync(const void *p, size_t size, int device,
                                 cudaStream_t stream = 0),
    cudaMemPrefetchAsync(const void *p, size_t size, cudaMemLocation location,
                         unsigned flags, cudaStream_t stream = 0),
    cudaMemAdvise(const void *p, size_t size, cudaMemoryAdvise advice,
                  int device),
    cudaMemAdvise(const void *p, size_t size, cudaMemoryAdvise advice,
                  cudaMemLocation location),
    cudaMemRangeGetAttribute(void *data, size_t data_size,
                             cudaMemRangeAttribute attribute, const void *p,
                             size_t size);

__CUDAPIPE_HD cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch,
                                                 size_t xsize, size_t ysize);
__CUDAPIPE_HD cudaPos make_cudaPos(size_t x, size_t y, size_t z);
__CUDAPIPE_HD cudaExtent make_cudaExtent(size_t w, size_t h, size_t d);

#endif // CUDAPIPE_EMBEDDED_RUNTIMEMEMORY_H
