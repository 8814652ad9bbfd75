//===- Items.cpp - The user's statements, told apart ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Items.h"
#include "Operations.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Each instantiation has one branch of it, and not the same.
bool isOfInstance(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  return If && If->isConstexpr();
}

class Signature {
public:
  explicit Signature(bool MemoryOnly) : MemoryOnly(MemoryOnly) {}

  void add(const Stmt *S) {
    if (!S || isOfInstance(S))
      return;
    if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
      if (Op->isAssignmentOp())
        addTarget(Op->getLHS());
    } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
      if (Op->isIncrementDecrementOp())
        addTarget(Op->getSubExpr());
    } else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(S)) {
      if (Op->isAssignmentOp())
        addTarget(Op->getArg(0));
    } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && !MemoryOnly)
          Names += " " + Var->getNameAsString();
    }
    for (const Stmt *Child : S->children())
      add(Child);
  }
  std::string Names;

private:
  /// Variable or array, by its name; what is behind other pointers has none.
  void addTarget(const Expr *E) {
    bool IsMemory = false;
    while (true) {
      E = E->IgnoreParenCasts();
      if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
        E = subscriptBase(*Sub);
        IsMemory = true;
      } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
        if (Member->isImplicitAccess()) {
          Names += " ." + Member->getMemberNameInfo().getAsString();
          return;
        }
        E = Member->getBase();
      } else {
        break;
      }
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (Ref && (IsMemory || !MemoryOnly))
      Names += " " + Ref->getDecl()->getNameAsString();
  }

  bool MemoryOnly;
};

/// The name of what \p Call calls, also of what only an instantiation resolves.
std::string nameOfCallee(const CallExpr &Call) {
  if (llvm::StringRef Name = calledName(Call); !Name.empty())
    return Name.str();
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Static = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    return Static->getDeclName().getAsString();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  return Ref ? Ref->getNameInfo().getAsString() : "";
}

} // namespace

std::string signatureOf(const Stmt *S, bool MemoryOnly) {
  Signature Out(MemoryOnly);
  Out.add(S);
  // Of statements that do nothing but call. We call __syncwarp(), too.
  if (const auto *E = dyn_cast<Expr>(S); E && !MemoryOnly)
    if (const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
        Call && !isa<CXXOperatorCallExpr>(Call) &&
        calledName(*Call) != "__syncwarp")
      Out.Names += " " + nameOfCallee(*Call) + "()";
  return Out.Names;
}

void addSignatures(const Stmt *S, llvm::ArrayRef<std::string> Wanted,
                   bool MemoryOnly, std::vector<std::string> &Out) {
  if (!S || isa<LambdaExpr>(S) || isOfInstance(S))
    return;
  std::string Names = signatureOf(S, MemoryOnly);
  if (llvm::is_contained(Wanted, Names))
    Out.push_back(std::move(Names));
  else if (!Names.empty())
    for (const Stmt *Child : S->children())
      addSignatures(Child, Wanted, MemoryOnly, Out);
}

} // namespace cudapipe
