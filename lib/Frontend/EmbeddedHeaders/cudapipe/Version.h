//===- cudapipe/Version.h - Version macros of the toolkit that we declare -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declarations in this folder follow CUDA 13.0; names that 12.x dropped are
// kept where they cost nothing. `__NVCC__` stays undefined: code tests it to
// reach for nvcc-only syntax.
// Rule: NVIDIA CUDA Compiler Driver NVCC, "NVCC Identification Macro".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_VERSION_H
#define CUDAPIPE_EMBEDDED_VERSION_H
#pragma clang system_header

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0

#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION

#endif // CUDAPIPE_EMBEDDED_VERSION_H
