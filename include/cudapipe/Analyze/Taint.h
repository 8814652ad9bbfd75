//===- cudapipe/Analyze/Taint.h - What depends on a set of variables -*- C++
//-*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which variables take values that depend, by data or by control, on a seed.
// Two questions are asked with it:
//
//   seed threadIdx          -> may threads of a block disagree about this?
//   seed the recurrence     -> does this change from trip to trip?
//
// Flow-insensitive and conservative: "tainted" means "may depend".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_TAINT_H
#define CUDAPIPE_ANALYZE_TAINT_H

#include "cudapipe/Analyze/Effects.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>
#include <memory>

namespace cudapipe {

class StatementEvents;
class ThreadQuestions;

class Taint {
public:
  enum class Seed { ThreadIndex, VariablesOnly };

  /// A member has one value, whatever becomes of its object.
  using MemberTest = std::function<bool(const clang::MemberExpr &)>;

  /// Spreads the seeds over every assignment in \p Scope. Whatever is stored
  /// to them, \p Same are not reached, nor are members of which \p Stays.
  Taint(const clang::Stmt *Scope, const PointerFlow &Flow,
        const clang::ASTContext &Ctx, Seed Kind, VarSet Variables = {},
        VarSet Same = {}, MemberTest Stays = {});

  /// True when the value of \p E may depend on a seed. A value read from memory
  /// depends on its address only.
  bool reaches(const clang::Expr *E) const;
  bool reaches(const clang::VarDecl *Var) const { return Tainted.count(Var); }
  /// The seeds and all variables that may depend on them.
  const VarSet &variables() const { return Tainted; }
  const clang::ASTContext &context() const { return Ctx; }

private:
  void spreadAll();
  void spread(const clang::Stmt *S, bool Control);
  void mark(const clang::Expr *Target, bool IsTainted);
  const clang::Stmt *repeatedPart(const clang::Stmt *S) const;
  bool endsWithBranch(const clang::Expr *Target) const;
  bool endsWithBranch(const clang::VarDecl *Var) const;
  bool reachesCall(const clang::CallExpr &Call) const;
  bool reachesBody(const clang::Stmt *S) const;
  void spreadToArguments(llvm::ArrayRef<const clang::Expr *> Args,
                         const clang::CallExpr *Call, bool Any);
  void spreadToObject(const clang::CXXMemberCallExpr &Call);
  bool leavesUnderTaint(const clang::Stmt *S, bool Control) const;
  /// What makes everything in \p S, a loop or a branch, hang on a seed.
  bool controls(const clang::Stmt *S, bool Control) const;
  class Walk;
  bool comparesEvenly(const clang::BinaryOperator &Op) const;

  const clang::Stmt *Scope;
  const PointerFlow &Flow;
  const clang::ASTContext &Ctx;
  Seed Kind;
  VarSet Tainted, Same;
  MemberTest Stays;
  /// While spreading: the innermost tainted `if` around, and whether more than
  /// such an `if` hangs on a seed.
  const clang::Stmt *Branch = nullptr;
  bool UnderMore = false;
  /// Of the AST.
  StatementEvents &Events;
  std::shared_ptr<ThreadQuestions> Questions;
  /// The parts of its object that a call may write.
  llvm::DenseMap<const clang::CXXMemberCallExpr *, VarSet> Written;
  /// Bodies of lambdas that are being looked at.
  mutable llvm::SmallPtrSet<const clang::FunctionDecl *, 4> Entered;
  /// Comparisons that are taken to be even while that is being shown.
  mutable llvm::SmallPtrSet<const clang::BinaryOperator *, 2> Assumed;
};

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_TAINT_H
