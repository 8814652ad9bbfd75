//===- ValueInliner.h - The steps behind inlineValues() ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values stand in InlineValues.cpp, pointers in InlinePointers.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_VALUEINLINER_H
#define CUDAPIPE_LIB_INLINE_VALUEINLINER_H

#include "../Rewrite/SourceText.h"
#include "HeldValues.h"
#include "MovingPointers.h"
#include "VariableUses.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"

namespace cudapipe {

class ValueInliner {
public:
  ValueInliner(const LoopCandidate &Candidate, const clang::ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Found(Kernel.getBody()), Values(findHeldValues(Candidate, Ctx)) {}

  /// Finds out about \p Pointers, too.
  void addPointers(std::vector<MovingPointer> Pointers);
  std::optional<clang::tooling::AtomicChange> run();

private:
  std::optional<std::string> textOf(const clang::Expr *E) const;
  std::optional<std::string> fillText(const HeldValue &V) const;
  std::optional<std::string> guardText(const HeldValue &V) const;
  std::optional<std::string> valueText(const HeldValue &V) const;
  std::optional<std::string> pointerText(const MovingPointer &P) const;
  std::optional<TextEdit> useOf(const MovingPointer &P,
                                const clang::DeclRefExpr *Use,
                                llvm::StringRef Pointer) const;
  bool meansTheSame(llvm::StringRef Value, clang::SourceLocation From,
                    clang::SourceLocation To) const;
  bool isAllText(const clang::VarDecl &Var, const clang::Stmt *First,
                 const clang::Stmt *Last) const;
  std::optional<TextEdit> removal(const clang::Stmt *S) const;
  std::optional<TextEdit> removalWithComment(const clang::Stmt *S) const;
  void closeGaps();
  std::optional<TextEdit> removalOfStep(const clang::Expr *Step) const;
  std::string commentsIn(TextRange Range) const;

  const clang::FunctionDecl &Kernel;
  const clang::Stmt &Loop;
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  SourceText Text;
  VariableUses Found;
  std::vector<HeldValue> Values;
  /// What stands for the uses of pointers, and what takes these out.
  std::vector<TextEdit> PointerUses, PointerRemovals;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_VALUEINLINER_H
