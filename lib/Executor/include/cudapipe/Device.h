//===- Device.h - CUDA's device language, for the executor ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before everything else, as the toolkit's headers are by nvcc.  The
// standard headers come first: they must not see `alignas` as a macro.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_DEVICE_H
#define CUDAPIPE_EXECUTOR_DEVICE_H

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

// Each driver makes strings for its labels. Compiled in place, they would take
// as long as the kernel, and libstdc++.so does not hold all of them.
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define __always_inline__ __noinline__
#pragma clang attribute push(__attribute__((noinline)), apply_to = function)
#include <string>
#pragma clang attribute pop
#undef __always_inline__
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")

#include "Atomics.h"
#include "CachedLoads.h"
#include "CooperativeGroups.h"
#include "CopyEngine.h"
#include "CudaBarrier.h"
#include "Float8.h"
#include "Half.h"
#include "MBarrierPrimitives.h"
#include "Math.h"
#include "PipelinePrimitives.h"
#include "Ptx.h"
#include "Runtime.h"
#include "RuntimeApi.h"
#include "Synchronization.h"
#include "TensorMap.h"
#include "VectorTypes.h"
#include "WarpCollectives.h"
#include "Wmma.h"

#include "Qualifiers.h"

#endif
