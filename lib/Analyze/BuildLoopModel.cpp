//===- BuildLoopModel.cpp - Candidate to facts ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BuildLoopModel.h"
#include "LoopAnalysis.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

LoopAnalysis::LoopAnalysis(const FunctionDecl &Kernel, const Stmt &Loop,
                           const ASTContext &Ctx, bool AssumeNoAlias)
    : Ctx(Ctx), AssumeNoAlias(AssumeNoAlias), Flow(Kernel),
      Parents(Kernel.getBody()) {
  M.Kernel = &Kernel;
  M.Loop = &Loop;
  M.LoopWithPragmas = &Loop;
  if (const auto *Attributed =
          dyn_cast_or_null<AttributedStmt>(Parents.getParent(&Loop)))
    M.LoopWithPragmas = Attributed;
}

bool LoopAnalysis::declaredInBody(const VarDecl *Var) const {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(Var->getLocation());
  SourceLocation Begin = SM.getExpansionLoc(M.Body->getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(M.Body->getEndLoc());
  return !SM.isBeforeInTranslationUnit(Loc, Begin) &&
         SM.isBeforeInTranslationUnit(Loc, End);
}

bool LoopAnalysis::isInvariant(const Expr *E, const VarDecl *Except) const {
  Effects X = effectsOf(E, Flow, Ctx);
  if (!X.Writes.empty() || !X.MemoryWrites.empty() || !X.MemoryReads.empty() ||
      !X.Unknown.empty() || !X.Pinned.empty())
    return false;
  return llvm::none_of(X.Reads, [&](const VarDecl *Var) {
    return Var != Except && WrittenInLoop.count(Var);
  });
}

std::string quoted(const Stmt *S, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Range = CharSourceRange::getTokenRange(
      SM.getExpansionRange(S->getSourceRange()).getAsRange());
  std::string Text = Lexer::getSourceText(Range, SM, Ctx.getLangOpts()).str();
  std::string Line;
  for (char C : Text)
    if (!isWhitespace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  if (Line.size() > 60)
    Line = Line.substr(0, 57) + "...";
  return "'" + Line + "'";
}

std::string quoted(const NamedDecl *D) {
  return "'" + D->getNameAsString() + "'";
}

OrRejection<LoopModel> buildLoopModel(const LoopCandidate &Candidate,
                                      const ASTContext &Ctx,
                                      bool AssumeNoAlias) {
  LoopAnalysis A(*Candidate.Kernel, *Candidate.Loop, Ctx, AssumeNoAlias);
  for (auto *Step : {readHeader, readItems, readBarriers, sliceLoad, readCopies,
                     checkSources, checkUniform})
    if (MaybeRejection Why = Step(A))
      return *Why;
  checkSecondBuffer(A);
  readSurroundings(A);
  return std::move(A.M);
}

} // namespace cudapipe
