//===- cudapipe/SimdIntrinsics.h - SIMD video intrinsics --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two halfwords or four bytes in one `unsigned`.
// Rule: CUDA Math API Reference, "SIMD Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_SIMDINTRINSICS_H
#define CUDAPIPE_EMBEDDED_SIMDINTRINSICS_H
#pragma clang system_header

#define __CUDAPIPE_SIMD(NAME) NAME##2, NAME##4
#define __CUDAPIPE_SIMD_SIGNS(NAME) NAME##s2, NAME##s4, NAME##u2, NAME##u4

__device__ __cudapipe_u1 __CUDAPIPE_SIMD(__vabs), __CUDAPIPE_SIMD(__vabsss),
    __CUDAPIPE_SIMD(__vneg), __CUDAPIPE_SIMD(__vnegss);
__device__ __cudapipe_u2 __CUDAPIPE_SIMD(__vadd), __CUDAPIPE_SIMD(__vaddss),
    __CUDAPIPE_SIMD(__vaddus), __CUDAPIPE_SIMD(__vsub),
    __CUDAPIPE_SIMD(__vsubss), __CUDAPIPE_SIMD(__vsubus),
    __CUDAPIPE_SIMD(__vhaddu), __CUDAPIPE_SIMD(__vcmpeq),
    __CUDAPIPE_SIMD(__vcmpne), __CUDAPIPE_SIMD(__vseteq),
    __CUDAPIPE_SIMD(__vsetne), __CUDAPIPE_SIMD_SIGNS(__vabsdiff),
    __CUDAPIPE_SIMD_SIGNS(__vavg), __CUDAPIPE_SIMD_SIGNS(__vcmpge),
    __CUDAPIPE_SIMD_SIGNS(__vcmpgt), __CUDAPIPE_SIMD_SIGNS(__vcmple),
    __CUDAPIPE_SIMD_SIGNS(__vcmplt), __CUDAPIPE_SIMD_SIGNS(__vmax),
    __CUDAPIPE_SIMD_SIGNS(__vmin), __CUDAPIPE_SIMD_SIGNS(__vsad),
    __CUDAPIPE_SIMD_SIGNS(__vsetge), __CUDAPIPE_SIMD_SIGNS(__vsetgt),
    __CUDAPIPE_SIMD_SIGNS(__vsetle), __CUDAPIPE_SIMD_SIGNS(__vsetlt);

#undef __CUDAPIPE_SIMD_SIGNS
#undef __CUDAPIPE_SIMD

#endif // CUDAPIPE_EMBEDDED_SIMDINTRINSICS_H
