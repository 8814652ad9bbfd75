//===- PlainStatements.cpp - One store, one test a statement --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainStatements.h"
#include "../Rewrite/Layout.h"
#include "CalledText.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BlockVote.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class StatementSplitter {
public:
  StatementSplitter(const LoopCandidate &Candidate,
                    llvm::function_ref<bool(const Stmt *)> StoresTile,
                    const SourceText &Text, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        StoresTile(StoresTile), Text(Text), Ctx(Ctx) {}

  void visit(const Stmt *S, bool InBlock);
  /// Only where nothing else is in the way.
  void visitConstexpr(const Stmt *S);
  /// A vote of the block stands in the test that asks for it.
  void joinVotes();
  PlainStatements take() { return std::move(Out); }

private:
  bool joinVote(const DeclStmt &Vote, const IfStmt &Leave);
  Expr *withValue(const Expr *E, const VarDecl &Var) const;
  bool splitChain(const Expr &Chain, bool InBlock);
  bool splitIf(const IfStmt &If, bool InBlock);
  bool makePlain(const IfStmt &If);
  bool storesElsewhere(const IfStmt &If) const;
  bool isAlone(const IfStmt &If, TextRange Range) const;
  void put(TextRange Range, llvm::ArrayRef<std::string> Lines, bool Flat);

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  llvm::function_ref<bool(const Stmt *)> StoresTile;
  const SourceText &Text;
  ASTContext &Ctx;
  PlainStatements Out;
};

} // namespace

/// \p Lines in the place of \p Range, in braces unless \p Flat.
void StatementSplitter::put(TextRange Range, llvm::ArrayRef<std::string> Lines,
                            bool Flat) {
  StringRef Indent = Text.indentAt(Range.Begin);
  const std::string Inner =
      Flat ? Indent.str() : (Indent + indentUnit(Text.code())).str();
  std::string Code = llvm::join(Lines, "\n" + Inner);
  Out.Edits.push_back(
      {Range, Flat ? Code : "{\n" + Inner + Code + "\n" + Indent.str() + "}"});
}

/// The value is the same whatever else of the chain is stored first.
static bool isFixed(const Expr *Value, const ASTContext &Ctx) {
  return !Value->isValueDependent() && Value->isEvaluatable(Ctx) &&
         !Value->HasSideEffects(Ctx);
}

bool StatementSplitter::splitChain(const Expr &Chain, bool InBlock) {
  llvm::SmallVector<const BinaryOperator *, 4> Stores;
  const Expr *Value = &Chain;
  while (const auto *Op =
             dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts())) {
    if (Op->getOpcode() != BO_Assign)
      break;
    Stores.push_back(Op);
    Value = Op->getRHS();
  }
  std::optional<TextRange> Range = Text.statement(&Chain);
  std::optional<std::string> ValueText = Text.text(Value->IgnoreImpCasts());
  if (Stores.size() < 2 || !Range || !ValueText || !isFixed(Value, Ctx) ||
      !Text.directives(*Range).empty())
    return false;
  std::vector<std::string> Lines;
  llvm::SmallVector<Stmt *> Made;
  for (const BinaryOperator *Op : Stores) {
    const Expr *To = Op->getLHS();
    std::optional<std::string> Name = Text.text(To);
    // A conversion on the way would be made twice.
    if (!Name || To->HasSideEffects(Ctx) ||
        To->getType().isVolatileQualified() ||
        !To->getType()->isArithmeticType() ||
        !Ctx.hasSameUnqualifiedType(To->getType(), Value->getType()))
      return false;
    Lines.push_back(*Name + " = " + *ValueText + ";");
    Made.push_back(BinaryOperator::Create(
        Ctx, Op->getLHS(), const_cast<Expr *>(Value), BO_Assign, Op->getType(),
        Op->getValueKind(), Op->getObjectKind(), Op->getOperatorLoc(),
        FPOptionsOverride()));
  }
  put(*Range, Lines, InBlock);
  Out.Replaced.push_back(
      {&Chain, CompoundStmt::Create(Ctx, Made, FPOptionsOverride(),
                                    Chain.getBeginLoc(), Chain.getEndLoc())});
  return true;
}

/// Nothing else in the loop has a name that \p If declares.
bool StatementSplitter::isAlone(const IfStmt &If, TextRange Range) const {
  std::optional<TextRange> Whole = Text.range(&Loop);
  const auto *Decls = dyn_cast<DeclStmt>(If.getInit());
  if (!Whole || !Decls)
    return false;
  NameSet Others = namesIn(Text.text({Whole->Begin, Range.Begin}).str() +
                           " ; " + Text.text({Range.End, Whole->End}).str());
  return llvm::all_of(Decls->decls(), [&](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && !Others.count(Var->getNameAsString());
  });
}

bool StatementSplitter::splitIf(const IfStmt &If, bool InBlock) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(If.getInit());
  std::optional<TextRange> Whole = Text.statement(&If);
  std::optional<TextRange> Init = Decls ? Text.range(Decls) : std::nullopt;
  std::optional<TextRange> Cond = Text.range(If.getCond());
  if (!Whole || !Init || !Cond || If.hasVarStorage() || If.isConstexpr() ||
      !Text.text({Init->End, Cond->Begin}).trim().empty() ||
      !Text.directives(*Whole).empty() || If.getIfLoc().isMacroID())
    return false;
  bool Flat = InBlock && isAlone(If, *Whole);
  StringRef Indent = Text.indentAt(Whole->Begin);
  const std::string Inner =
      Flat ? Indent.str() : (Indent + indentUnit(Text.code())).str();
  put(*Whole,
      {Text.text(*Init).str(),
       "if (" + reindent(Text.text({Cond->Begin, Whole->End}), Indent, Inner)
                    .substr(Inner.size())},
      Flat);
  auto *Bare = IfStmt::Create(
      Ctx, If.getIfLoc(), IfStatementKind::Ordinary, nullptr, nullptr,
      const_cast<Expr *>(If.getCond()), If.getLParenLoc(), If.getRParenLoc(),
      const_cast<Stmt *>(If.getThen()), If.getElseLoc(),
      const_cast<Stmt *>(If.getElse()));
  Out.Replaced.push_back(
      {&If, CompoundStmt::Create(Ctx, {const_cast<DeclStmt *>(Decls), Bare},
                                 FPOptionsOverride(), If.getBeginLoc(),
                                 If.getEndLoc())});
  return true;
}

/// The word `constexpr` goes.
bool StatementSplitter::makePlain(const IfStmt &If) {
  std::optional<TextRange> Cond = Text.range(If.getCond());
  std::optional<TextRange> Word = Text.range(SourceRange(If.getIfLoc()));
  // Of a template that nobody instantiates, another file may drop a branch.
  if (!If.isConstexpr() || If.hasInitStorage() || If.hasVarStorage() ||
      If.getCond()->isValueDependent() || !Cond || !Word)
    return false;
  StringRef Between = Text.text({Word->End, Cond->Begin});
  size_t At = Between.find("constexpr");
  if (At == StringRef::npos || Between.trim(" (") != "constexpr")
    return false;
  unsigned Begin = Word->End + At;
  Out.Edits.push_back({{Begin, Begin + unsigned(strlen("constexpr "))}, ""});
  return true;
}

void StatementSplitter::visit(const Stmt *S, bool InBlock) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && StoresTile(If) && splitIf(*If, InBlock))
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (StoresTile(E))
      splitChain(*E->IgnoreParens(), InBlock);
    return;
  }
  for (const Stmt *Child : S->children())
    visit(Child, isa<CompoundStmt>(S));
}

/// Of what \p If has in the template, the branch that stores to a tile may be
/// that of another instantiation.
bool StatementSplitter::storesElsewhere(const IfStmt &If) const {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  auto StoresShared = [](const Stmt &At) {
    const auto *Op = dyn_cast<BinaryOperator>(&At);
    const VarDecl *To =
        Op && Op->isAssignmentOp() ? elementOf(Op->getLHS()) : nullptr;
    return To && To->hasAttr<CUDASharedAttr>();
  };
  return Pattern && If.isConstexpr() &&
         holds(Pattern->getBody(), [&](const Stmt &At) {
           const auto *Other = dyn_cast<IfStmt>(&At);
           return Other && Other->getIfLoc() == If.getIfLoc() &&
                  holds(Other, StoresShared);
         });
}

void StatementSplitter::visitConstexpr(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const auto *If = dyn_cast<IfStmt>(S);
  if (If && (StoresTile(If) || storesElsewhere(*If)) && makePlain(*If))
    return;
  for (const Stmt *Child : S->children())
    visitConstexpr(Child);
}

/// \p E with the value that \p Var is declared with in the place of its name.
Expr *StatementSplitter::withValue(const Expr *E, const VarDecl &Var) const {
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return withValue(Paren->getSubExpr(), Var);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
    if (Ref && Ref->getDecl() == &Var)
      return const_cast<Expr *>(Var.getInit());
    return ImplicitCastExpr::Create(Ctx, Cast->getType(), Cast->getCastKind(),
                                    withValue(Cast->getSubExpr(), Var), nullptr,
                                    Cast->getValueKind(), FPOptionsOverride());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(
        Ctx, withValue(Op->getSubExpr(), Var), Op->getOpcode(), Op->getType(),
        Op->getValueKind(), Op->getObjectKind(), Op->getOperatorLoc(),
        Op->canOverflow(), FPOptionsOverride());
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return BinaryOperator::Create(
        Ctx, withValue(Op->getLHS(), Var), withValue(Op->getRHS(), Var),
        Op->getOpcode(), Op->getType(), Op->getValueKind(), Op->getObjectKind(),
        Op->getOperatorLoc(), FPOptionsOverride());
  return const_cast<Expr *>(E);
}

/// int votes = __syncthreads_count(done);   ->
/// if (votes == THREADS)                       if (__syncthreads_count(done) ==
///   break;                                        THREADS) break;
bool StatementSplitter::joinVote(const DeclStmt &Vote, const IfStmt &Leave) {
  const auto *Var =
      Vote.isSingleDecl() ? dyn_cast<VarDecl>(Vote.getSingleDecl()) : nullptr;
  const auto *Call =
      Var && Var->getInit()
          ? dyn_cast<CallExpr>(Var->getInit()->IgnoreParenImpCasts())
          : nullptr;
  if (!Call || !isBlockVote(*Call, Ctx) ||
      !Var->getType()->isIntegralOrEnumerationType() || Var->isStaticLocal())
    return false;
  const DeclRefExpr *Use = nullptr;
  unsigned Uses = 0;
  forEach<DeclRefExpr>(
      &Loop, [&](const DeclRefExpr &Ref) { Uses += Ref.getDecl() == Var; });
  forEach<DeclRefExpr>(Leave.getCond(), [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() == Var)
      Use = &Ref;
  });
  std::optional<TextRange> Whole = Text.statement(&Vote),
                           Asks = Use ? Text.range(Use) : std::nullopt;
  std::optional<std::string> Value = Text.text(Call);
  if (!Use || Uses != 1 || !Whole || !Asks || !Value ||
      Whole->End > Asks->Begin ||
      Text.hasConditionals({Whole->Begin, Asks->End}))
    return false;
  const unsigned Line = Text.lineStart(Whole->Begin),
                 Behind = Text.endOfTrivia(Whole->End);
  if (!Text.text({Line, Whole->Begin}).trim().empty() ||
      !Text.text({Whole->End, Behind}).trim().empty() || Behind == Whole->End)
    return false;
  Out.Edits.push_back({{Line, Behind}, ""});
  Out.Edits.push_back({*Asks, *Value});
  Out.Replaced.push_back({&Vote, nullptr});
  Out.Replaced.push_back(
      {&Leave,
       IfStmt::Create(Ctx, Leave.getIfLoc(), IfStatementKind::Ordinary, nullptr,
                      nullptr, withValue(Leave.getCond(), *Var),
                      Leave.getLParenLoc(), Leave.getRParenLoc(),
                      const_cast<Stmt *>(Leave.getThen()))});
  return true;
}

void StatementSplitter::joinVotes() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  const Stmt *Before = nullptr;
  if (!Body)
    return;
  for (const Stmt *S : Body->body()) {
    const auto *Vote = dyn_cast_or_null<DeclStmt>(Before);
    const IfStmt *Leave = Vote ? leavesIf(S) : nullptr;
    if (Leave && joinVote(*Vote, *Leave))
      return;
    Before = S;
  }
}

PlainStatements
plainStatements(const LoopCandidate &Candidate,
                llvm::function_ref<bool(const Stmt *)> StoresTile,
                const SourceText &Text, ASTContext &Ctx) {
  StatementSplitter Splitter(Candidate, StoresTile, Text, Ctx);
  Splitter.joinVotes();
  Splitter.visit(Candidate.Loop, false);
  PlainStatements Out = Splitter.take();
  if (!Out.Edits.empty())
    return Out;
  Splitter.visitConstexpr(Candidate.Loop);
  return Splitter.take();
}

} // namespace cudapipe
