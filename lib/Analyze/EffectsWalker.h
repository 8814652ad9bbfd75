//===- EffectsWalker.h - The walk behind effectsOf() ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements are in Effects.cpp, expressions in ExprEffects.cpp, calls in
// CallEffects.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_EFFECTSWALKER_H
#define CUDAPIPE_LIB_ANALYZE_EFFECTSWALKER_H

#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudapipe {

class EffectsWalker {
public:
  EffectsWalker(Effects &Out, const PointerFlow &Flow,
                const clang::ASTContext &Ctx, unsigned CallDepth = 0)
      : Out(Out), Flow(Flow), Ctx(Ctx), CallDepth(CallDepth) {}

  void statement(const clang::Stmt *S);
  /// What is surely written when the walk is over.
  const VarSet &written() const { return Written; }

private:
  enum AccessTy { Read = 1, Write = 2, ReadWrite = 3 };

  void declare(const clang::VarDecl &Var);
  void loopBody(const clang::Stmt *Body, const clang::Stmt *Increment);
  void waits(const clang::Stmt &Loop, llvm::ArrayRef<const clang::Stmt *> Body,
             const clang::Expr *Cond);
  void jumpsBack(const clang::CompoundStmt &Block);
  void value(const clang::Stmt &S);
  void branches(llvm::function_ref<void()> Then,
                llvm::function_ref<void()> Else);

  /// Evaluates \p E and throws the result away.
  void discard(const clang::Expr *E);
  /// Evaluates \p E and uses its value.
  void read(const clang::Expr *E);
  /// Evaluates which object the glvalue \p E is, without touching the object.
  void address(const clang::Expr *E);
  /// Evaluates the glvalue \p E and accesses the object.
  void object(const clang::Expr *E, AccessTy Access);
  void assignment(const clang::BinaryOperator &Op);

  void touch(const clang::Expr *Where, const MemoryRoot &Root, AccessTy Access,
             bool Whole);
  void touch(const clang::Expr *Where, const RootSet &Roots, AccessTy Access,
             bool Whole = false);
  void kill(const clang::VarDecl *Var) { Written.insert(Var); }

  void call(const clang::CallExpr &Call);
  void construct(const clang::CXXConstructExpr &Construct);
  void arguments(const clang::FunctionDecl *Callee,
                 llvm::ArrayRef<const clang::Expr *> Args);
  void libraryCall(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                   const clang::Expr *Object,
                   llvm::ArrayRef<const clang::Expr *> Args);
  void userCall(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                const clang::Expr *Object,
                llvm::ArrayRef<const clang::Expr *> Args,
                bool Constructs = false);
  void asmLoads(const clang::GCCAsmStmt &Asm, llvm::StringRef Text);
  void libraryWait(const clang::Expr &Call, const clang::FunctionDecl &Callee,
                   const clang::Expr *Object,
                   llvm::ArrayRef<const clang::Expr *> Args);
  void asyncCopy(const AsyncOperation &Op);
  void dependentCall(const clang::CallExpr &Call);
  bool dependentOperator(const clang::CXXOperatorCallExpr &Call);

  Effects &Out;
  const PointerFlow &Flow;
  const clang::ASTContext &Ctx;
  VarSet Written, SwitchHead;
  const clang::Expr *Discarded = nullptr;
  unsigned LoopDepth = 0, BreakDepth = 0;
  unsigned CallDepth;
  /// How what is being read is read.
  MemoryAccess::ReaderTy Reader = MemoryAccess::Plain;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_EFFECTSWALKER_H
