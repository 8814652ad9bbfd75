//===- MergedTest.cpp - Tests that a trip begins with ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedTest.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class TestMerger {
public:
  TestMerger(const LoopCandidate &Candidate, const SourceText &Text,
             ASTContext &Ctx)
      : Loop(*Candidate.Loop), Text(Text), Ctx(Ctx),
        Flow(pointersOf(Candidate, Ctx)) {}

  std::optional<PlainTest> run();

private:
  bool isPure(const Expr *E) const;
  bool declaresValue(const Stmt *S);
  std::optional<std::string> textOf(const Expr *E, bool IsSide = false) const;
  Expr *valueOf(const Expr *E) const;
  std::optional<std::string> goesOnText(const Expr *Leave) const;
  Expr *goesOn(const Expr *Leave) const;
  Expr *binary(Expr *Left, BinaryOperatorKind Kind, Expr *Right) const;
  std::optional<TextEdit> headerEdit(const std::string &Test) const;
  bool remove(const IfStmt &Leave, std::vector<TextEdit> &Edits) const;
  Stmt *merged(const Expr *Test, const IfStmt &Leave) const;

  const Stmt &Loop;
  const SourceText &Text;
  ASTContext &Ctx;
  PointerFlow Flow;
  /// What is declared in front of the test.
  llvm::SmallVector<const VarDecl *, 4> Values;
};

} // namespace

/// `a <= b` for `a > b`, where neither may be no number.
static std::optional<BinaryOperatorKind> opposite(const Expr *Test) {
  const auto *Op = dyn_cast<BinaryOperator>(Test->IgnoreParens());
  if (!Op || !(Op->isEqualityOp() || Op->isRelationalOp()) ||
      Op->getLHS()->getType()->isRealFloatingType() ||
      Op->getLHS()->getType()->isDependentType() ||
      Op->getRHS()->getType()->isDependentType())
    return std::nullopt;
  return BinaryOperator::negateComparisonOp(Op->getOpcode());
}

bool TestMerger::isPure(const Expr *E) const {
  Effects Of = effectsOf(E, Flow, Ctx);
  return Of.Writes.empty() && Of.MemoryWrites.empty() && Of.Pinned.empty() &&
         Of.Unknown.empty() && Of.Barriers.empty() && Of.AsyncCopies.empty();
}

/// \p S declares one number, which nothing but a computation gives its value.
bool TestMerger::declaresValue(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  if (!Var || !Var->getInit() || Var->isStaticLocal() ||
      Var->getType().isVolatileQualified() ||
      !(Var->getType()->isArithmeticType() ||
        Var->getType()->isPointerType()) ||
      !isPure(Var->getInit()))
    return false;
  Values.push_back(Var);
  return true;
}

/// The variable of Values that \p E names.
static const VarDecl *namedIn(const Expr *E,
                              llvm::ArrayRef<const VarDecl *> Values) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && llvm::is_contained(Values, Var) ? Var : nullptr;
}

/// \p E with what is declared in the place of its name. \p IsSide: it is one
/// side of a comparison, which binds less than sums and products.
std::optional<std::string> TestMerger::textOf(const Expr *E,
                                              bool IsSide) const {
  std::optional<TextRange> Whole = Text.range(E);
  std::vector<TextEdit> Edits;
  auto Visit = [&](auto &&Self, const Stmt *S, bool IsSide) -> bool {
    const auto *Part = dyn_cast_or_null<Expr>(S);
    const VarDecl *Var = Part ? namedIn(Part, Values) : nullptr;
    if (!Var) {
      const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
      const bool HasSides = Op ? Op->isComparisonOp()
                               : IsSide && isa_and_nonnull<ImplicitCastExpr>(S);
      return !S || llvm::all_of(S->children(), [&](const Stmt *Child) {
        return Self(Self, Child, HasSides);
      });
    }
    const Expr *Init = Var->getInit()->IgnoreImplicit();
    const auto *Op = dyn_cast<BinaryOperator>(Init);
    std::optional<TextRange> At = Text.range(Part);
    std::optional<std::string> Value = textOf(Init, IsSide);
    if (!At || !Value)
      return false;
    const bool Bare =
        isa<DeclRefExpr, IntegerLiteral, CallExpr, ParenExpr>(Init) ||
        (IsSide && Op && (Op->isAdditiveOp() || Op->isMultiplicativeOp()));
    Edits.push_back({*At, Bare ? *Value : "(" + *Value + ")"});
    return true;
  };
  if (!Whole || !Visit(Visit, E, IsSide))
    return std::nullopt;
  return Text.edited(*Whole, std::move(Edits));
}

/// The same as a tree. What it is not built of stays as it is, and then says
/// something else than the text.
Expr *TestMerger::valueOf(const Expr *E) const {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      if (const VarDecl *Var =
              namedIn(Cast->getSubExpr()->IgnoreParens(), Values))
        return valueOf(Var->getInit());
    return ImplicitCastExpr::Create(Ctx, Cast->getType(), Cast->getCastKind(),
                                    valueOf(Cast->getSubExpr()), nullptr,
                                    Cast->getValueKind(), FPOptionsOverride());
  }
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return valueOf(Paren->getSubExpr());
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(
        Ctx, valueOf(Op->getSubExpr()), Op->getOpcode(), Op->getType(),
        Op->getValueKind(), Op->getObjectKind(), Op->getOperatorLoc(),
        Op->canOverflow(), FPOptionsOverride());
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return BinaryOperator::Create(
        Ctx, valueOf(Op->getLHS()), valueOf(Op->getRHS()), Op->getOpcode(),
        Op->getType(), Op->getValueKind(), Op->getObjectKind(),
        Op->getOperatorLoc(), FPOptionsOverride());
  return const_cast<Expr *>(E);
}

/// `left` of `!left`.
static const Expr *denied(const Expr *Test) {
  const auto *Op = dyn_cast<UnaryOperator>(Test->IgnoreParens());
  return Op && Op->getOpcode() == UO_LNot ? Op->getSubExpr() : nullptr;
}

/// What the next trip is made on.
std::optional<std::string> TestMerger::goesOnText(const Expr *Leave) const {
  if (const Expr *Wanted = denied(Leave)) {
    std::optional<std::string> Out = textOf(Wanted);
    bool Bare = isa<DeclRefExpr, CallExpr, ParenExpr>(Wanted->IgnoreImpCasts());
    return !Out || Bare ? Out : std::optional("(" + *Out + ")");
  }
  std::optional<BinaryOperatorKind> Kind = opposite(Leave);
  if (!Kind) {
    std::optional<std::string> Whole = textOf(Leave);
    return Whole ? std::optional("!(" + *Whole + ")") : std::nullopt;
  }
  const auto *Op = cast<BinaryOperator>(Leave->IgnoreParens());
  std::optional<std::string> Left = textOf(Op->getLHS(), /*IsSide=*/true),
                             Right = textOf(Op->getRHS(), /*IsSide=*/true);
  if (!Left || !Right)
    return std::nullopt;
  return *Left + " " + BinaryOperator::getOpcodeStr(*Kind).str() + " " + *Right;
}

Expr *TestMerger::binary(Expr *Left, BinaryOperatorKind Kind,
                         Expr *Right) const {
  return BinaryOperator::Create(Ctx, Left, Right, Kind, Ctx.BoolTy, VK_PRValue,
                                OK_Ordinary, SourceLocation(),
                                FPOptionsOverride());
}

Expr *TestMerger::goesOn(const Expr *Leave) const {
  if (std::optional<BinaryOperatorKind> Kind = opposite(Leave)) {
    const auto *Op = cast<BinaryOperator>(Leave->IgnoreParens());
    return binary(valueOf(Op->getLHS()), *Kind, valueOf(Op->getRHS()));
  }
  if (const Expr *Wanted = denied(Leave))
    return valueOf(Wanted);
  return UnaryOperator::Create(Ctx, valueOf(Leave), UO_LNot, Ctx.BoolTy,
                               VK_PRValue, OK_Ordinary, SourceLocation(),
                               /*CanOverflow=*/false, FPOptionsOverride());
}

/// Puts \p Test into the header, where there is none or another.
std::optional<TextEdit> TestMerger::headerEdit(const std::string &Test) const {
  if (const Expr *Old = testOf(Loop)) {
    std::optional<TextRange> At = Text.range(Old);
    if (At)
      return TextEdit{*At, Test};
    return std::nullopt;
  }
  // for (;;): behind the first semicolon.
  const auto *For = cast<ForStmt>(&Loop);
  std::optional<TextRange> Head =
      Text.range(SourceRange(For->getLParenLoc(), For->getRParenLoc()));
  std::optional<TextRange> Init =
      For->getInit() ? Text.statement(For->getInit()) : std::nullopt;
  if (!Head || (For->getInit() && !Init))
    return std::nullopt;
  unsigned From = Init ? Init->End : Head->Begin + 1;
  StringRef Rest = Text.text({From, Head->End});
  // A declaration ends with its semicolon.
  size_t At = Init && isa<DeclStmt>(For->getInit()) ? 0 : Rest.find(';') + 1;
  if (Rest.substr(At).ltrim(" ").substr(0, 1) != ";")
    return std::nullopt;
  unsigned Place = From + At;
  return TextEdit{{Place, Place}, " " + Test};
}

/// Takes \p Leave out, with the lines that hold nothing else. Its comments go
/// to where the test is now, above the loop.
bool TestMerger::remove(const IfStmt &Leave,
                        std::vector<TextEdit> &Edits) const {
  std::optional<TextRange> At = Text.statement(&Leave),
                           Whole = Text.range(&Loop);
  if (!At || !Whole)
    return false;
  // `break;` ends with its semicolon.
  if (StringRef Rest = Text.code().substr(At->End).ltrim(" ");
      !isa<CompoundStmt>(Leave.getThen()) && Rest.starts_with(";"))
    At->End = Text.code().size() - Rest.size() + 1;
  unsigned Line = Text.lineStart(At->Begin), Behind = Text.endOfTrivia(At->End),
           Front = Text.lineStart(Whole->Begin);
  Leading Above = Text.leading(At->Begin);
  if (!Text.text({Line, At->Begin}).trim().empty() || Behind == At->End ||
      !Text.text({Front, Whole->Begin}).trim().empty() ||
      !Above.Pragmas.empty() || Text.hasConditionals({Front, Behind}) ||
      Text.text(*At).contains("//") || Text.text(*At).contains("/*"))
    return false;
  Edits.push_back({{Above.Begin, Behind}, ""});
  StringRef Indent = Text.indentAt(Whole->Begin),
            OnTop = Text.text({Above.Begin, Line}),
            Beside = Text.text({At->End, Behind}).trim();
  std::string Moved;
  if (!OnTop.empty())
    Moved = reindent(OnTop, Text.indentAt(At->Begin), Indent);
  if (!Beside.empty())
    Moved += (Indent + Beside + "\n").str();
  if (!Moved.empty())
    Edits.push_back({{Front, Front}, Moved});
  return true;
}

/// The loop with \p Test, and without \p Leave.
Stmt *TestMerger::merged(const Expr *Test, const IfStmt &Leave) const {
  const auto &Body = *cast<CompoundStmt>(bodyOf(Loop));
  llvm::SmallVector<Stmt *> Kept;
  for (Stmt *S : const_cast<CompoundStmt &>(Body).body())
    if (S != &Leave)
      Kept.push_back(S);
  auto *Block = CompoundStmt::Create(Ctx, Kept, FPOptionsOverride(),
                                     Body.getLBracLoc(), Body.getRBracLoc());
  SourceLocation At = Loop.getBeginLoc();
  auto *Cond = const_cast<Expr *>(Test);
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return new (Ctx)
        ForStmt(Ctx, const_cast<Stmt *>(For->getInit()), Cond, nullptr,
                const_cast<Expr *>(For->getInc()), Block, At, At, At);
  return WhileStmt::Create(Ctx, nullptr, Cond, Block, At, At, At);
}

std::optional<PlainTest> TestMerger::run() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *While = dyn_cast<WhileStmt>(&Loop);
  if (!Body || !(For || While) || (For && For->getConditionVariable()) ||
      (While && While->getConditionVariable()))
    return std::nullopt;
  const IfStmt *Leave = nullptr;
  for (const Stmt *S : Body->body())
    if ((Leave = leavesIf(S)) || !declaresValue(S))
      break;
  if (!Leave || !isPure(Leave->getCond()))
    return std::nullopt;
  const Expr *Old = testOf(Loop);
  std::optional<llvm::APSInt> Constant = Old && !Old->isValueDependent()
                                             ? Old->getIntegerConstantExpr(Ctx)
                                             : std::nullopt;
  bool Endless = !Old || (Constant && *Constant != 0);
  std::optional<std::string> Test = goesOnText(Leave->getCond());
  if (!Test || (Endless && Values.empty()) || (Old && !isPure(Old)))
    return std::nullopt;
  Expr *Merged = goesOn(Leave->getCond());
  if (!Endless) {
    std::optional<std::string> First = Text.text(Old);
    const auto *Op = dyn_cast<BinaryOperator>(Old->IgnoreImpCasts());
    if (!First)
      return std::nullopt;
    if (isa<ConditionalOperator>(Old->IgnoreImpCasts()) ||
        (Op && (Op->getOpcode() == BO_LOr || Op->getOpcode() == BO_Comma)))
      *First = "(" + *First + ")";
    *Test = *First + " && " + *Test;
    Merged = binary(const_cast<Expr *>(Old), BO_LAnd, Merged);
  }
  std::vector<TextEdit> Edits;
  std::optional<TextEdit> Header = headerEdit(*Test);
  if (!Header || !remove(*Leave, Edits))
    return std::nullopt;
  Edits.push_back(*Header);
  return PlainTest{std::move(Edits), merged(Merged, *Leave)};
}

std::optional<PlainTest> mergedTest(const LoopCandidate &Candidate,
                                    const SourceText &Text, ASTContext &Ctx) {
  return TestMerger(Candidate, Text, Ctx).run();
}

} // namespace cudapipe
