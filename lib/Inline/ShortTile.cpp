//===- ShortTile.cpp - The last tile, behind the loop ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/ShortTile.h"
#include "../Rewrite/SourceText.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class ShortTile {
public:
  ShortTile(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Body(dyn_cast_or_null<CompoundStmt>(bodyOf(Loop))), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Flow(Kernel) {}

  std::optional<tooling::AtomicChange> run();

private:
  bool findLeave();
  bool mayStandTwice(const Stmt &S) const;
  bool isPlain(const Stmt *S) const;
  bool saysTheSameInFront(const Expr &Cond) const;
  std::string negated(const Expr &Cond) const;
  std::string conditionOfLoop() const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  PointerFlow Flow;

  const Expr *Test = nullptr;
  const IfStmt *Leave = nullptr;
  /// What stands in front of it: the load, and the barrier.
  llvm::SmallVector<const Stmt *, 8> Load;
};

} // namespace

/// Jumps that leave the loop, or whose target is not plain.
static bool jumps(const Stmt *S, const IfStmt *Except) {
  return holds(
      S,
      [](const Stmt &At) {
        return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt,
                   IndirectGotoStmt, LabelStmt, SwitchStmt, CXXThrowExpr>(At);
      },
      Except ? llvm::ArrayRef<const Stmt *>(Except)
             : llvm::ArrayRef<const Stmt *>());
}

/// Behind the loop \p S does what it does in it.
bool ShortTile::mayStandTwice(const Stmt &S) const {
  return !jumps(&S, nullptr) && !dependsOnPlace(&S, SM) &&
         !holdsA<LambdaExpr, StmtExpr, AsmStmt>(&S) &&
         !holds(&S, [](const Stmt &At) {
           const auto *Decls = dyn_cast<DeclStmt>(&At);
           return Decls && llvm::any_of(Decls->decls(), [](const Decl *D) {
                    const auto *Var = dyn_cast<VarDecl>(D);
                    return !Var || !Var->hasLocalStorage();
                  });
         });
}

/// The one `if (..) break;` of the trip, right behind a barrier.
bool ShortTile::findLeave() {
  for (const Stmt *S : Body->body()) {
    if (const IfStmt *If = leavesIf(S); If && !Leave) {
      Leave = If;
      continue;
    }
    if (!Leave)
      Load.push_back(S);
    else if (jumps(S, nullptr))
      return false;
  }
  return Leave && !Leave->getInit() && !Leave->getConditionVariable() &&
         !Leave->isConstexpr() && Load.size() > 1 &&
         Leave != Body->body_back() &&
         isBlockBarrier(Load.back(), Kernel, Ctx) &&
         llvm::all_of(Load, [&](const Stmt *S) { return mayStandTwice(*S); });
}

/// \p S asks local numbers and constants, and nothing else.
bool ShortTile::isPlain(const Stmt *S) const {
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op &&
      (Op->isAssignmentOp() || Op->getOpcode() == BO_Comma || Op->isPtrMemOp()))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && (Op->isIncrementDecrementOp() || Op->getOpcode() == UO_Deref ||
             Op->getOpcode() == UO_AddrOf))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (isa<EnumConstantDecl, NonTypeTemplateParmDecl>(Ref->getDecl()))
      return true;
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Var->getType()->isReferenceType() ||
        Var->getType().isVolatileQualified() ||
        !Var->getType()->isIntegerType())
      return false;
    return Var->hasLocalStorage() ? !Flow.isAliased(Var)
                                  : Var->isUsableInConstantExpressions(Ctx);
  }
  return isa<BinaryOperator, UnaryOperator, ParenExpr, ImplicitCastExpr,
             CStyleCastExpr, IntegerLiteral, CXXBoolLiteralExpr, ConstantExpr,
             SubstNonTypeTemplateParmExpr>(S) &&
         llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isPlain(Child); });
}

/// What stands in front of the test changes none of its variables.
bool ShortTile::saysTheSameInFront(const Expr &Cond) const {
  return isPlain(&Cond) && !holds(&Cond, [&](const Stmt &At) {
           const auto *Ref = dyn_cast<DeclRefExpr>(&At);
           const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
           return Var && (declarationIn(Body, Var) ||
                          llvm::any_of(Load, [&](const Stmt *S) {
                            return changes(S, *Var);
                          }));
         });
}

std::string ShortTile::negated(const Expr &Cond) const {
  const auto *Op = dyn_cast<BinaryOperator>(Cond.IgnoreParenImpCasts());
  if (Op && Op->isComparisonOp()) {
    std::optional<std::string> L = Text.text(Op->getLHS()),
                               R = Text.text(Op->getRHS());
    if (L && R)
      return *L + " " +
             BinaryOperator::getOpcodeStr(
                 BinaryOperator::negateComparisonOp(Op->getOpcode()))
                 .str() +
             " " + *R;
  }
  std::optional<std::string> All = Text.text(&Cond);
  return All ? "!(" + *All + ")" : "";
}

/// The variable and the number of `Var > Number`.
static std::optional<std::pair<const ValueDecl *, int64_t>>
isAbove(const Expr &Cond, bool OrEqual, const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond.IgnoreParenImpCasts());
  const auto *Ref =
      Op ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || Op->getOpcode() != (OrEqual ? BO_LT : BO_GT) ||
      !Op->getLHS()->getType()->isSignedIntegerType())
    return std::nullopt;
  if (std::optional<int64_t> Number = constantValue(Op->getRHS(), Ctx))
    return std::pair(Ref->getDecl(), *Number);
  return std::nullopt;
}

/// `k >= T`, which says that k > 0, too; or both.
std::string ShortTile::conditionOfLoop() const {
  const std::string Full = negated(*Leave->getCond());
  const auto Any = isAbove(*Test, /*OrEqual=*/false, Ctx),
             Enough = isAbove(*Leave->getCond(), /*OrEqual=*/true, Ctx);
  if (Full.empty() || (Any && Enough && Any->first == Enough->first &&
                       Any->second < Enough->second))
    return Full;
  std::optional<std::string> Own = Text.text(Test);
  if (!Own)
    return "";
  const auto *Op = dyn_cast<BinaryOperator>(Test->IgnoreImpCasts());
  const bool Binds = !Op || Op->getOpcode() != BO_LOr;
  return (Binds ? *Own : "(" + *Own + ")") + " && " + Full;
}

std::optional<tooling::AtomicChange> ShortTile::run() {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  Test = testOf(Loop);
  if (!Body || !Test || isa<DoStmt>(Loop) || bracesAroundBody(Loop) != 1 ||
      (For && isa_and_nonnull<DeclStmt>(For->getInit())) ||
      !isInBlock(Kernel.getBody(), Loop) || constantValue(Test, Ctx) ||
      !findLeave() || !saysTheSameInFront(*Leave->getCond()) || !isPlain(Test))
    return std::nullopt;
  std::optional<TextRange> Whole = Text.range(&Loop), Asked = Text.range(Test),
                           First = Text.statement(Load.front()),
                           Last = Text.statement(Load.back()),
                           Gone = Text.statement(Leave);
  const std::string Condition = conditionOfLoop();
  std::optional<std::string> Own = Text.text(Test);
  if (!Whole || !Asked || !First || !Last || !Gone || !Own ||
      Condition.empty() || Loop.getBeginLoc().isMacroID() ||
      First->Begin >= Last->End ||
      !Text.directives({Whole->Begin, Whole->End}).empty())
    return std::nullopt;
  // Whole lines: the load from its comments and pragmas on.
  const unsigned Begin = Text.leading(First->Begin).Begin,
                 End = Text.endOfTrivia(Last->End),
                 Behind = Text.endOfTrivia(Whole->End),
                 LeaveEnd = Text.endOfTrivia(Gone->End);
  unsigned LeaveBegin = Text.leading(Gone->Begin).Begin;
  if (End == Last->End || Behind == Whole->End || LeaveEnd == Gone->End ||
      Begin < Asked->End || LeaveBegin < End ||
      !Text.text({Text.lineStart(Gone->Begin), Gone->Begin}).trim().empty())
    return std::nullopt;
  // Of the blank lines around it one stays.
  if (StringRef Above = Text.text({End, LeaveBegin}); Above.trim().empty())
    LeaveBegin = End;
  const StringRef Indent = Text.indentAt(Whole->Begin);
  const std::string Inner = Text.indentAt(First->Begin).str();
  const std::string Again = (Indent + "if (" + *Own + ") {\n").str() +
                            reindent(Text.text({Begin, End}), Inner, Inner) +
                            (Indent + "}\n").str();
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  auto Replace = [&](TextRange Range, StringRef New) {
    llvm::Error Overlap = Change.replace(
        SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Range.Begin),
        Range.End - Range.Begin, New);
    const bool Failed = bool(Overlap);
    llvm::consumeError(std::move(Overlap));
    return !Failed;
  };
  if (!Replace(*Asked, Condition) || !Replace({LeaveBegin, LeaveEnd}, "") ||
      !Replace({Behind, Behind}, Again))
    return std::nullopt;
  return Change;
}

std::optional<tooling::AtomicChange>
loadShortTileBehind(const LoopCandidate &Candidate, ASTContext &Ctx) {
  return ShortTile(Candidate, Ctx).run();
}

} // namespace cudapipe
