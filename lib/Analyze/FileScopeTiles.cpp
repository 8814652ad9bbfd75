//===- FileScopeTiles.cpp - Tiles that other functions see ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Looks for a use of a variable that does not stand in one function. Places
/// count, so that all instantiations of a template are one.
class UseElsewhere : public DynamicRecursiveASTVisitor {
public:
  UseElsewhere(const VarDecl &Var, SourceRange Function,
               const SourceManager &SM)
      : Var(Var), Function(Function), SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    SourceLocation At = SM.getExpansionLoc(Ref->getLocation());
    if (Ref->getDecl()->getCanonicalDecl() == Var.getCanonicalDecl() &&
        (SM.isBeforeInTranslationUnit(At, Function.getBegin()) ||
         SM.isBeforeInTranslationUnit(Function.getEnd(), At)))
      Found = Ref;
    return !Found;
  }

  const DeclRefExpr *Found = nullptr;

private:
  const VarDecl &Var;
  SourceRange Function;
  const SourceManager &SM;
};

} // namespace

MaybeRejection checkFileScope(const LoopAnalysis &A) {
  const SourceManager &SM = A.Ctx.getSourceManager();
  SourceRange Body = A.M.Kernel->getBody()->getSourceRange();
  for (const VarDecl *Tile : A.M.Staged.Tiles) {
    if (!Tile->isFileVarDecl() || Tile->hasExternalStorage())
      continue;
    UseElsewhere Uses(*Tile,
                      {SM.getExpansionLoc(Body.getBegin()),
                       SM.getExpansionLoc(Body.getEnd())},
                      SM);
    for (Decl *D : A.Ctx.getTraversalScope())
      Uses.TraverseDecl(D);
    if (Uses.Found)
      return Rejection{RejectionKind::TileUsedOutsideLoop,
                       Uses.Found->getSourceRange(),
                       "another function uses " + quoted(Tile)};
  }
  return std::nullopt;
}

} // namespace cudapipe
