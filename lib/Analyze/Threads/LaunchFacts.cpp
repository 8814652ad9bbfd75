//===- LaunchFacts.cpp - What all launches of a kernel say ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFacts.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ParentMap.h"

using namespace clang;

namespace cudapipe {
namespace {

using Shape = std::array<std::optional<int64_t>, 3>;

/// What its function does with a local dim3.
class BlockVariable {
public:
  explicit BlockVariable(const VarDecl &Var);

  /// What it holds at \p Use; null if that is not known, or the function makes
  /// another name for it.
  const Expr *valueAt(const DeclRefExpr &Use) const;

private:
  bool isRead(const Stmt *Use) const;
  /// The statement `Var = ..;` that sets \p Ref, and what it sets it to; null
  /// if it is none.
  std::pair<const Stmt *, const Expr *> assignment(const Stmt *Ref) const;

  const VarDecl &Var;
  std::unique_ptr<ParentMap> Parents;
  llvm::SmallDenseMap<const Stmt *, const Expr *> Set;
  bool IsFollowed = false, HasLabels = false;
};

BlockVariable::BlockVariable(const VarDecl &Var) : Var(Var) {
  const auto *Function = dyn_cast<FunctionDecl>(Var.getDeclContext());
  if (!Function || !Function->getBody())
    return;
  Stmt *Body = Function->getBody();
  Parents = std::make_unique<ParentMap>(Body);
  IsFollowed = true;
  forEach<DeclRefExpr>(Body, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() != &Var || isRead(&Ref))
      return;
    const auto [Whole, Value] = assignment(&Ref);
    IsFollowed &= Whole != nullptr;
    Set[Whole] = Value;
  });
  HasLabels = holdsA<LabelStmt>(Body);
}

bool BlockVariable::isRead(const Stmt *Use) const {
  const Stmt *Up = Parents->getParentIgnoreParens(Use);
  while (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Up)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      return true;
    Up = Parents->getParentIgnoreParens(Up);
  }
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(Up)) {
    const auto *Cast =
        dyn_cast_or_null<CastExpr>(Parents->getParentIgnoreParens(Member));
    return Cast && Cast->getCastKind() == CK_LValueToRValue;
  }
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Up);
  return Made && Made->getConstructor()->isCopyOrMoveConstructor();
}

std::pair<const Stmt *, const Expr *>
BlockVariable::assignment(const Stmt *Ref) const {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(
      Parents->getParentIgnoreParens(Ref));
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method || Call->getNumArgs() != 2 ||
      Call->getArg(0)->IgnoreParens() != Ref ||
      !(Method->isCopyAssignmentOperator() ||
        Method->isMoveAssignmentOperator()))
    return {};
  const Stmt *Whole = Call;
  while (const auto *Up = dyn_cast_or_null<FullExpr>(Parents->getParent(Whole)))
    Whole = Up;
  return isa_and_nonnull<CompoundStmt>(Parents->getParent(Whole))
             ? std::pair(Whole, Call->getArg(1))
             : std::pair<const Stmt *, const Expr *>();
}

const Expr *BlockVariable::valueAt(const DeclRefExpr &Use) const {
  if (!IsFollowed)
    return nullptr;
  if (Set.empty())
    return initialValue(Var);
  // The last one in front of the use, past which nothing jumps.
  auto SetsIn = [&](const Stmt *S) {
    return llvm::any_of(
        Set, [&](const auto &One) { return contains(S, One.first); });
  };
  const Stmt *Child = &Use;
  for (const Stmt *Up = Parents->getParent(Child); Up && !HasLabels;
       Child = Up, Up = Parents->getParent(Up)) {
    const auto *Block = dyn_cast<CompoundStmt>(Up);
    if (!Block)
      continue;
    if (SetsIn(Child))
      return nullptr; // It may come round.
    auto It = llvm::find(Block->body(), Child);
    if (isa<SwitchCase>(Child) && It != Block->body_begin())
      return nullptr;
    while (It != Block->body_begin()) {
      const Stmt *S = *--It;
      if (holdsA<SwitchCase>(S))
        return nullptr;
      if (auto Found = Set.find(S); Found != Set.end())
        return Found->second;
      if (SetsIn(S))
        return nullptr;
      if (const auto *Decls = dyn_cast<DeclStmt>(S);
          Decls && llvm::is_contained(Decls->decls(), &Var))
        return Var.getInit();
    }
  }
  return nullptr;
}

/// The sizes of a block, null where they are not given, and whether they were
/// read some time before the launch.
struct Sizes {
  std::array<const Expr *, 3> Of{};
  bool Before = false;
  bool Known = false;
  /// Read in the first call of the function only.
  bool Once = false;
};

/// Of `256`, `dim3(16, 16)`, or a local variable that holds such.
Sizes sizesOf(const Expr *E, const ASTContext &Ctx, unsigned Depth = 0) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  // `dim3 block(Threads)` in a template that nothing instantiates: no value
  // yet.
  if (E->getType().isNull())
    return {};
  if (E->getType()->isIntegralOrEnumerationType())
    return {{E}, Depth > 0, true};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const Expr *Value = !Var || Depth > 4 ? nullptr
                        : Var->getType().isConstQualified()
                            ? initialValue(*Var)
                            : BlockVariable(*Var).valueAt(*Ref);
    if (!Value)
      return {};
    Sizes Out = sizesOf(Value, Ctx, Depth + 1);
    Out.Once |= !Var->hasLocalStorage();
    return Out;
  }
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made || !Made->getConstructor()->getParent()->getIdentifier() ||
      Made->getConstructor()->getParent()->getName() != "dim3")
    return {};
  if (Made->getConstructor()->isCopyOrMoveConstructor())
    return Depth > 4 ? Sizes() : sizesOf(Made->getArg(0), Ctx, Depth + 1);
  Sizes Out{{}, Depth > 0, true};
  for (unsigned I = 0; I < 3 && I < Made->getNumArgs(); ++I) {
    const QualType Type = Made->getArg(I)->getType();
    // A uint3 is all three; a template parameter's has no type yet.
    if (Type.isNull() || !Type->isIntegralOrEnumerationType())
      return {};
    if (!isa<CXXDefaultArgExpr>(Made->getArg(I)))
      Out.Of[I] = Made->getArg(I);
  }
  return Out;
}

/// As constants; what is not given is 1.
Shape shapeOf(const Sizes &Block, const ASTContext &Ctx) {
  Shape Out;
  for (unsigned D = 0; D < 3 && Block.Known; ++D)
    Out[D] =
        Block.Of[D] ? knownValue(Block.Of[D], Ctx) : std::optional<int64_t>(1);
  return Out;
}

/// All three together; nothing if one is no constant.
std::optional<int64_t> product(const Shape &Of) {
  constexpr int64_t Most = int64_t(1) << 31;
  int64_t Out = 1;
  for (std::optional<int64_t> Size : Of) {
    if (!Size || *Size <= 0 || *Size > Most || Out > Most / *Size)
      return std::nullopt;
    Out *= *Size;
  }
  return Out;
}

/// The variable that \p E is, with any number of a block unchanged.
const VarDecl *sizeVariable(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreImplicit()->IgnoreParenImpCasts())
        : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && Var->getType()->isIntegerType() &&
                 !Var->getType().isVolatileQualified()
             ? Var
             : nullptr;
}

/// No part of \p S may set a variable.
bool setsNothing(const Stmt *S) {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(S);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(S);
  return !S ||
         (!isa<CallExpr, LambdaExpr>(S) && !(Op && Op->isAssignmentOp()) &&
          !(Step && Step->isIncrementDecrementOp()) &&
          llvm::all_of(S->children(), setsNothing));
}

/// Nothing changes \p Size between the reading of the sizes of the block and
/// that of the arguments, in whichever order \p Launch has them.
bool keeps(const CUDAKernelCallExpr &Launch, const VarDecl &Size,
           const Sizes &Block) {
  if (isNeverChanged(Size))
    return !Block.Once;
  return !Block.Before && llvm::all_of(Launch.arguments(), setsNothing) &&
         llvm::all_of(Launch.getConfig()->arguments(), setsNothing);
}

/// \p Launch gives \p Param the size \p D of \p Block.
bool givesSize(const CUDAKernelCallExpr &Launch, const ParmVarDecl &Param,
               const Sizes &Block, unsigned D, const ASTContext &Ctx) {
  const unsigned I = Param.getFunctionScopeIndex();
  const VarDecl *Size = sizeVariable(Block.Of[D]);
  return Size && I < Launch.getNumArgs() &&
         sizeVariable(Launch.getArg(I)) == Size &&
         keeps(Launch, *Size, Block) && Param.getType()->isIntegerType() &&
         Ctx.getTypeSize(Param.getType()) >= 16 &&
         std::min(Ctx.getTypeSize(Param.getType()),
                  Ctx.getTypeSize(Size->getType())) <= 32;
}

} // namespace

LaunchFacts readLaunchFacts(const FunctionDecl &Kernel,
                            const LaunchSites &Launches, const ASTContext &Ctx,
                            bool OnlyHere) {
  LaunchFacts Out;
  Out.Certain = Launches.NoneUnknown;
  auto MayBeOther = [&](const Expr *E) {
    return !OnlyHere && dependsOnConfiguration(*E, Kernel, Ctx);
  };
  if (const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>())
    Out.MaxThreads = constantValue(Bounds->getMaxThreads(), Ctx);
  if (!Launches.allInSight() || Launches.MoreElsewhere)
    return Out;
  bool First = true;
  std::array<VarSet, 3> Others;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch())
      continue;
    // Of a template, the launches of all instantiations count.
    const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.At);
    if (!Launch) {
      Out.BlockDim = {};
      Out.MostBlocks.reset();
      Out.Params.clear();
      return Out;
    }
    const Expr *Block = launchArgument(*Launch, 1);
    const Sizes Given = Block ? sizesOf(Block, Ctx) : Sizes();
    const Shape Here =
        Block && MayBeOther(Block) ? Shape() : shapeOf(Given, Ctx);
    const Expr *Grid = launchArgument(*Launch, 0);
    const std::optional<int64_t> Blocks =
        Grid && !MayBeOther(Grid) ? product(shapeOf(sizesOf(Grid, Ctx), Ctx))
                                  : std::nullopt;
    if (First || !Blocks)
      Out.MostBlocks = Blocks;
    else if (Out.MostBlocks)
      Out.MostBlocks = std::max(*Out.MostBlocks, *Blocks);
    for (unsigned D = 0; D < 3; ++D)
      for (const ParmVarDecl *Param : Kernel.parameters())
        if (!givesSize(*Launch, *Param, Given, D, Ctx))
          Others[D].insert(Param);
    for (unsigned I = 0; I < 3; ++I)
      if (First)
        Out.BlockDim[I] = Here[I];
      else if (Out.BlockDim[I] != Here[I])
        Out.BlockDim[I] = std::nullopt;
    for (unsigned I = 0; I < Kernel.getNumParams(); ++I) {
      const ParmVarDecl *Param = Kernel.getParamDecl(I);
      std::optional<int64_t> Value;
      if (I < Launch->getNumArgs() && Param->getType()->isIntegerType() &&
          Ctx.getTypeSize(Param->getType()) >= 32)
        Value = knownValue(Launch->getArg(I), Ctx);
      if (Value && (*Value < 0 || *Value >= (int64_t(1) << 31)))
        Value = std::nullopt; // a conversion could change it
      if (Value && MayBeOther(Launch->getArg(I)))
        Value = std::nullopt;
      if (First && Value)
        Out.Params[Param] = *Value;
      else if (auto It = Out.Params.find(Param);
               It != Out.Params.end() && Value != It->second)
        Out.Params.erase(It);
    }
    First = false;
  }
  for (unsigned D = 0; D < 3 && !First; ++D)
    for (const ParmVarDecl *Param : Kernel.parameters())
      if (!Others[D].count(Param) && isNeverChanged(*Param) &&
          !Out.BlockDimIs[D])
        Out.BlockDimIs[D] = Param;
  return Out;
}

} // namespace cudapipe
