//===- cudapipe/Rewrite/AsyncHelpers.h - Functions that load tiles -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __device__ void load(float *dst, const float *src) {   a function that the
//     dst[tx] = src[tx];                                   load phase calls
//   }
//
// Where only pipelined loops call it, its stores become asynchronous copies. If
// others call it too, they keep it, and the loops get load_async(), a copy.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_ASYNCHELPERS_H
#define CUDAPIPE_REWRITE_ASYNCHELPERS_H

#include "cudapipe/Match/EditScope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <map>
#include <set>
#include <string>

namespace cudapipe {

/// The functions whose tile stores become asynchronous copies, and how. Loops
/// that call the same function share its form.
struct AsyncHelpers {
  /// Functions and calls go by the place of their name.
  using Place = unsigned;

  struct Form {
    const clang::FunctionDecl *Function;
    /// The name to call.
    std::string Name;
    /// The whole function as edited; every loop must want the same.
    std::string Text;
    /// The calls that run this form.
    std::set<Place> Calls;
  };
  std::map<Place, Form> Forms;
  /// Functions that keep their plain form because others call them.
  std::set<Place> Shared;
  /// The files in which functions may be edited; null: the loop's own.
  const EditScope *Scope = nullptr;
};

/// The place of the definition \p Function; all instantiations share it.
AsyncHelpers::Place placeOf(const clang::FunctionDecl &Function,
                            const clang::ASTContext &Ctx);
/// The place of the function's name in \p Call.
AsyncHelpers::Place placeOf(const clang::CallExpr &Call,
                            const clang::ASTContext &Ctx);

/// The forms in \p Helpers that were edited in place although something else
/// than their Calls uses the function.
std::set<AsyncHelpers::Place> usedElsewhere(const AsyncHelpers &Helpers,
                                            clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_ASYNCHELPERS_H
