//===- LambdaAroundLoop.cpp - Loops in lambdas that run once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LambdaAroundLoop.h"
#include "../Rewrite/Layout.h"
#include "MeaningPrinter.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class LambdaInliner {
public:
  LambdaInliner(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Uses(Kernel.getBody()) {}

  std::optional<InlinedLoop> run();

private:
  const VarDecl *lambda() const;
  const CallExpr *callOf(const VarDecl &Lambda) const;
  bool loopsBetween(const Stmt *S, TextRange Between) const;
  std::optional<std::string> printed(const CalledText &Called,
                                     TextRange Call) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  VariableUses Uses;
};

} // namespace

/// The variable that is made of the lambda around the loop.
const VarDecl *LambdaInliner::lambda() const {
  const Stmt *Made = &Loop;
  while (Made && !isa<LambdaExpr>(Made))
    Made = Uses.parentOf(Made);
  for (const VarDecl *Var : Uses.variables())
    if (Made && Var->getInit() && Var->getInit()->IgnoreImplicit() == Made)
      return Var;
  return nullptr;
}

/// Its only call, if that is a statement of a block.
const CallExpr *LambdaInliner::callOf(const VarDecl &Lambda) const {
  if (Uses.usesOf(&Lambda).size() != 1)
    return nullptr;
  const DeclRefExpr *Ref = Uses.usesOf(&Lambda).front();
  const Stmt *Call = Ref;
  while (Call && !isa<CXXOperatorCallExpr>(Call))
    Call = Uses.parentOf(Call);
  const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Call);
  if (!Operator || Operator->getOperator() != OO_Call ||
      Operator->getArg(0)->IgnoreParenImpCasts() != Ref)
    return nullptr;
  const Stmt *Whole = Operator;
  while (isa_and_nonnull<ExprWithCleanups>(Uses.parentOf(Whole)))
    Whole = Uses.parentOf(Whole);
  return Uses.blockOf(Whole) ? Operator : nullptr;
}

/// The order of the loops would change.
bool LambdaInliner::loopsBetween(const Stmt *S, TextRange Between) const {
  return holds(S, [&](const Stmt &At) {
    unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(At.getBeginLoc()));
    return isa<ForStmt, WhileStmt, DoStmt>(At) && Between.Begin <= Offset &&
           Offset < Between.End;
  });
}

/// What stands in the place of \p Call, in braces if its names need them.
std::optional<std::string> LambdaInliner::printed(const CalledText &Called,
                                                  TextRange Call) const {
  std::optional<TextRange> All = Text.range(Kernel.getBody());
  unsigned Line = Text.lineStart(Call.Begin);
  if (!All || !Text.text({Line, Call.Begin}).trim().empty())
    return std::nullopt;
  const TextRange &Gone = *Called.Definition;
  NameSet Others = namesIn(Text.text({All->Begin, Gone.Begin}).str() + " ; " +
                           Text.text({Gone.End, Call.Begin}).str() + " ; " +
                           Text.text({Call.End, All->End}).str());
  bool Flat = llvm::none_of(
      Called.Declares, [&](const auto &Name) { return Others.count(Name); });
  StringRef Indent = Text.indentAt(Call.Begin);
  std::string Inner =
      Flat ? Indent.str() : (Indent + indentUnit(Text.code())).str();
  std::string Lines = Called.Comment;
  if (!Lines.empty() && !StringRef(Lines).ends_with("\n"))
    Lines += "\n";
  std::string Body =
      reindent(StringRef(Lines + Called.Body).rtrim(), "", Inner);
  return Flat ? Body.substr(Inner.size())
              : "{\n" + Body + "\n" + Indent.str() + "}";
}

std::optional<InlinedLoop> LambdaInliner::run() {
  const VarDecl *Lambda = lambda();
  const CallExpr *Call = Lambda ? callOf(*Lambda) : nullptr;
  std::optional<TextRange> Range = Call ? Text.statement(Call) : std::nullopt;
  if (!Range)
    return std::nullopt;
  std::optional<CalledText> Called =
      textOfLambda(*Call, *Lambda, {Kernel, Text, *Range, Ctx});
  if (!Called || !Called->Definition || !Called->Passed ||
      Called->PragmasAtLineStart || Called->Definition->End > Range->Begin ||
      loopsBetween(Kernel.getBody(), {Called->Definition->End, Range->Begin}))
    return std::nullopt;
  std::optional<std::string> Body = printed(*Called, *Range);
  if (!Body)
    return std::nullopt;
  TextRange Gone = withBlankLine(*Called->Definition, Text);
  std::optional<tooling::AtomicChange> Change = Text.change(
      Loop.getBeginLoc(), {TextEdit{Gone, ""}, TextEdit{*Range, *Body}});
  if (!Change)
    return std::nullopt;
  MeaningPrinter Meaning(Kernel, Ctx);
  Meaning.expand(*Called->Passed);
  return InlinedLoop{std::move(*Change), Meaning.print(*Kernel.getBody())};
}

std::optional<InlinedLoop> inlineLambdaAround(const LoopCandidate &Candidate,
                                              ASTContext &Ctx) {
  return LambdaInliner(Candidate, Ctx).run();
}

} // namespace cudapipe
