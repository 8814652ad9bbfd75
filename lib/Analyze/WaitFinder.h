//===- WaitFinder.h - Loops that wait for others ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_WAITFINDER_H
#define CUDAPIPE_LIB_ANALYZE_WAITFINDER_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace cudapipe {

/// Whether a loop goes round until memory changes, as others write it:
///   while (state != expected)
///     state = load(lock);
/// Nothing that its end hangs on moves by itself, and memory has a part in it.
class WaitFinder {
public:
  /// \p Cond may be null; ifs that leave \p Loop count besides.
  bool isWait(const clang::Stmt *Loop, const clang::Expr *Cond) {
    if (Cond)
      addTo(Ends, Cond);
    collect(Loop, 0);
    bool Memory = Ends.Memory;
    return (!moves(Ends, Memory) && Memory) || asksAgain(Cond);
  }

private:
  /// A part of \p Cond asks the cache of all blocks for the same again, however
  /// often at most: `tries < 1000 && __ldcg(flag) == 0`.
  bool asksAgain(const clang::Expr *Cond) {
    if (!Cond)
      return false;
    Cond = Cond->IgnoreParenImpCasts();
    if (const auto *Op = llvm::dyn_cast<clang::BinaryOperator>(Cond);
        Op && Op->isLogicalOp())
      return asksAgain(Op->getLHS()) || asksAgain(Op->getRHS());
    Parts P;
    addTo(P, Cond);
    Seen.clear();
    OnTheWay.clear();
    bool Memory = false;
    return loadsPast(Cond) && !moves(P, Memory);
  }

  /// A load in \p S goes past the cache of the multiprocessor.
  static bool loadsPast(const clang::Stmt *S) {
    if (!S)
      return false;
    const auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *Callee =
        Call ? Call->getDirectCallee() : nullptr;
    return (Callee && Callee->getIdentifier() &&
            Callee->getName().starts_with("__ldc")) ||
           llvm::any_of(S->children(), loadsPast);
  }

  using DeclSet = llvm::SmallPtrSet<const clang::ValueDecl *, 8>;
  /// What a value is made of.
  struct Parts {
    DeclSet Decls;
    bool Memory = false;
  };

  static const clang::ValueDecl *named(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
      return Ref->getDecl();
    if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E))
      return llvm::isa<clang::CXXThisExpr>(
                 Member->getBase()->IgnoreParenImpCasts())
                 ? Member->getMemberDecl()
                 : named(Member->getBase());
    if (const auto *Element = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
      return named(Element->getBase());
    if (const auto *Op = llvm::dyn_cast<clang::UnaryOperator>(E))
      return named(Op->getSubExpr());
    return nullptr;
  }

  void addTo(Parts &P, const clang::Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      P.Decls.insert(Ref->getDecl());
    if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(S)) {
      P.Decls.insert(Member->getMemberDecl());
      P.Memory |=
          Member->isArrow() && !llvm::isa<clang::CXXThisExpr>(
                                   Member->getBase()->IgnoreParenImpCasts());
    }
    if (const auto *Element = llvm::dyn_cast<clang::ArraySubscriptExpr>(S))
      P.Memory |=
          !Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
    if (const auto *Op = llvm::dyn_cast<clang::UnaryOperator>(S))
      P.Memory |= Op->getOpcode() == clang::UO_Deref;
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      for (const clang::Expr *Arg : Call->arguments())
        P.Memory |= Arg->getType()->isPointerType();
    for (const clang::Stmt *Child : S->children())
      addTo(P, Child);
  }

  void set(const clang::Expr *Target, const clang::Stmt *Value, bool Moves) {
    const clang::ValueDecl *To = named(Target);
    if (!To)
      return;
    if (Moves)
      Moved.insert(To);
    if (Value)
      addTo(Sets[To], Value);
  }

  static bool leaves(const clang::Stmt *S) {
    return S &&
           (llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt>(
                S) ||
            llvm::any_of(S->children(), leaves));
  }

  void collectCall(const clang::CallExpr &Call, unsigned Depth) {
    const clang::FunctionDecl *Callee = Call.getDirectCallee();
    const auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Callee);
    const auto *MemberCall = llvm::dyn_cast<clang::CXXMemberCallExpr>(&Call);
    const clang::FunctionDecl *Body = nullptr;
    const clang::Expr *Object =
        MemberCall ? MemberCall->getImplicitObjectArgument() : nullptr;
    bool Inside = Method && (Method->getParent()->isLambda() ||
                             (Object && llvm::isa<clang::CXXThisExpr>(
                                            Object->IgnoreParenImpCasts())));
    if (Inside && Callee->hasBody(Body) && Depth < 4)
      collect(Body->getBody(), Depth + 1);
    else if (Object && !(Method && Method->isConst()))
      set(Object, nullptr, /*Moves=*/true);
    else if (llvm::isa<clang::CXXOperatorCallExpr>(Call) && Method &&
             !Method->isConst())
      set(Call.getArg(0), nullptr, /*Moves=*/true);
    // What only an instantiation resolves may change anything.
    if (!Callee)
      for (const clang::Expr *Arg : Call.arguments())
        set(Arg, nullptr, /*Moves=*/true);
    for (auto [I, Arg] : llvm::enumerate(Call.arguments())) {
      const bool HasObject =
          llvm::isa<clang::CXXOperatorCallExpr>(Call) && Method;
      if (HasObject && I == 0)
        continue;
      const unsigned Param = I - HasObject;
      clang::QualType Type = Callee && Param < Callee->getNumParams()
                                 ? Callee->getParamDecl(Param)->getType()
                                 : Arg->getType();
      clang::QualType Pointee = Type->getPointeeType();
      if (!Pointee.isNull() && !Pointee.isConstQualified() &&
          !(Type->isPointerType() && named(Arg) &&
            named(Arg)->getType()->isPointerType()))
        set(Arg, nullptr, /*Moves=*/true);
    }
  }

  void collect(const clang::Stmt *S, unsigned Depth) {
    if (!S)
      return;
    if (const auto *Op = llvm::dyn_cast<clang::UnaryOperator>(S);
        Op && Op->isIncrementDecrementOp())
      set(Op->getSubExpr(), nullptr, /*Moves=*/true);
    else if (const auto *Op = llvm::dyn_cast<clang::BinaryOperator>(S);
             Op && Op->isAssignmentOp())
      set(Op->getLHS(), Op->getRHS(), Op->isCompoundAssignmentOp());
    else if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      collectCall(*Call, Depth);
    else if (const auto *If = llvm::dyn_cast<clang::IfStmt>(S);
             If && Depth == 0 &&
             (leaves(If->getThen()) || leaves(If->getElse())))
      addTo(Ends, If->getCond());
    if (const auto *Decls = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *D : Decls->decls())
        if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
            Var && Var->getInit())
          addTo(Sets[Var], Var->getInit());
    if (const auto *Asm = llvm::dyn_cast<clang::GCCAsmStmt>(S))
      for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
        set(Asm->getOutputExpr(I), nullptr, Asm->isOutputPlusConstraint(I));
        if (const clang::ValueDecl *To = named(Asm->getOutputExpr(I)))
          for (unsigned J = 0; J < Asm->getNumInputs(); ++J) {
            addTo(Sets[To], Asm->getInputExpr(J));
            Sets[To].Memory = true;
          }
      }
    for (const clang::Stmt *Child : S->children())
      collect(Child, Depth);
  }

  /// Something that \p From is made of changes by its own value.
  bool moves(const Parts &From, bool &Memory) {
    for (const clang::ValueDecl *D : From.Decls) {
      if (Moved.count(D) || OnTheWay.count(D))
        return true;
      auto Found = Sets.find(D);
      if (Found == Sets.end() || !Seen.insert(D).second)
        continue;
      Memory |= Found->second.Memory;
      OnTheWay.insert(D);
      if (moves(Found->second, Memory))
        return true;
      OnTheWay.erase(D);
    }
    return false;
  }

  Parts Ends;
  std::map<const clang::ValueDecl *, Parts> Sets;
  DeclSet Moved, Seen, OnTheWay;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_WAITFINDER_H
