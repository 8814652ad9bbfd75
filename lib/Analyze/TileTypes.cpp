//===- TileTypes.cpp - Code that wants the tile to be an array ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `auto &As = As_stages[stage]` is a name of the same array, but
// `decltype(As)` is a reference now, which std::extent and its like know
// nothing of. A stage of dynamic shared memory is named by a pointer, and `&`
// of that is the address of a variable.
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Looks for `decltype(tile)`. In parentheses, `decltype((tile))`, a name is a
/// reference in any case.
class TypeQuestion : public DynamicRecursiveASTVisitor {
public:
  explicit TypeQuestion(const LoopAnalysis &A) : A(A) {}

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Type) override {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Type.getUnderlyingExpr());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (A.isTile(Var) && Var->getType()->isArrayType())
      Found = Ref;
    return !Found;
  }

  const DeclRefExpr *Found = nullptr;

private:
  const LoopAnalysis &A;
};

} // namespace

MaybeRejection checkTileTypes(const LoopAnalysis &A) {
  TypeQuestion Question(A);
  Question.TraverseStmt(const_cast<CompoundStmt *>(A.M.Header.Body));
  if (!Question.Found)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes,
                   Question.Found->getSourceRange(),
                   quoted(Question.Found->getDecl()) +
                       " is asked for its type, which a stage does not have"};
}

MaybeRejection checkMeansAddress(const LoopAnalysis &A,
                                 const DeclRefExpr *Use) {
  if (!Use->getType()->isArrayType())
    return std::nullopt;
  const Stmt *Around = A.Parents.getParentIgnoreParens(Use);
  bool MeansArray = false;
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Around))
    MeansArray = Op->getOpcode() == UO_AddrOf;
  else if (const auto *Cast = dyn_cast_or_null<CastExpr>(Around))
    MeansArray = Cast->isGLValue(); // reinterpret_cast<float (&)[64]>(smem)
  else if (const auto *Call = dyn_cast_or_null<CallExpr>(Around))
    // In a template the array has not decayed to a pointer yet.
    MeansArray = !Call->isTypeDependent();
  else if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Around))
    MeansArray = llvm::any_of(Decls->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && Var->getInit() && Var->getType()->isReferenceType() &&
             Var->getInit()->IgnoreParens() == Use;
    });
  if (!MeansArray)
    return std::nullopt;
  return Rejection{RejectionKind::TileAddressEscapes, Around->getSourceRange(),
                   quoted(Around, A.Ctx) + " means the array itself; a stage "
                                           "of it is named by a pointer"};
}

} // namespace cudapipe
