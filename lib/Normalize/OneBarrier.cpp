//===- OneBarrier.cpp - Keys and values, counted by one object ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   memcpy_async(&keys[t], ..., of_keys);        memcpy_async(..., of_keys);
//   memcpy_async(&values[t], ..., of_values);    memcpy_async(..., of_keys);
//   of_keys.arrive_and_wait();               ->  of_keys.arrive_and_wait();
//   ...                                          ...
//   of_values.arrive_and_wait();                 of_keys.arrive_and_wait();
//
// All threads of the block wait at each of the two, so all do so in the same
// order: who waited at another one than the others would do so for ever. One
// object, of which these are phases, waits for no less then, and each copy is
// waited for where it was, or earlier. With stages the second wait has nothing
// left to wait for.
//
//===----------------------------------------------------------------------===//

#include "Builds/OneText.h"
#include "Inline/VariableUses.h"
#include "NormalizePass.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The barriers that count copies of \p Loop, or at which it waits, in the
/// order of their first waits.
std::vector<const VarDecl *> barriersOf(const Stmt &Loop, ASTContext &Ctx) {
  std::vector<const VarDecl *> Out;
  forEach<CallExpr>(&Loop, [&](const CallExpr &Call) {
    const std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx);
    if (Op && Op->Kind == AsyncOperation::Wait && Op->Barrier &&
        !llvm::is_contained(Out, Op->Barrier))
      Out.push_back(Op->Barrier);
  });
  return Out;
}

/// Edits of one kernel, in which one barrier takes over what others do.
class Merger {
public:
  Merger(const FunctionDecl &Kernel, const SourceText &Text, ASTContext &Ctx)
      : Kernel(Kernel), Text(Text), Ctx(Ctx), SM(Ctx.getSourceManager()),
        Uses(Kernel.getBody()) {}

  bool merge(const VarDecl &Other, const VarDecl &Into,
             tooling::AtomicChange &Change) const;

private:
  bool replace(std::optional<TextRange> R, llvm::StringRef New,
               tooling::AtomicChange &Change) const;
  bool dropInit(const CallExpr &Init, tooling::AtomicChange &Change) const;
  bool dropDeclaration(const VarDecl &Var, const DeclStmt &Decls,
                       tooling::AtomicChange &Change) const;
  bool isFront(const Stmt &A, const Stmt &B) const {
    return SM.isBeforeInTranslationUnit(A.getBeginLoc(), B.getBeginLoc());
  }
  /// \p R, with its line if that holds nothing else.
  TextRange withLine(TextRange R) const {
    return Text.text({Text.lineStart(R.Begin), R.Begin}).trim().empty()
               ? TextRange{Text.lineStart(R.Begin), Text.endOfTrivia(R.End)}
               : R;
  }

  const FunctionDecl &Kernel;
  const SourceText &Text;
  ASTContext &Ctx;
  const SourceManager &SM;
  const VariableUses Uses;
};

bool Merger::replace(std::optional<TextRange> R, llvm::StringRef New,
                     tooling::AtomicChange &Change) const {
  if (!R)
    return false;
  llvm::Error Failed = Change.replace(
      SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(R->Begin),
      R->End - R->Begin, New);
  const bool IsMade = !Failed;
  llvm::consumeError(std::move(Failed));
  return IsMade;
}

/// Takes \p Init away, and the branch that makes nothing else.
bool Merger::dropInit(const CallExpr &Init,
                      tooling::AtomicChange &Change) const {
  const Stmt *Gone = &Init;
  for (const Stmt *Outer = Uses.parentOf(Gone); Outer;
       Outer = Uses.parentOf(Gone)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    const auto *If = dyn_cast<IfStmt>(Outer);
    if (Block && (Block == Kernel.getBody() || Block->size() > 1))
      break;
    if (If && (If->getElse() || If->getInit() || If->getConditionVariable() ||
               If->getCond()->HasSideEffects(Ctx) || If->getThen() != Gone))
      return false;
    if (!Block && !If && !isa<ExprWithCleanups>(Outer))
      return false;
    Gone = Outer;
  }
  const std::optional<TextRange> R = Text.statement(Gone);
  return R && isOneText(Text, *R, /*OrNumbers=*/true, Ctx) &&
         replace(withLine(*R), "", Change);
}

/// Takes \p Var out of \p Decls, with the comma.
bool Merger::dropDeclaration(const VarDecl &Var, const DeclStmt &Decls,
                             tooling::AtomicChange &Change) const {
  const std::optional<TextRange> Whole = Text.statement(&Decls);
  if (!Whole || !isOneText(Text, *Whole, /*OrNumbers=*/true, Ctx))
    return false;
  if (Decls.isSingleDecl())
    return replace(withLine(*Whole), "", Change);
  const std::optional<TextRange> Name =
      Text.range(SourceRange(Var.getLocation()));
  if (!Name)
    return false;
  // The comma in front; of the first, the one behind, and the blanks.
  const llvm::StringRef Code = Text.code();
  const llvm::StringRef Front = Code.slice(Whole->Begin, Name->Begin).rtrim(),
                        Behind = Code.slice(Name->End, Whole->End).ltrim();
  if (Front.ends_with(","))
    return replace(
        TextRange{unsigned(Whole->Begin + Front.size() - 1), Name->End}, "",
        Change);
  if (*Decls.decl_begin() != &Var || !Behind.starts_with(","))
    return false;
  const llvm::StringRef Next = Behind.drop_front().ltrim();
  return replace(TextRange{Name->Begin, unsigned(Next.data() - Code.data())},
                 "", Change);
}

/// \p Into counts and waits where \p Other does, which goes.
bool Merger::merge(const VarDecl &Other, const VarDecl &Into,
                   tooling::AtomicChange &Change) const {
  const Stmt *Body = Kernel.getBody();
  const std::optional<BlockCounter> Mine = barrierOfBlock(Other, Ctx),
                                    Its = barrierOfBlock(Into, Ctx);
  const DeclStmt *Declared = Uses.declarationOf(&Other),
                 *Known = Uses.declarationOf(&Into);
  const std::optional<TextRange> Whole = Text.range(Body);
  if (!Mine || !Its || !Declared || !Known || !Whole ||
      !showsAllUses(Text, *Whole, Other, *Body, Ctx) ||
      !showsAllUses(Text, *Whole, Into, *Body, Ctx))
    return false;
  const Stmt *Scope = Uses.parentOf(Known);
  bool CanBeMade = true;
  // Each call that names it, and the argument or object that is the name.
  llvm::DenseSet<const Stmt *> Read;
  forEach<CallExpr>(Body, [&](const CallExpr &Call) {
    const std::optional<AsyncOperation> Op = asyncOperation(&Call, Ctx);
    if (!Op || Op->Barrier != &Other)
      return;
    forEach<DeclRefExpr>(&Call, [&](const DeclRefExpr &Ref) {
      if (Ref.getDecl() != &Other || !Read.insert(&Ref).second)
        return;
      const std::optional<TextRange> R = Text.range(&Ref);
      // In front of that, the other one is not ready.
      CanBeMade &= isFront(*Its->Init, Ref) && Uses.contains(Scope, &Ref) &&
                   R && isOneText(Text, *R, /*OrNumbers=*/false, Ctx) &&
                   replace(R, Into.getName(), Change);
    });
  });
  forEach<DeclRefExpr>(Body, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() == &Other)
      CanBeMade &= Read.contains(&Ref) || Uses.contains(Mine->Init, &Ref);
    // Another one of this name would be meant.
    CanBeMade &= Ref.getDecl() == &Into ||
                 Ref.getDecl()->getDeclName() != Into.getDeclName();
  });
  return CanBeMade && dropInit(*Mine->Init, Change) &&
         dropDeclaration(Other, *Declared, Change);
}

std::optional<tooling::AtomicChange> oneForAll(const LoopCandidate &One,
                                               ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(
      SM.getFileID(SM.getExpansionLoc(One.Loop->getBeginLoc())), Ctx);
  const std::vector<const VarDecl *> Barriers = barriersOf(*One.Loop, Ctx);
  if (Barriers.size() < 2)
    return std::nullopt;
  tooling::AtomicChange Change(SM, One.Loop->getBeginLoc());
  const Merger Edits(*One.Kernel, Text, Ctx);
  for (const VarDecl *Other : llvm::ArrayRef(Barriers).drop_front())
    if (!Edits.merge(*Other, *Barriers.front(), Change))
      return std::nullopt;
  return Change;
}

struct OneBarrier : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    if (!Loop.why() || (Loop.why()->Kind != RejectionKind::CountedCopyInLoop &&
                        Loop.why()->Kind != RejectionKind::AsyncCopyInLoop))
      return {};
    std::vector<Proposal> Out = Loop.changed(
        [&](const LoopCandidate &One) { return oneForAll(One, Loop.Ctx); });
    for (Proposal &One : Out)
      One.Also = {"one barrier for all tiles"};
    return Out;
  }
  bool accept(const LoopReport &, const LoopReport &After,
              const Proposal &) const override {
    return !After.Why;
  }
  void refuse(LoopReport &Loop, const LoopReport *After,
              const RewriteOptions &) const override {
    addReason(Loop, "with one barrier for all tiles", After);
  }
};

} // namespace

const NormalizePass &oneBarrier() {
  static const OneBarrier Pass;
  return Pass;
}

} // namespace cudapipe
