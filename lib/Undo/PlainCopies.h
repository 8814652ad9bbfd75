//===- PlainCopies.h - Asynchronous copies as assignments -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_PLAINCOPIES_H
#define CUDAPIPE_LIB_UNDO_PLAINCOPIES_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Rules/Rejection.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudapipe {

/// The edits that make the asynchronous copies of a statement plain ones.
class PlainCopies {
public:
  PlainCopies(const SourceText &Source, const clang::ASTContext &Ctx)
      : Source(Source), Ctx(Ctx) {}

  /// Adds those of \p S to \p Edits; false: whyNot() says why.
  bool add(const clang::Stmt *S, std::vector<TextEdit> &Edits);
  /// Adds those of the first three of \p All, `int thread = ..; int element =
  /// thread * (wide ? 4 : 1); if (element < N) ..`, where that is what they
  /// are: each thread has the element of its own row and column.
  bool addOwnElement(llvm::ArrayRef<const clang::Stmt *> All,
                     std::vector<TextEdit> &Edits);
  /// Adds to \p Edits what \p S counts by where copies are not wide:
  /// `tid * (wide ? 4 : 1)` is `tid`.
  void addCounts(const clang::Stmt *S, std::vector<TextEdit> &Edits) const;
  const std::optional<Rejection> &whyNot() const { return Why; }
  /// What is assigned to in the place of copies, as it is written.
  llvm::ArrayRef<std::string> places() const { return Places; }
  /// Copies of another width were left out.
  bool hadWidths() const { return HadWidths; }

private:
  struct Assignment {
    std::string To, From;
    /// From is stored if it equals IsTrue, else Zero is; empty: it always is.
    std::string Condition, Zero;
    bool IsTrue = true;
  };
  bool refuse(const clang::Stmt *S, llvm::StringRef Detail);
  bool addIf(const clang::IfStmt &If, std::vector<TextEdit> &Edits,
             bool &IsDone);
  std::optional<Assignment> read(const clang::Stmt *S);
  std::string lvalue(const clang::Expr *Pointer, llvm::StringRef Cast);
  std::string zero(clang::QualType Type) const;
  std::string spell(const Assignment &Copy, unsigned At);
  bool isCopy(const clang::Stmt *S) const;
  bool holdsCopy(const clang::Stmt *S) const;

  const SourceText &Source;
  const clang::ASTContext &Ctx;
  std::optional<Rejection> Why;
  std::vector<std::string> Places;
  bool HadWidths = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 1> Widths; ///< What says which.
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_PLAINCOPIES_H
