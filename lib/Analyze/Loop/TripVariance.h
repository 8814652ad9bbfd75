//===- TripVariance.h - What is another from trip to trip -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about an expression in a function that a loop calls, answered in
// the loop's own names: `bar` of `wait(uint64_t *bar)` is `&full[s]` there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TRIPVARIANCE_H
#define CUDAPIPE_LIB_ANALYZE_TRIPVARIANCE_H

#include "cudapipe/Analyze/TransferStep.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudapipe {

class TripVariance {
public:
  TripVariance(const clang::Stmt &Loop, const clang::ASTContext &Ctx);

  /// \p E, at the end of \p Calls, is another from trip to trip.
  bool varies(const clang::Expr *E,
              llvm::ArrayRef<const clang::CallExpr *> Calls);
  /// What \p E is a part of: `s.full` of `&s.full[k % 4]`; empty if it cannot
  /// be told.
  std::string rootOf(const clang::Expr *E,
                     llvm::ArrayRef<const clang::CallExpr *> Calls,
                     unsigned Depth = 0);
  /// How many places \p E goes through before it is where it was; 0 where no
  /// constant tells.
  unsigned lengthOf(const clang::Expr *E,
                    llvm::ArrayRef<const clang::CallExpr *> Calls,
                    unsigned Depth = 0);
  /// The pipeline that \p E names is one of so many stages; 0: not known.
  unsigned stagesOfPipeline(const clang::Expr *E,
                            llvm::ArrayRef<const clang::CallExpr *> Calls,
                            unsigned Depth = 0);

private:
  using Way = llvm::ArrayRef<const clang::CallExpr *>;
  void collectChanged(const clang::Stmt *S, unsigned Depth);
  void addChanged(const clang::Expr *Target);
  /// What the parameter \p Var is given on \p Calls, and the way there; null
  /// if it is none.
  const clang::Expr *argumentOf(const clang::VarDecl *Var, Way &Calls) const;
  const clang::Expr *objectOf(Way &Calls) const;
  bool variesVariable(const clang::VarDecl *Var, Way Calls);
  bool isDeclaredInLoop(const clang::VarDecl *Var) const;
  unsigned wrapOf(const clang::VarDecl *Var, const clang::Stmt *Within,
                  unsigned Depth);
  unsigned extentOf(const clang::Expr *Base, Way Calls, unsigned Depth);

  const clang::Stmt &Loop;
  const clang::ASTContext &Ctx;
  /// Variables of the loop's function that it sets.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Changed;
  /// What is stored to variables, here and in called functions.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Values;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Asked;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TRIPVARIANCE_H
