//===- Uses.cpp - Where a name stands, and in what ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {
namespace {

class UseFinder : public DynamicRecursiveASTVisitor {
public:
  UseFinder(const SourceManager &SM,
            llvm::function_ref<bool(const Expr *)> Wanted)
      : SM(SM), Wanted(Wanted) {}

  // With this signature the visitor recurses, so that Around is the path.
  bool TraverseStmt(Stmt *S) override {
    if (!S)
      return true;
    if (const auto *E = dyn_cast<Expr>(S); E && Wanted(E))
      Out.push_back({E, Around});
    Around.push_back(DynTypedNode::create(*S));
    bool GoOn = DynamicRecursiveASTVisitor::TraverseStmt(S);
    Around.pop_back();
    return GoOn;
  }

  bool TraverseDecl(Decl *D) override {
    if (!D)
      return true;
    if (D->getLocation().isValid() &&
        isa_and_nonnull<TranslationUnitDecl>(D->getLexicalDeclContext()))
      if (SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
        return true;
    Around.push_back(DynTypedNode::create(*D));
    bool GoOn = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Around.pop_back();
    return GoOn;
  }

  std::vector<Use> Out;

private:
  const SourceManager &SM;
  llvm::function_ref<bool(const Expr *)> Wanted;
  std::vector<DynTypedNode> Around;
};

} // namespace

const FunctionDecl *Use::function() const {
  for (const DynTypedNode &Node : llvm::reverse(Around))
    if (const auto *F = Node.get<FunctionDecl>())
      return F;
  return nullptr;
}

std::vector<const Stmt *> Use::statements() const {
  std::vector<const Stmt *> Out;
  for (const DynTypedNode &Node : Around) {
    if (Node.get<FunctionDecl>())
      Out.clear();
    else if (const auto *S = Node.get<Stmt>())
      Out.push_back(S);
  }
  return Out;
}

std::vector<Use> findUses(const ASTContext &Ctx,
                          llvm::function_ref<bool(const Expr *)> Wanted) {
  UseFinder Finder(Ctx.getSourceManager(), Wanted);
  for (Decl *D : Ctx.getTraversalScope())
    Finder.TraverseDecl(D);
  return std::move(Finder.Out);
}

std::vector<Use> findUses(const VarDecl &Var, const ASTContext &Ctx) {
  return findUses(Ctx, [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl()->getCanonicalDecl() == Var.getCanonicalDecl();
  });
}

} // namespace cudapipe
