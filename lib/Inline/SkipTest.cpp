//===- SkipTest.cpp - What decides that a trip is skipped -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkipTest.h"
#include "Builds/OneText.h"
#include "MadeStatements.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using Statements = llvm::ArrayRef<Stmt *>;

namespace cudapipe {
namespace {

class TestReader {
public:
  TestReader(const FunctionDecl &Kernel, const SourceText &Text,
             ASTContext &Ctx)
      : Kernel(Kernel), Text(Text), Ctx(Ctx) {}

  /// When \p If leaves the trip; sets what the trip does in front of that.
  std::optional<SkipCondition> skips(const IfStmt &If, bool IsThere = true);
  /// Nothing runs behind a jump out of \p S.
  bool endsWithJumps(const Stmt *S);
  /// When the phases run that stand in \p If, and nothing else.
  std::optional<SkipCondition>
  surrounds(const IfStmt &If, llvm::function_ref<bool(Statements)> IsPhase);

  SkipTest Out;

private:
  const IfStmt *inTemplate(const IfStmt &If) const;
  std::optional<SkipCondition> condition(const IfStmt &If, bool IsThere);

  const FunctionDecl &Kernel;
  const SourceText &Text;
  ASTContext &Ctx;
};

} // namespace

static llvm::SmallVector<Stmt *, 4> thenOf(const IfStmt &If) {
  auto *Then = const_cast<Stmt *>(If.getThen());
  if (auto *Block = dyn_cast_or_null<CompoundStmt>(Then))
    return {Block->body_begin(), Block->body_end()};
  if (!Then)
    return {};
  return {Then};
}

/// \p S may go on to the next trip.
static bool goesOn(const Stmt *S) {
  if (isa_and_nonnull<ContinueStmt>(S))
    return true;
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return false;
  return llvm::any_of(S->children(), goesOn);
}

const IfStmt *TestReader::inTemplate(const IfStmt &If) const {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  return Pattern ? dyn_cast_or_null<IfStmt>(findStatement(
                       Pattern->getBody(),
                       [&](const Stmt &At) {
                         const auto *Other = dyn_cast<IfStmt>(&At);
                         return Other && Other->getIfLoc() == If.getIfLoc();
                       }))
                 : nullptr;
}

std::optional<SkipCondition> TestReader::condition(const IfStmt &If,
                                                   bool IsThere) {
  const Expr *Cond = If.getCond();
  std::optional<std::string> Spelled = Text.text(Cond);
  if (If.getInit() || If.getConditionVariable() || !Spelled ||
      Spelled->empty() ||
      // Of a template that nobody instantiates, another file may drop a branch.
      (If.isConstexpr() && IsThere && Cond->isValueDependent()))
    return std::nullopt;
  if (IsThere)
    Out.Asked.push_back(Cond);
  const std::optional<TextRange> Range = Text.range(Cond);
  return SkipCondition{*Spelled, IsThere ? Cond : nullptr, Cond,
                       !Range ||
                           !isOneText(Text, *Range, /*OrNumbers=*/false, Ctx)};
}

std::optional<SkipCondition> TestReader::skips(const IfStmt &If, bool IsThere) {
  std::optional<SkipCondition> Own = condition(If, IsThere);
  if (!Own || If.getElse())
    return std::nullopt;
  llvm::SmallVector<Stmt *, 4> Then = thenOf(If);
  bool Fails = false;
  if (If.isConstexpr() && IsThere &&
      (!If.getCond()->EvaluateAsBooleanCondition(Fails, Ctx) || !Fails)) {
    // What an instantiation drops is in the template.
    const IfStmt *Other = inTemplate(If);
    if (!Other || Other->getElse())
      return std::nullopt;
    Then = thenOf(*Other);
    IsThere = false;
  }
  if (Then.empty())
    return std::nullopt;
  if (isa<ContinueStmt>(Then.back())) {
    Then.pop_back();
    if (llvm::any_of(Then, goesOn) ||
        (!Then.empty() && (!IsThere || !Out.Instead.empty())))
      return std::nullopt;
    Out.Instead.append(Then.begin(), Then.end());
    return Own;
  }
  std::optional<SkipCondition> Any;
  for (const Stmt *S : Then) {
    const auto *Inner = dyn_cast<IfStmt>(S);
    std::optional<SkipCondition> Next =
        Inner ? skips(*Inner, IsThere) : std::nullopt;
    if (!Next || (Then.size() > 1 && !Out.Instead.empty()))
      return std::nullopt;
    Any = Any ? joined(*Any, *Next, BO_LOr, ' ', Ctx) : Next;
  }
  return joined(*Own, *Any, BO_LAnd, ' ', Ctx);
}

bool TestReader::endsWithJumps(const Stmt *S) {
  if (!S || !goesOn(S))
    return true;
  if (const auto *Jump = dyn_cast<ContinueStmt>(S)) {
    Out.Jumps.push_back(Jump);
    return true;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::none_of(llvm::drop_end(Block->body()), goesOn) &&
           endsWithJumps(Block->body_back());
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->isConstexpr() || If->getInit() || If->getConditionVariable())
    return false;
  Out.Asked.push_back(If->getCond());
  return endsWithJumps(If->getThen()) && endsWithJumps(If->getElse());
}

std::optional<SkipCondition>
TestReader::surrounds(const IfStmt &If,
                      llvm::function_ref<bool(Statements)> IsPhase) {
  std::optional<SkipCondition> Own = condition(If, /*IsThere=*/true);
  const llvm::SmallVector<Stmt *, 4> Then = thenOf(If);
  if (!Own || If.isConstexpr() || !isa<CompoundStmt>(If.getThen()) ||
      Then.empty())
    return std::nullopt;
  if (const auto *Inner = dyn_cast<IfStmt>(Then.front());
      Inner && Then.size() == 1 && !If.getElse() && !Inner->getElse())
    if (std::optional<SkipCondition> Next = surrounds(*Inner, IsPhase))
      return joined(*Own, *Next, BO_LAnd, ' ', Ctx);
  if (Then.size() < 2 || !IsPhase(Then))
    return std::nullopt;
  Out.Around = &If;
  Out.Rest.assign(Then.begin(), Then.end());
  if (If.getElse()) {
    const auto *Else = dyn_cast<CompoundStmt>(If.getElse());
    if (!Else)
      return std::nullopt;
    Out.Instead.assign(const_cast<CompoundStmt *>(Else)->body_begin(),
                       const_cast<CompoundStmt *>(Else)->body_end());
  }
  return Own;
}

/// \p C as an operand of \p Op, which binds to the left.
static std::string operand(const SkipCondition &C, BinaryOperatorKind Op,
                           bool IsLeft) {
  const Expr *E = C.Spelled ? C.Spelled->IgnoreImplicit() : nullptr;
  const auto *Inner = dyn_cast_or_null<BinaryOperator>(E);
  const bool IsPlain = E && !isa<ConditionalOperator, CXXThrowExpr>(E) &&
                       (!Inner || Inner->getOpcode() < BO_LAnd ||
                        (IsLeft && Inner->getOpcode() == Op));
  return IsPlain && !C.IsLoose ? C.Text : "(" + C.Text + ")";
}

SkipCondition joined(const SkipCondition &A, const SkipCondition &B,
                     BinaryOperatorKind Op, char Between, ASTContext &Ctx) {
  SkipCondition Out;
  Out.Text = operand(A, Op, /*IsLeft=*/true) + " " +
             BinaryOperator::getOpcodeStr(Op).str() + Between +
             operand(B, Op, /*IsLeft=*/false);
  // What is not there hangs on a constant that says so.
  Out.Is =
      !A.Is || !B.Is ? (A.Is ? A.Is : B.Is) : madeBoth(A.Is, B.Is, Op, Ctx);
  Out.Spelled = madeBoth(A.Spelled, B.Spelled, Op, Ctx);
  return Out;
}

/// Nothing but blanks is between \p A and \p B.
static bool areNeighbours(const IfStmt &A, const IfStmt &B,
                          const SourceText &Text) {
  std::optional<TextRange> First = Text.statement(&A),
                           Second = Text.statement(&B);
  return First && Second && First->End <= Second->Begin &&
         Text.text({First->End, Second->Begin}).trim().empty();
}

std::optional<SkipTest>
lastSkipTest(const CompoundStmt &Body, const FunctionDecl &Kernel,
             const SourceText &Text,
             llvm::function_ref<bool(Statements)> IsPhase, ASTContext &Ctx) {
  const Statements All(const_cast<CompoundStmt &>(Body).body_begin(),
                       const_cast<CompoundStmt &>(Body).body_end());
  for (size_t I = All.size(); I-- > 0;) {
    const auto *If = dyn_cast<IfStmt>(All[I]);
    if (!If)
      continue;
    TestReader Reader(Kernel, Text, Ctx);
    SkipTest &Out = Reader.Out;
    if (std::optional<SkipCondition> When = Reader.skips(*If)) {
      Out.When = std::move(*When);
      Out.Tests = {If};
      for (size_t J = I; J-- > 0 && Out.Instead.empty();) {
        const auto *Other = dyn_cast<IfStmt>(All[J]);
        TestReader Before(Kernel, Text, Ctx);
        std::optional<SkipCondition> Also =
            Other ? Before.skips(*Other) : std::nullopt;
        if (!Also || !Before.Out.Instead.empty() ||
            !areNeighbours(*Other, *Out.Tests.front(), Text))
          break;
        Out.When = joined(*Also, Out.When, BO_LOr, SkipTest::NewLine, Ctx);
        Out.Tests.insert(Out.Tests.begin(), Other);
        llvm::append_range(Out.Asked, Before.Out.Asked);
      }
      Out.Rest.assign(All.begin() + I + 1, All.end());
      return Out;
    }
    Out = {};
    if (std::optional<SkipCondition> When = Reader.surrounds(*If, IsPhase)) {
      Out.When = std::move(*When);
      Out.Tests = {If};
      return Out;
    }
    Out = {};
    if (goesOn(If)) {
      size_t First = I;
      while (First > 0 && isa<IfStmt>(All[First - 1]) && goesOn(All[First - 1]))
        --First;
      for (size_t J = First; J <= I; ++J) {
        if (!Reader.endsWithJumps(All[J]))
          return std::nullopt;
        Out.Tests.push_back(cast<IfStmt>(All[J]));
      }
      Out.Rest.assign(All.begin() + I + 1, All.end());
      return Out;
    }
  }
  return std::nullopt;
}

} // namespace cudapipe
