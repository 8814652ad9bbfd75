//===- SkipTest.h - What decides that a trip is skipped ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (causal)                          causal && k > last ||
//     if (k > last)                      k < first
//       continue;                 ->
//   if (k < first)
//     continue;
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_SKIPTEST_H
#define CUDAPIPE_LIB_INLINE_SKIPTEST_H

#include "../Rewrite/SourceText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// A condition, as text and in the AST.
struct SkipCondition {
  std::string Text;
  /// Null: an instantiation does not have it.
  const clang::Expr *Is = nullptr;
  /// What Text is, perhaps in the template only: it may need parentheses.
  const clang::Expr *Spelled = nullptr;
  /// In another build it may be anything: it needs parentheses.
  bool IsLoose = false;
};

/// By which a trip skips what follows in the body of its loop, or the `if`
/// around it all.
struct SkipTest {
  /// Of When.Text: a line may end here.
  static constexpr char NewLine = '\v';

  /// They stand behind each other, with nothing between.
  llvm::SmallVector<const clang::IfStmt *, 2> Tests;
  /// The `if` around it all: the innermost of several.
  const clang::IfStmt *Around = nullptr;
  /// What is skipped.
  llvm::SmallVector<clang::Stmt *, 8> Rest;
  /// What a trip does that is skipped.
  llvm::SmallVector<clang::Stmt *, 2> Instead;
  SkipCondition When;
  /// The tests are more than a condition: they stay, and these set a variable.
  llvm::SmallVector<const clang::ContinueStmt *, 2> Jumps;
  /// All that has to be the same for all threads that skip a trip together.
  llvm::SmallVector<const clang::Expr *, 4> Asked;
};

/// The last of the tests that \p Body, a loop's in \p Kernel, has among its
/// statements: \p IsPhase says of what stands in an `if` that it is all of a
/// trip.
std::optional<SkipTest>
lastSkipTest(const clang::CompoundStmt &Body, const clang::FunctionDecl &Kernel,
             const SourceText &Text,
             llvm::function_ref<bool(llvm::ArrayRef<clang::Stmt *>)> IsPhase,
             clang::ASTContext &Ctx);

/// \p A and \p B, or one of them (\p Op).
SkipCondition joined(const SkipCondition &A, const SkipCondition &B,
                     clang::BinaryOperatorKind Op, char Between,
                     clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_SKIPTEST_H
