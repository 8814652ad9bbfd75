//===- MatrixFragment.cpp - What wmma reads of a tile ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: CUDA C++ Programming Guide 13.0, "Warp Matrix Functions".
//
//===----------------------------------------------------------------------===//

#include "MatrixFragment.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// The name of the class that \p Argument is; empty if it is no class.
static StringRef className(const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Type)
    return "";
  const CXXRecordDecl *Class = Argument.getAsType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() ? Class->getName() : "";
}

/// `mem_row_major` and `mem_col_major`.
static StringRef layoutName(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Constant =
      Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
  return Constant ? Constant->getName() : "";
}

std::optional<MatrixAccess> matrixAccess(const CallExpr &Call,
                                         const ASTContext &Ctx) {
  const FunctionDecl *Callee = knownCallee(Call);
  if (!Callee || !Callee->getIdentifier() || Call.getNumArgs() < 3)
    return std::nullopt;
  bool IsLoad = Callee->getName() == "load_matrix_sync";
  if (!IsLoad && Callee->getName() != "store_matrix_sync")
    return std::nullopt;
  const Expr *Fragment = Call.getArg(IsLoad ? 0 : 1);
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Fragment->getType()->getAsCXXRecordDecl());
  if (!Class || Class->getName() != "fragment")
    return std::nullopt;
  const TemplateArgumentList &Args = Class->getTemplateArgs();
  if (Args.size() < 5)
    return std::nullopt;
  int64_t Sizes[3];
  for (unsigned I = 0; I < 3; ++I) {
    if (Args[I + 1].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    Sizes[I] = Args[I + 1].getAsIntegral().getExtValue();
  }
  auto [M, N, K] = Sizes;
  StringRef Use = className(Args[0]);
  StringRef Layout = Args.size() > 5 ? className(Args[5]) : "";
  if (Call.getNumArgs() > 3)
    Layout = layoutName(Call.getArg(3));
  MatrixFragment Matrix{Use == "matrix_b" ? K : M, Use == "matrix_a" ? K : N};
  if (Layout.ends_with("col_major"))
    std::swap(Matrix.Rows, Matrix.RowElements);
  else if (!Layout.ends_with("row_major"))
    return std::nullopt;
  const Expr *Pointer = Call.getArg(IsLoad ? 1 : 0);
  QualType Element = Pointer->getType()->getPointeeType();
  // Elements of less than a byte are packed: the sizes are not those in memory.
  if (StringRef Type = className(Args[4]);
      Type == "u4" || Type == "s4" || Type == "b1")
    return std::nullopt;
  if ((Use != "matrix_a" && Use != "matrix_b" && Use != "accumulator") ||
      Element.isNull() || Element->isIncompleteType())
    return std::nullopt;
  return MatrixAccess{Pointer, Call.getArg(2), Matrix};
}

} // namespace cudapipe
