//===- cudapipe/Match/UnknownSpelling.h - Names nobody read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef WITH_CHECK
//     gemm<<<grid, block>>>(A, B, C);      not in this syntax tree
//   #endif
//   AT_DISPATCH(type, [&] { gemm<<<...     nor is what does not parse
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_UNKNOWNSPELLING_H
#define CUDAPIPE_MATCH_UNKNOWNSPELLING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <optional>
#include <string>

namespace cudapipe {

/// A place where code spells a name and the syntax tree has nothing.
struct UnknownSpelling {
  clang::SourceLocation At;
  /// "code that does not parse", "code that an #if switches off", ...
  std::string Why;
};

/// The first place of the user's files that spells the name of \p D and that
/// \p Ctx knows nothing of.
std::optional<UnknownSpelling>
findUnknownSpelling(const clang::NamedDecl &D, const clang::ASTContext &Ctx);

/// The same, if an error keeps something from \p Ctx: who uses \p D there? What
/// stands in a function that holds an error is not known as a whole, and a
/// header behind \p D that was not found not at all.
std::optional<UnknownSpelling> findUnreadUse(const clang::NamedDecl &D,
                                             const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_UNKNOWNSPELLING_H
