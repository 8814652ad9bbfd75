//===- __cudapipe_cuda_runtime.h - What every CUDA file sees ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of contents of the implicit include (`-include` of the compile
// command, as nvcc does with cuda_runtime.h). Everything here is our own
// declaration of a CUDA name, without bodies, so that a file parses on a
// machine without the toolkit in a few milliseconds. What real CUDA has behind
// an include (cuda_fp16.h, mma.h, cooperative_groups.h, ...) is behind the
// same include here. Nothing here is ever compiled to code.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED___CUDAPIPE_CUDA_RUNTIME_H
#define CUDAPIPE_EMBEDDED___CUDAPIPE_CUDA_RUNTIME_H
#pragma clang system_header

#if defined(__CUDA__) && defined(__cplusplus)

#include <stddef.h>

// clang-format off: each header uses the ones above it.
#include "cudapipe/HideMacros.h"
#include "cudapipe/Qualifiers.h"
#include "cudapipe/Version.h"
#include "cudapipe/ToolkitGuards.h"
#include "cudapipe/VectorTypes.h"
#include "cudapipe/FunctionTypes.h"

// Device code.
#include "cudapipe/BuiltinVariables.h"
#include "cudapipe/Synchronization.h"
#include "cudapipe/AddressSpaces.h"
#include "cudapipe/Atomics.h"
#include "cudapipe/WarpFunctions.h"
#include "cudapipe/CacheHints.h"
#include "cudapipe/IntegerIntrinsics.h"
#include "cudapipe/SimdIntrinsics.h"
#include "cudapipe/TypeCasts.h"
#include "cudapipe/FloatIntrinsics.h"
#include "cudapipe/CLibrary.h"

// Math; namespace std takes up what the headers before it declared.
#include "cudapipe/MathLists.h"
#include "cudapipe/DeviceMath.h"
#include "cudapipe/HostMath.h"
#include "cudapipe/DeviceMathOverloads.h"
#include "cudapipe/MinMax.h"
#include "cudapipe/StandardFallbacks.h"

// The runtime API of host code.
#include "cudapipe/RuntimeErrors.h"
#include "cudapipe/RuntimeTypes.h"
#include "cudapipe/DeviceProperties.h"
#include "cudapipe/TextureTypes.h"
#include "cudapipe/TextureFetch.h"
#include "cudapipe/RuntimeMemory.h"
#include "cudapipe/RuntimeDevice.h"
#include "cudapipe/RuntimeLaunch.h"
#include "cudapipe/RuntimeArrays.h"
#include "cudapipe/RuntimeGraphs.h"
#include "cudapipe/ShowMacros.h"
// clang-format on

#endif // __CUDA__ && __cplusplus

#endif // CUDAPIPE_EMBEDDED___CUDAPIPE_CUDA_RUNTIME_H
