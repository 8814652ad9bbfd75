//===- ToolkitFunctions.h - What Clang leaves out of a toolkit ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read behind Clang's runtime wrapper, with a toolkit's headers. The wrapper
// takes the device side of crt/math_functions.h only, leaves out what
// cuda_runtime.h includes of the C library, and knows some loads and stores with
// cache hints only; files rely on all of that.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TOOLKITFUNCTIONS_H
#define CUDAPIPE_EMBEDDED_TOOLKITFUNCTIONS_H
#pragma clang system_header

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define __CUDAPIPE_HD __attribute__((host))
#include "MinMax.h"
#undef __CUDAPIPE_HD

#define __CUDAPIPE_LOAD(NAME)                                                  \
  template <typename T> __attribute__((device)) T NAME(const T *address);
__CUDAPIPE_LOAD(__ldca)
__CUDAPIPE_LOAD(__ldlu)
#undef __CUDAPIPE_LOAD

template <typename T> struct __cudapipe_same {
  typedef T type;
};
#define __CUDAPIPE_STORE(NAME)                                                 \
  template <typename T>                                                        \
  __attribute__((device)) void NAME(                                           \
      T *address, typename __cudapipe_same<T>::type value);
__CUDAPIPE_STORE(__stwb)
__CUDAPIPE_STORE(__stcg)
__CUDAPIPE_STORE(__stcs)
#undef __CUDAPIPE_STORE

extern "C" __attribute__((device)) float __tanhf(float x) noexcept(true);

#endif // CUDAPIPE_EMBEDDED_TOOLKITFUNCTIONS_H
