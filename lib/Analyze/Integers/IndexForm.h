//===- IndexForm.h - Subscripts as linear forms -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   As[(r + i) * 32 + c]   ->   { 32*r, 32*i, 1*c }
//   As[idx / 8][idx % 8]   ->   { 1*(idx div 8) }, { 1*(idx mod 8) }
//
// Only used to prove that two stores of one thread hit different elements;
// what is not understood proves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_INDEXFORM_H
#define CUDAPIPE_LIB_ANALYZE_INDEXFORM_H

#include "Analyze/Threads/LaunchFacts.h"
#include "cudapipe/Analyze/LoopModel.h"
#include <map>

namespace cudapipe {

/// Variables with one value each, substituted away: those of the copy's item
/// that nobody changes, and parameters of the functions that lead to its store.
using Definitions = std::map<const clang::VarDecl *, const clang::Expr *>;

/// True when no two trips of Copy.Loops store the same element. May rely on
/// Copy.NeedsWideRow.
bool storesDistinctElements(TileCopy &Copy, const Definitions &Defs,
                            const clang::ASTContext &Ctx);

/// True when the stores \p A and \p B of one thread never hit one element.
/// Variables in \p Changing may have another value at B than at A.
bool storeDifferentElements(const TileCopy &A, const TileCopy &B,
                            const Definitions &DefsA, const Definitions &DefsB,
                            const VarSet &Changing, const LaunchFacts &Facts,
                            const clang::ASTContext &Ctx);

/// The same, where they hit different members of a struct.
bool storeDifferentMembers(const TileCopy &A, const TileCopy &B);

/// The same, by comparing subscripts: for arrays whose sizes depend on template
/// parameters.
bool storeDifferentSubscripts(TileCopy &A, TileCopy &B,
                              const Definitions &DefsA,
                              const Definitions &DefsB, const VarSet &Changing,
                              const clang::ASTContext &Ctx);

/// True when both expressions are spelled alike over the same variables.
bool sameExpression(const clang::Expr *A, const clang::Expr *B,
                    const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_INDEXFORM_H
