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
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "Atomics.h"
#include "CachedLoads.h"
#include "CooperativeGroups.h"
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
#include "VectorTypes.h"
#include "WarpCollectives.h"
#include "Wmma.h"

#include "Qualifiers.h"

#endif
