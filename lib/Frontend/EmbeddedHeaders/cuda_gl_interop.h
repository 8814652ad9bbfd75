//===- cuda_gl_interop.h - OpenGL interoperability --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "OpenGL Interoperability".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_GL_INTEROP_H
#define CUDAPIPE_EMBEDDED_CUDA_GL_INTEROP_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource,
                                         GLuint buffer, unsigned flags),
    cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource, GLuint image,
                                GLenum target, unsigned flags),
    cudaGLSetGLDevice(int device), cudaGLRegisterBufferObject(GLuint buffer),
    cudaGLUnregisterBufferObject(GLuint buffer),
    cudaGLMapBufferObject(void **p, GLuint buffer),
    cudaGLUnmapBufferObject(GLuint buffer);
enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
cudaError_t cudaGLGetDevices(unsigned *count, int *devices, unsigned capacity,
                             cudaGLDeviceList list);

#endif // CUDAPIPE_EMBEDDED_CUDA_GL_INTEROP_H
