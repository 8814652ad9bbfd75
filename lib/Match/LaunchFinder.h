//===- LaunchFinder.h - The steps behind findLaunches() ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_MATCH_LAUNCHFINDER_H
#define CUDAPIPE_LIB_MATCH_LAUNCHFINDER_H

#include "Uses.h"
#include "cudapipe/Match/LaunchSites.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudapipe {

/// The declaration that stands for \p F and all instantiations of its template;
/// an explicit specialization stands for itself.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl &F);

/// The name of what \p Call calls, in a template too; "" if it has none.
std::string calleeName(const clang::CallExpr &Call);

class LaunchFinder {
public:
  LaunchFinder(const clang::FunctionDecl &Kernel, const clang::ASTContext &Ctx,
               const EditScope &Scope);
  LaunchSites find();

private:
  bool isKernel(const clang::Decl *D) const;
  bool names(const clang::Expr *E);
  bool isOnlyKernel(const clang::Expr *E);
  void classify(const Use &U);
  void mayWantAllBlocks(const Use &U);
  void classifyCall(const clang::CallExpr &Call, const clang::Expr *Outer,
                    const Use &U);
  void addSite(LaunchSite::KindTy Kind, const clang::CallExpr &At, const Use &U,
               const clang::Expr *Size);
  bool hold(const clang::VarDecl &Var, const clang::Expr *Value);
  /// Fills in what the configuration of \p Site says; false: out of sight.
  bool readConfig(LaunchSite &Site);

  void findNamesInStrings();
  void findNamesInSkippedCode();
  void findLaunchesElsewhere();
  void findSizeVariables();

  void hide(clang::SourceRange Where, const llvm::Twine &Why,
            OutOfSight::NeedsTy Needs = OutOfSight::Nothing);
  std::string name() const { return Kernel.getNameAsString(); }

  const clang::FunctionDecl &Kernel;
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  const EditScope &Scope;
  LaunchSites Out;
  /// Local variables that hold this kernel only.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Holders;
  bool Grown = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_MATCH_LAUNCHFINDER_H
