//===- VisibleNames.h - What a name means at a place ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int n = 5;
//   const int offset = tx * K + n;       here n is 5
//   for (...) {
//     const int n = k / 2;
//     ...                                here `tx * K + n` is something else
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_VISIBLENAMES_H
#define CUDAPIPE_LIB_ANALYZE_VISIBLENAMES_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace cudapipe {

/// The local variables of a function, with their scopes.
class VisibleNames {
public:
  VisibleNames(const clang::FunctionDecl &Function,
               const clang::SourceManager &SM);

  /// At \p Place the name of \p D means \p D.
  bool means(const clang::NamedDecl &D, clang::SourceLocation Place) const;
  /// At \p Place every name in \p S means what it means where \p S stands.
  bool meanTheSame(const clang::Stmt *S, clang::SourceLocation Place) const;

private:
  struct Local {
    const clang::VarDecl *Var;
    clang::SourceLocation End; ///< Of its scope.
  };
  void visit(const clang::Stmt *S, clang::SourceLocation End);

  const clang::SourceManager &SM;
  /// In the order of their declarations.
  llvm::StringMap<std::vector<Local>> Locals;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_VISIBLENAMES_H
