//===- AddThreads.cpp - A warp more, at the launch ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k<<<grid, 256>>>(A);            k<<<grid, 256 + 32>>>(A);
//   k<<<grid, dim3(threads)>>>(A);  k<<<grid, dim3(threads + 32)>>>(A);
//   k<<<grid, block>>>(A);          k<<<grid, block.x + 32>>>(A);
//
// The size is changed at the launch, as other launches may have the variable.
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr int64_t MostOfBlock = 1024, ThreadsOfWarp = 32;

bool isDim3(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && Record->getName() == "dim3";
}

/// What \p Block is made of: an integer, `dim3(...)`, or a variable.
const Expr *blockMadeOf(const Expr *Block) {
  while (true) {
    const Expr *Next = Block->IgnoreImplicit()->IgnoreParens();
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Next);
        Cast && isDim3(Cast->getType()))
      Next = Cast->getSubExpr()->IgnoreImplicit();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Next);
        Made && Made->getNumArgs() > 0 &&
        Made->getConstructor()->isCopyOrMoveConstructor())
      Next = Made->getArg(0);
    if (Next == Block)
      return Block;
    Block = Next;
  }
}

/// The size in x of \p Block, if there is no other.
const Expr *sizeInX(const Expr *Block, const ASTContext &Ctx) {
  if (Block->getType()->isIntegralOrEnumerationType())
    return Block;
  const auto *Made = dyn_cast<CXXConstructExpr>(Block);
  if (!Made || !isDim3(Made->getType()) || Made->getNumArgs() == 0 ||
      !Made->getArg(0)->getType()->isIntegralOrEnumerationType())
    return nullptr;
  for (unsigned I = 1; I < Made->getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Made->getArg(I)) &&
        knownValue(Made->getArg(I), Ctx) != 1)
      return nullptr;
  return blockMadeOf(Made->getArg(0));
}

} // namespace

/// What \p Site gives for a block; null where it cannot be told.
static const Expr *launchedBlock(const LaunchSite &Site) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.At))
    return launchArgument(*Launch, 1);
  return Site.Kind == LaunchSite::Occupancy && Site.At->getNumArgs() > 2
             ? Site.At->getArg(2)
             : nullptr;
}

const Expr *threadsInX(const LaunchSite &Site, const ASTContext &Ctx,
                       const VarDecl *&Var) {
  const Expr *Block = launchedBlock(Site);
  if (!Block)
    return nullptr;
  Block = blockMadeOf(Block);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Block);
      Ref && isDim3(Ref->getType())) {
    Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Var->getInit() || !isNeverChanged(*Var))
      return nullptr;
    Block = blockMadeOf(Var->getInit());
  }
  return sizeInX(Block, Ctx);
}

std::optional<Rejection> whyNotMoreThreads(const LaunchSite &Site,
                                           unsigned More,
                                           const ASTContext &Ctx) {
  auto Refuse = [&](const llvm::Twine &Why) {
    return Rejection{RejectionKind::BlockShape, Site.At->getSourceRange(),
                     Why.str()};
  };
  if (!launchedBlock(Site))
    return Refuse("this launch is no <<<...>>>, whose block could be made "
                  "larger");
  if (namedVariable(Site.Name))
    return Refuse("this launch names the kernel by a variable, which may be "
                  "another one");
  const VarDecl *Var = nullptr;
  const Expr *Size = threadsInX(Site, Ctx, Var);
  if (!Size)
    return Refuse("the block of this launch is not seen to have one dimension");
  const std::optional<int64_t> Threads = knownValue(Size, Ctx);
  if (Threads ? *Threads % ThreadsOfWarp != 0
              : !isMultipleOf(Size, ThreadsOfWarp, Ctx))
    return Refuse("the block of this launch is not seen to be whole warps");
  if (Threads && *Threads + More > MostOfBlock)
    return Refuse("a block has " + llvm::Twine(MostOfBlock) +
                  " threads at most");
  return std::nullopt;
}

std::optional<Rejection> LaunchEditor::addThreads(const LaunchSite &Site) {
  if (Site.Kind == LaunchSite::Attribute)
    return std::nullopt;
  if (std::optional<Rejection> Why =
          whyNotMoreThreads(Site, Wish.MoreThreads, Ctx))
    return Why;
  const VarDecl *Var = nullptr;
  const Expr *Size = threadsInX(Site, Ctx, Var);
  const Expr *At = Var ? blockMadeOf(launchedBlock(Site)) : Size;
  const std::optional<TextRange> R = Text.range(At);
  if (!R || isUsedOtherwise(At, Site))
    return Rejection{RejectionKind::BlockShape, Site.At->getSourceRange(),
                     "the block of this launch is spelled by a macro"};
  std::string More = " + " + std::to_string(Wish.MoreThreads);
  if (Var) {
    More = ".x" + More;
  } else if (const auto *Op = dyn_cast<BinaryOperator>(At->IgnoreImpCasts());
             !(Op && (Op->isAdditiveOp() || Op->isMultiplicativeOp())) &&
             parenthesized(At, Text.text(*R)) != Text.text(*R)) {
    edit({R->Begin, R->Begin}, "(");
    More = ")" + More;
  }
  edit({R->End, R->End}, More);
  return std::nullopt;
}

} // namespace cudapipe
