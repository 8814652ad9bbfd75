//===- cudapipe/StandardLibrary.h - cuda::std as a view of std --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcu++ is a standard library for both sides. Here cuda::std finds the host's
// names: what is constexpr or a type there works in device code, too. The
// cuda/std headers are this one and the host's header of the same name.
// Rule: libcu++ documentation, "Standard API".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_STANDARDLIBRARY_H
#define CUDAPIPE_EMBEDDED_STANDARDLIBRARY_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"

namespace cuda {
namespace std {
using namespace ::std;
} // namespace std
} // namespace cuda

#endif // CUDAPIPE_EMBEDDED_STANDARDLIBRARY_H
