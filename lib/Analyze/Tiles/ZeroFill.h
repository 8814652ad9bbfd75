//===- ZeroFill.h - Plain copies and zeros ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_ZEROFILL_H
#define CUDAPIPE_LIB_ANALYZE_ZEROFILL_H

#include "cudapipe/Analyze/LoopModel.h"

namespace cudapipe {

/// \p E without copies and conversions that keep all bytes.
const clang::Expr *stripCopies(const clang::Expr *E);

/// Both sides of `dst = value`, for built-in and class types.
std::pair<const clang::Expr *, const clang::Expr *>
sidesOf(const clang::Expr *E, const clang::ASTContext &Ctx);

/// True when every byte of the value of \p E is zero: 0, 0.0f, T(0),
/// make_float4(0, 0, 0, 0), __float2half(0.f); not -0.0f.
bool isZero(const clang::Expr *E, const clang::ASTContext &Ctx);

/// Reads \p Value as a plain read of one object of type \p Type in global
/// memory, or of one of two elements of an array, and fills in Source and
/// SourcePointer of \p Copy.
bool readSource(const clang::Expr *Value, clang::QualType Type,
                const PointerFlow &Flow, const clang::ASTContext &Ctx,
                TileCopy &Copy);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_ZEROFILL_H
