//===- CountingLoops.cpp - Copy loops that count in their header ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountingLoops.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class LoopCounter {
public:
  LoopCounter(const LoopCandidate &Candidate,
              llvm::function_ref<bool(const Stmt *)> StoresTile,
              const SourceText &Text, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        StoresTile(StoresTile), Text(Text), Ctx(Ctx), Flow(Kernel),
        Uses(Kernel.getBody()) {}

  void visit(const Stmt *S);
  CountingLoops take() { return std::move(Out); }

private:
  /// Where the counter of a loop gets its first value.
  struct Start {
    const Stmt *S;
    const VarDecl *Var;
  };
  bool count(const WhileStmt &While, llvm::ArrayRef<const Stmt *> Before);
  std::optional<Start> startOf(const WhileStmt &While,
                               llvm::ArrayRef<const Stmt *> Before) const;
  const Expr *stepOf(const CompoundStmt &Body, const VarDecl &Var) const;
  std::optional<std::string> commentOf(const TextEdit &Gone) const;
  std::optional<TextEdit> without(const Stmt *S) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  llvm::function_ref<bool(const Stmt *)> StoresTile;
  const SourceText &Text;
  ASTContext &Ctx;
  PointerFlow Flow;
  VariableUses Uses;
  CountingLoops Out;
};

} // namespace

/// A `continue` in \p S goes on with the loop around \p S.
static bool continues(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return false;
  return isa<ContinueStmt>(S) || llvm::any_of(S->children(), continues);
}

/// \p S names a variable that \p Block declares.
static bool namesOwn(const Stmt *S, const CompoundStmt &Block) {
  for (const Stmt *Inner : Block.body())
    if (const auto *Decls = dyn_cast<DeclStmt>(Inner))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && mentions(S, Var))
          return true;
  return false;
}

/// `i` of `i = e`, as a statement.
static const VarDecl *assignedBy(const Stmt *S) {
  const auto *Op = dyn_cast<BinaryOperator>(S);
  const auto *Ref = Op && Op->getOpcode() == BO_Assign
                        ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens())
                        : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p S changes nothing but what it declares.
static bool onlyDeclares(const Stmt *S, const ASTContext &Ctx) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && llvm::all_of(Decls->decls(), [&](const Decl *D) {
           const auto *Var = dyn_cast<VarDecl>(D);
           return Var && Var->getType()->isScalarType() &&
                  (!Var->getInit() || !Var->getInit()->HasSideEffects(Ctx));
         });
}

/// The statement of \p Before that sets the counter of \p While. Between them
/// stand declarations that do not name it.
std::optional<LoopCounter::Start>
LoopCounter::startOf(const WhileStmt &While,
                     llvm::ArrayRef<const Stmt *> Before) const {
  llvm::SmallVector<const Stmt *> Between;
  for (const Stmt *S : llvm::reverse(Before)) {
    const VarDecl *Var = assignedBy(S);
    const auto *Decls = dyn_cast<DeclStmt>(S);
    if (Decls && Decls->isSingleDecl()) {
      Var = dyn_cast<VarDecl>(Decls->getSingleDecl());
      if (Var && !Var->getInit())
        Var = nullptr;
    }
    if (Var && mentions(While.getCond(), Var) &&
        mentions(While.getBody(), Var)) {
      const Expr *Value =
          Decls ? Var->getInit() : cast<BinaryOperator>(S)->getRHS();
      bool Moves = S == Before.back() || !Value->HasSideEffects(Ctx);
      if (!Moves || !Var->hasLocalStorage() ||
          !Var->getType()->isIntegerType() || Flow.isAliased(Var) ||
          llvm::any_of(Between,
                       [&](const Stmt *Other) { return mentions(Other, Var); }))
        return std::nullopt;
      // One that the header declares ends with the loop.
      if (Decls && llvm::any_of(Uses.usesOf(Var), [&](const DeclRefExpr *Ref) {
            return !Uses.contains(&While, Ref);
          }))
        return std::nullopt;
      return Start{S, Var};
    }
    if (!onlyDeclares(S, Ctx))
      return std::nullopt;
    Between.push_back(S);
  }
  return std::nullopt;
}

/// The statement of \p Body that changes \p Var, if it could as well be the
/// last one.
const Expr *LoopCounter::stepOf(const CompoundStmt &Body,
                                const VarDecl &Var) const {
  const Expr *Step = nullptr;
  for (const Stmt *S : Body.body()) {
    const auto *E = dyn_cast<Expr>(S);
    if (Step && (mentions(S, &Var) || Flow.isAliased(&Var)))
      return nullptr;
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(E);
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(E);
    const Expr *Changed =
        Unary && Unary->isIncrementDecrementOp() ? Unary->getSubExpr()
        : Binary && Binary->isAssignmentOp()     ? Binary->getLHS()
                                                 : nullptr;
    const auto *Ref =
        Changed ? dyn_cast<DeclRefExpr>(Changed->IgnoreParens()) : nullptr;
    if (!Ref || Ref->getDecl() != &Var)
      continue;
    Step = E;
    // What it adds may change behind it.
    if (S != Body.body_back() && Binary &&
        !Binary->getRHS()->isIntegerConstantExpr(Ctx))
      return nullptr;
  }
  return Step && !namesOwn(Step, Body) ? Step : nullptr;
}

/// Takes \p S out, with its line if nothing else stands there.
std::optional<TextEdit> LoopCounter::without(const Stmt *S) const {
  std::optional<TextRange> At = Text.statement(S);
  if (!At)
    return std::nullopt;
  unsigned Line = Text.lineStart(At->Begin);
  size_t End = Text.code().find('\n', At->End);
  if (End != StringRef::npos && Text.text({Line, At->Begin}).trim().empty() &&
      Text.text({At->End, unsigned(End)}).trim().empty())
    return TextEdit{{Line, unsigned(End) + 1}, ""};
  return TextEdit{*At, ""};
}

/// The comment behind a statement that \p Gone takes out, alone in its line. It
/// would stay without it.
std::optional<std::string> LoopCounter::commentOf(const TextEdit &Gone) const {
  unsigned Line = Text.lineStart(Gone.Range.Begin),
           End = Text.endOfTrivia(Gone.Range.End);
  StringRef Comment = Text.text({Gone.Range.End, End}).trim();
  return Text.text({Line, Gone.Range.Begin}).trim().empty() &&
                 Comment.starts_with("//")
             ? std::optional(Comment.str())
             : std::nullopt;
}

/// \p S once more: it is gone where it was, and stands in a header.
static Stmt *copyOf(const Stmt *S, ASTContext &Ctx) {
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    return new (Ctx) DeclStmt(Decls->getDeclGroup(), Decls->getBeginLoc(),
                              Decls->getEndLoc());
  const auto *Op = cast<BinaryOperator>(S);
  return BinaryOperator::Create(Ctx, Op->getLHS(), Op->getRHS(),
                                Op->getOpcode(), Op->getType(),
                                Op->getValueKind(), Op->getObjectKind(),
                                Op->getOperatorLoc(), FPOptionsOverride());
}

bool LoopCounter::count(const WhileStmt &While,
                        llvm::ArrayRef<const Stmt *> Before) {
  const auto *Body = dyn_cast<CompoundStmt>(While.getBody());
  std::optional<Start> From = startOf(While, Before);
  const Expr *Step = Body && From ? stepOf(*Body, *From->Var) : nullptr;
  if (!Step || While.getConditionVariable() || continues(Body))
    return false;
  std::optional<TextRange> Head = Text.range(SourceRange(While.getWhileLoc(),
                                                         While.getRParenLoc())),
                           First = Text.statement(From->S),
                           Last = Text.range(Body);
  std::optional<std::string> Cond = Text.text(While.getCond()),
                             Next = Text.text(Step);
  std::optional<TextEdit> Set = without(From->S), Stepped = without(Step);
  if (!Head || !First || !Last || !Cond || !Next || !Set || !Stepped ||
      !Text.directives({First->Begin, Last->End}).empty())
    return false;
  StringRef Init = Text.text(*First).trim().rtrim(';');
  if (std::optional<std::string> Comment = commentOf(*Stepped)) {
    unsigned Line = Text.lineStart(Head->Begin);
    if (!Text.text({Line, Head->Begin}).trim().empty())
      return false;
    Out.Edits.push_back(
        {{Line, Line}, (Text.indentAt(Head->Begin) + *Comment + "\n").str()});
    Stepped->Range.End = Text.endOfTrivia(Stepped->Range.End);
    Stepped->Range.Begin = Text.lineStart(Stepped->Range.Begin);
  }
  Out.Edits.push_back(*Set);
  Out.Edits.push_back(
      {*Head, ("for (" + Init + "; " + *Cond + "; " + *Next + ")").str()});
  Out.Edits.push_back(*Stepped);
  llvm::SmallVector<Stmt *> Kept;
  for (Stmt *S : const_cast<CompoundStmt *>(Body)->body())
    if (S != Step)
      Kept.push_back(S);
  SourceLocation At = While.getBeginLoc();
  Out.Replaced.push_back({From->S, nullptr});
  Out.Replaced.push_back(
      {&While,
       new (Ctx) ForStmt(
           Ctx, copyOf(From->S, Ctx), const_cast<Expr *>(While.getCond()),
           nullptr, const_cast<Expr *>(Step),
           CompoundStmt::Create(Ctx, Kept, FPOptionsOverride(),
                                Body->getLBracLoc(), Body->getRBracLoc()),
           At, At, At)});
  return true;
}

void LoopCounter::visit(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const auto *Block = dyn_cast<CompoundStmt>(S);
  llvm::SmallVector<const Stmt *> Before;
  for (const Stmt *Child : S->children()) {
    const Stmt *Bare = Child;
    while (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(Bare))
      Bare = Attributed->getSubStmt();
    const auto *While = dyn_cast_or_null<WhileStmt>(Bare);
    if (While && Block && StoresTile(While->getBody()) && While != &Loop)
      count(*While, Before);
    visit(Child);
    Before.push_back(Child);
  }
}

CountingLoops countingLoops(const LoopCandidate &Candidate,
                            llvm::function_ref<bool(const Stmt *)> StoresTile,
                            const SourceText &Text, ASTContext &Ctx) {
  LoopCounter Counter(Candidate, StoresTile, Text, Ctx);
  Counter.visit(Candidate.Loop);
  return Counter.take();
}

} // namespace cudapipe
