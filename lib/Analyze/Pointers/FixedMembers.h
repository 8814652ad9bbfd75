//===- FixedMembers.h - Members that only constructors set ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Block(const float *A, int K) : A_(A), K_(K), tid_(threadIdx.x) {}
//   ...
//   Block b(A, K);                  K_ is the same for all threads, tid_ is not
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_FIXEDMEMBERS_H
#define CUDAPIPE_LIB_ANALYZE_FIXEDMEMBERS_H

#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace cudapipe {

class FixedMembers {
public:
  explicit FixedMembers(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// All threads of the block have the same value in \p Field of \p Object, a
  /// variable of the function in which \p Threads tells what differs.
  bool isSame(const clang::Expr &Object, const clang::FieldDecl &Field,
              const Taint &Threads);

  /// Nothing but initializers of its class sets \p Field.
  bool isFixed(const clang::FieldDecl &Field);

private:
  bool isSameAfter(const clang::CXXConstructExpr &Construct,
                   const clang::FieldDecl &Field, const Taint &Threads);

  const clang::ASTContext &Ctx;
  /// Members and classes that are named other than to read.
  std::optional<llvm::DenseSet<const clang::Decl *>> Changed;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_FIXEDMEMBERS_H
