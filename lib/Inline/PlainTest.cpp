//===- PlainTest.cpp - Loop tests that do nothing but test ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainTest.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// `++k`, `k--`, `k += 2` in a test.
struct TestStep {
  const Expr *E;
  const Expr *Spelled; ///< E, or the parentheses around it.
  const Expr *Counter; ///< The name of the variable in it.
  const VarDecl *Var;
  bool IsPost; ///< The test is of the value in front of the step.
};

class TestSplitter {
public:
  TestSplitter(const LoopCandidate &Candidate, const SourceText &Text,
               ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Text(Text), Ctx(Ctx) {
  }

  std::optional<PlainTest> run();

private:
  bool stepInFront(const WhileStmt &While, const TestStep &Step);
  bool stepOnTop(const Expr &Cond, const TestStep &Step);
  bool stepAtEnd(const DoStmt &Do, const TestStep &Step);
  bool stepInBody(const IfStmt &Leave, const TestStep &Step);

  std::optional<TestStep> stepIn(const Expr *Cond) const;
  bool endsWithLoop(const VarDecl &Var) const;
  std::string statementOf(const TestStep &Step) const;
  bool dropStep(const TestStep &Step);
  bool insertLine(unsigned At, StringRef Indent, const TestStep &Step);
  Expr *prefix(const TestStep &Step) const;
  Expr *rebuilt(const Expr *E) const;
  CompoundStmt *block(llvm::ArrayRef<Stmt *> Statements) const;
  Stmt *loopOf(const Expr *Cond, llvm::ArrayRef<Stmt *> Statements) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const SourceText &Text;
  ASTContext &Ctx;
  const CompoundStmt *Body = nullptr;
  /// What is read in the place of the step.
  const Expr *Dropped = nullptr, *Instead = nullptr;
  PlainTest Out{{}, nullptr};
};

} // namespace

static unsigned usesOf(const VarDecl *Var, const Stmt *In) {
  unsigned Uses = 0;
  forEach<DeclRefExpr>(
      In, [&](const DeclRefExpr &Ref) { Uses += Ref.getDecl() == Var; });
  return Uses;
}

/// A `continue` in \p S goes on with the loop around \p S.
static bool continues(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return false;
  return isa<ContinueStmt>(S) || llvm::any_of(S->children(), continues);
}

/// The step of a test that is nothing but a step, or compares it once.
std::optional<TestStep> TestSplitter::stepIn(const Expr *Cond) const {
  auto AsStep = [](const Expr *E) -> std::optional<TestStep> {
    const Expr *Bare = E->IgnoreParenImpCasts(), *Counter = nullptr;
    bool IsPost = false;
    if (const auto *Op = dyn_cast<UnaryOperator>(Bare);
        Op && Op->isIncrementDecrementOp()) {
      Counter = Op->getSubExpr();
      IsPost = Op->isPostfix();
    } else if (const auto *Op = dyn_cast<CompoundAssignOperator>(Bare);
               Op && (Op->getOpcode() == BO_AddAssign ||
                      Op->getOpcode() == BO_SubAssign)) {
      Counter = Op->getLHS();
    }
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(
        Counter ? Counter->IgnoreParens() : Counter);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->hasLocalStorage() ||
        !(Var->getType()->isIntegerType() || Var->getType()->isPointerType()) ||
        Var->getType().isVolatileQualified())
      return std::nullopt;
    return TestStep{Bare, E->IgnoreImpCasts(), Ref, Var, IsPost};
  };
  std::optional<TestStep> Step = AsStep(Cond);
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Step && Op && Op->isComparisonOp())
    for (const Expr *Side : {Op->getLHS(), Op->getRHS()})
      if (!Step)
        Step = AsStep(Side);
  if (!Step || usesOf(Step->Var, Cond) != 1)
    return std::nullopt;
  // Nothing else happens in the test, nor in the step.
  auto HasOther = [&](auto &&Self, const Stmt *S) -> bool {
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (E == Step->E)
      return llvm::any_of(S->children(), [&](const Stmt *Child) {
        return cast<Expr>(Child)->HasSideEffects(Ctx);
      });
    if (!S || isa<CallExpr, CXXConstructExpr, LambdaExpr, AtomicExpr>(S))
      return S;
    if (const auto *Unary = dyn_cast<UnaryOperator>(S);
        Unary && Unary->isIncrementDecrementOp())
      return true;
    if (const auto *Binary = dyn_cast<BinaryOperator>(S);
        Binary && Binary->isAssignmentOp())
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return HasOther(HasOther, Cond) ? std::nullopt : Step;
}

/// Nobody asks for the value of \p Var behind the loop: all uses are in it or
/// in front of it, which is not behind it in a loop around.
bool TestSplitter::endsWithLoop(const VarDecl &Var) const {
  std::optional<TextRange> Whole = Text.range(&Loop);
  if (!Whole || PointerFlow(Kernel).isAliased(&Var))
    return false;
  auto Ends = [&](auto &&Self, const Stmt *S, bool Again) -> bool {
    if (!S || S == &Loop)
      return !S || !Again;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Again = true;
    else if (isa<CompoundStmt>(S) && declarationIn(S, &Var))
      Again = false; // a new one each time
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl() == &Var) {
      std::optional<TextRange> At = Text.range(Ref);
      return At && At->End <= Whole->Begin;
    }
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return Self(Self, Child, Again);
    });
  };
  return Ends(Ends, Kernel.getBody(), false);
}

/// The step as a statement, without semicolon.
std::string TestSplitter::statementOf(const TestStep &Step) const {
  if (const auto *Op = dyn_cast<UnaryOperator>(Step.E))
    return (Op->isIncrementOp() ? "++" : "--") + Step.Var->getNameAsString();
  return Text.text(Step.E).value_or("");
}

/// Leaves the counter where the step was.
bool TestSplitter::dropStep(const TestStep &Step) {
  std::optional<TextRange> At = Text.range(Step.Spelled);
  if (!At || statementOf(Step).empty())
    return false;
  Out.Edits.push_back({*At, Step.Var->getNameAsString()});
  Dropped = Step.E;
  Instead = Step.Counter;
  if (Step.IsPost)
    Instead =
        ImplicitCastExpr::Create(Ctx, Step.E->getType(), CK_LValueToRValue,
                                 const_cast<Expr *>(Step.Counter), nullptr,
                                 VK_PRValue, FPOptionsOverride());
  return true;
}

/// A line of its own for the step, above the one that starts at \p At.
bool TestSplitter::insertLine(unsigned At, StringRef Indent,
                              const TestStep &Step) {
  unsigned Line = Text.lineStart(At);
  if (!Text.text({Line, At}).trim().empty())
    return false;
  Out.Edits.push_back({{Line, Line}, Indent.str() + statementOf(Step) + ";\n"});
  return true;
}

/// `--k` for `k--`.
Expr *TestSplitter::prefix(const TestStep &Step) const {
  if (!Step.IsPost)
    return const_cast<Expr *>(Step.E);
  const auto *Op = cast<UnaryOperator>(Step.E);
  return UnaryOperator::Create(
      Ctx, Op->getSubExpr(), Op->isIncrementOp() ? UO_PreInc : UO_PreDec,
      Op->getSubExpr()->getType(), VK_LValue, OK_Ordinary, Op->getOperatorLoc(),
      Op->canOverflow(), FPOptionsOverride());
}

/// The test without its step.
Expr *TestSplitter::rebuilt(const Expr *E) const {
  if (E == Dropped)
    return const_cast<Expr *>(Instead);
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return rebuilt(Paren->getSubExpr());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return ImplicitCastExpr::Create(Ctx, Cast->getType(), Cast->getCastKind(),
                                    rebuilt(Cast->getSubExpr()), nullptr,
                                    Cast->getValueKind(), FPOptionsOverride());
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isComparisonOp())
    return BinaryOperator::Create(
        Ctx, rebuilt(Op->getLHS()), rebuilt(Op->getRHS()), Op->getOpcode(),
        Op->getType(), Op->getValueKind(), Op->getObjectKind(),
        Op->getOperatorLoc(), FPOptionsOverride());
  return const_cast<Expr *>(E);
}

CompoundStmt *TestSplitter::block(llvm::ArrayRef<Stmt *> Statements) const {
  return CompoundStmt::Create(Ctx, Statements, FPOptionsOverride(),
                              Body->getLBracLoc(), Body->getRBracLoc());
}

/// The loop with another test and body.
Stmt *TestSplitter::loopOf(const Expr *Cond,
                           llvm::ArrayRef<Stmt *> Statements) const {
  SourceLocation At = Loop.getBeginLoc();
  auto *Test = const_cast<Expr *>(Cond);
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return new (Ctx) ForStmt(Ctx, const_cast<Stmt *>(For->getInit()), Test,
                             nullptr, const_cast<Expr *>(For->getInc()),
                             block(Statements), At, At, At);
  if (isa<WhileStmt>(Loop))
    return WhileStmt::Create(Ctx, nullptr, Test, block(Statements), At, At, At);
  return new (Ctx) DoStmt(block(Statements), Test, At, At, At);
}

/// while (++k < K) { .. }   ->   ++k; for (; k < K; ++k) { .. }
bool TestSplitter::stepInFront(const WhileStmt &While, const TestStep &Step) {
  std::optional<TextRange> Whole = Text.range(&Loop),
                           Head = Text.range(SourceRange(While.getWhileLoc(),
                                                         While.getRParenLoc())),
                           Cond = Text.range(While.getCond());
  if (!Whole || !Head || !Cond || !isInBlock(Kernel.getBody(), Loop) ||
      !dropStep(Step))
    return false;
  std::optional<std::string> Test =
      Text.edited(*Cond, std::exchange(Out.Edits, {}));
  if (!Test || !insertLine(Text.leading(Whole->Begin).Begin,
                           Text.indentAt(Whole->Begin), Step))
    return false;
  Out.Edits.push_back(
      {*Head, "for (; " + *Test + "; " + statementOf(Step) + ")"});
  SourceLocation At = While.getBeginLoc();
  Out.Loop = new (Ctx) ForStmt(Ctx, nullptr, rebuilt(While.getCond()), nullptr,
                               const_cast<Expr *>(Step.E),
                               const_cast<CompoundStmt *>(Body), At, At, At);
  return true;
}

/// while (k-- > 0) { .. }   ->   while (k > 0) { --k; .. }
bool TestSplitter::stepOnTop(const Expr &Cond, const TestStep &Step) {
  std::optional<TextRange> Whole = Text.range(&Loop),
                           First = Text.range(Body->body_front());
  if (!Whole || !First || Text.hasConditionals({Whole->Begin, First->Begin}) ||
      !endsWithLoop(*Step.Var) || !dropStep(Step) ||
      !insertLine(Text.leading(First->Begin).Begin, Text.indentAt(First->Begin),
                  Step))
    return false;
  llvm::SmallVector<Stmt *> New{prefix(Step)};
  llvm::append_range(New, const_cast<CompoundStmt *>(Body)->body());
  Out.Loop = loopOf(rebuilt(&Cond), New);
  return true;
}

/// do { .. } while (++k < K);   ->   do { .. ++k; } while (k < K);
bool TestSplitter::stepAtEnd(const DoStmt &Do, const TestStep &Step) {
  std::optional<TextRange> Brace = Text.range(SourceRange(Body->getRBracLoc())),
                           Last = Text.range(Body->body_back());
  if (!Brace || !Last || Step.IsPost || continues(Body) || !dropStep(Step) ||
      !insertLine(Brace->Begin, Text.indentAt(Last->Begin), Step))
    return false;
  llvm::SmallVector<Stmt *> New(const_cast<CompoundStmt *>(Body)->body());
  New.push_back(prefix(Step));
  Out.Loop = loopOf(rebuilt(Do.getCond()), New);
  return true;
}

/// if (++k >= K) break;   ->   ++k; if (k >= K) break;
/// if (k-- == 0) break;   ->   if (k == 0) break; --k;
bool TestSplitter::stepInBody(const IfStmt &Leave, const TestStep &Step) {
  std::optional<TextRange> If = Text.statement(&Leave);
  if (!If || !dropStep(Step))
    return false;
  // Who leaves has made the step, too: nobody may ask for it.
  if (Step.IsPost && (&Leave != Body->body_front() || !endsWithLoop(*Step.Var)))
    return false;
  unsigned At =
      Step.IsPost ? Text.endOfTrivia(If->End) : Text.leading(If->Begin).Begin;
  if (!insertLine(At, Text.indentAt(If->Begin), Step))
    return false;
  llvm::SmallVector<Stmt *> New;
  for (Stmt *S : const_cast<CompoundStmt *>(Body)->body()) {
    if (S == &Leave) {
      New.push_back(prefix(Step));
      S = IfStmt::Create(Ctx, Leave.getIfLoc(), IfStatementKind::Ordinary,
                         nullptr, nullptr, rebuilt(Leave.getCond()),
                         Leave.getLParenLoc(), Leave.getRParenLoc(),
                         const_cast<Stmt *>(Leave.getThen()));
    }
    New.push_back(S);
  }
  if (Step.IsPost)
    std::swap(New[0], New[1]);
  Out.Loop = loopOf(testOf(Loop), New);
  return true;
}

std::optional<PlainTest> TestSplitter::run() {
  Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  if (!Body || Body->body_empty())
    return std::nullopt;
  const Expr *Cond = testOf(Loop);
  if (std::optional<TestStep> Step = Cond ? stepIn(Cond) : std::nullopt) {
    const auto *While = dyn_cast<WhileStmt>(&Loop);
    const auto *Do = dyn_cast<DoStmt>(&Loop);
    // Where only the test counts, it may stay.
    bool Done = Do                              ? stepAtEnd(*Do, *Step)
                : usesOf(Step->Var, &Loop) == 1 ? false
                : Step->IsPost ? stepOnTop(*Cond, *Step)
                               : While && stepInFront(*While, *Step);
    return Done ? std::optional(std::move(Out)) : std::nullopt;
  }
  for (const Stmt *S : {Body->body_front(), Body->body_back()})
    if (const IfStmt *Leave = leavesIf(S))
      if (std::optional<TestStep> Step = stepIn(Leave->getCond()))
        return stepInBody(*Leave, *Step) ? std::optional(std::move(Out))
                                         : std::nullopt;
  return std::nullopt;
}

std::optional<PlainTest> plainTest(const LoopCandidate &Candidate,
                                   const SourceText &Text, ASTContext &Ctx) {
  return TestSplitter(Candidate, Text, Ctx).run();
}

} // namespace cudapipe
