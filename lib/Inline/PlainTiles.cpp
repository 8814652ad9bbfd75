//===- PlainTiles.cpp - Tiles without volatile ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/PlainTiles.h"
#include "../Rewrite/SourceText.h"
#include "MeaningPrinter.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// Beside \p Loop, \p S does nothing to \p Array but store elements.
static bool onlyStores(const Stmt *S, const VarDecl &Array, const Stmt &Loop) {
  if (!S || S == &Loop)
    return true;
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->getOpcode() == BO_Assign) {
    const Expr *To = Op->getLHS()->IgnoreParens();
    bool InIndex = false;
    while (const auto *Sub = dyn_cast<ArraySubscriptExpr>(To)) {
      InIndex |= mentions(subscriptIndex(*Sub), &Array);
      To = subscriptBase(*Sub)->IgnoreParenImpCasts();
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(To);
        Ref && Ref->getDecl() == &Array)
      return !InIndex && !mentions(Op->getRHS(), &Array);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Array;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return onlyStores(Child, Array, Loop);
  });
}

/// \p Tile is a volatile array of the kernel that only \p Loop uses; or it is
/// stored in front of the loop, which has barriers, and read in it.
static bool isOfLoop(const VarDecl &Tile, const FunctionDecl &Kernel,
                     const Stmt &Loop, const ASTContext &Ctx) {
  if (!isShared(Tile) || !Tile.isStaticLocal() ||
      !Tile.getType()->isArrayType() ||
      !Ctx.getBaseElementType(Tile.getType()).isVolatileQualified())
    return false;
  const PointerFlow Flow(Kernel);
  if (!effectsOf(&Loop, Flow, Ctx).Unknown.empty())
    return false;
  if (!mentions(Kernel.getBody(), &Tile, {&Loop}))
    return true;
  return onlyStores(Kernel.getBody(), Tile, Loop) &&
         llvm::none_of(effectsOf(&Loop, Flow, Ctx).MemoryWrites,
                       [&](const MemoryAccess &Write) {
                         return Write.Root.Kind == MemoryRoot::Unknown ||
                                Write.Root.Var == &Tile;
                       });
}

/// Where `volatile` stands in front of what \p Decls declares, with the blank
/// behind it.
static std::optional<TextRange> wordIn(const DeclStmt &Decls,
                                       const SourceText &Text) {
  constexpr StringRef Word = "volatile";
  const auto *First = dyn_cast<VarDecl>(*Decls.decl_begin());
  std::optional<TextRange> Whole = Text.statement(&Decls),
                           Name = First ? Text.range(
                                              SourceRange(First->getLocation()))
                                        : std::nullopt;
  if (!Whole || !Name || Name->Begin < Whole->Begin)
    return std::nullopt;
  const StringRef Front = Text.text({Whole->Begin, Name->Begin});
  const size_t At = Front.find(Word);
  if (At == StringRef::npos || Front.find(Word, At + 1) != StringRef::npos ||
      Front.contains("//") || Front.contains("/*"))
    return std::nullopt;
  const unsigned Begin = Whole->Begin + At;
  unsigned End = Begin + Word.size();
  while (Text.code()[End] == ' ')
    ++End;
  return TextRange{Begin, End};
}

std::optional<InlinedLoop> dropVolatile(const LoopCandidate &Candidate,
                                        const ASTContext &Ctx) {
  const FunctionDecl &Kernel = *Candidate.Kernel;
  const Stmt &Loop = *Candidate.Loop;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())),
                        Ctx);
  // What another build does with an array is not read.
  const std::optional<TextRange> Whole = Text.range(Kernel.getBody());
  if (!Whole || Text.hasConditionals(*Whole))
    return std::nullopt;
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  bool Any = false, CanBeMade = true;
  forEach<DeclStmt>(Kernel.getBody(), [&](const DeclStmt &Decls) {
    auto IsOfLoop = [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && isOfLoop(*Var, Kernel, Loop, Ctx);
    };
    if (!llvm::all_of(Decls.decls(), IsOfLoop))
      return;
    std::optional<TextRange> Word = wordIn(Decls, Text);
    llvm::Error Failed =
        Word ? Change.replace(SM,
                              SM.getLocForStartOfFile(Text.file())
                                  .getLocWithOffset(Word->Begin),
                              Word->End - Word->Begin, "")
             : llvm::Error::success();
    CanBeMade &= Word && !Failed;
    llvm::consumeError(std::move(Failed));
    Any = true;
  });
  if (!Any || !CanBeMade)
    return std::nullopt;
  // What else is volatile in the loop would show.
  std::string Meaning = MeaningPrinter(Kernel, Ctx).print(Loop);
  constexpr StringRef OfName = "DeclRefExpr volatile", OfType = "volatile ";
  for (size_t At; (At = Meaning.find(OfName)) != std::string::npos;)
    Meaning.replace(At, OfName.size(), "DeclRefExpr ");
  for (size_t At; (At = Meaning.find(OfType)) != std::string::npos;)
    Meaning.erase(At, OfType.size());
  return InlinedLoop{std::move(Change), std::move(Meaning)};
}

} // namespace cudapipe
