//===- WideCopies.cpp - Tile copies of 16 bytes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "DivergentExits.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

using BlockSize = std::array<int64_t, 3>;

/// Blocks of at most so many threads (CUDA C++ Programming Guide, technical
/// specifications).
static constexpr int64_t MaxThreads = 1024;

namespace {

/// Collects what the size of a block may be read from.
class BlockSizes {
public:
  BlockSizes(const LoopModel &M, const ASTContext &Ctx) : Ctx(Ctx) {
    for (const BodyItem &Item : M.Items)
      if (Item.R == Role::Load || Item.R == Role::Both)
        read(Item.S, 0);
    for (const VarDecl *Tile : M.Staged.Tiles)
      for (QualType Type = Tile->getType();;) {
        const ConstantArrayType *Array = Ctx.getAsConstantArrayType(Type);
        if (!Array)
          break;
        add(Array->getSize().getSExtValue());
        Type = Array->getElementType();
      }
  }

  bool uses(unsigned D) const { return Used[D]; }
  const std::set<int64_t> &numbers() const { return Numbers; }
  /// Numbers that have a name.
  const std::vector<std::pair<int64_t, const Expr *>> &named() const {
    return Named;
  }

private:
  void add(int64_t N) {
    if (N > 1 && N <= MaxThreads)
      Numbers.insert(N);
  }
  void read(const Stmt *S, unsigned Depth) {
    if (!S || Depth > 8)
      return;
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (auto Index = builtinIndex(E)) {
        if (Index->first == "threadIdx" || Index->first == "blockDim")
          Used[Index->second] = true;
        return;
      }
      if (std::optional<int64_t> N = constantValue(E, Ctx)) {
        add(*N);
        if (Used[1] || InStep)
          Named.emplace_back(*N, E);
      }
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
            Var && Seen.insert(Var) && !isa<ParmVarDecl>(Var) && Var->getInit())
          read(Var->getInit(), Depth + 1);
    }
    // In one dimension, what a loop steps by is the size of the block.
    const auto *For = dyn_cast<ForStmt>(S);
    for (const Stmt *Child : S->children()) {
      InStep |= For && Child == For->getInc();
      read(Child, Depth);
      InStep &= !(For && Child == For->getInc());
    }
  }

  const ASTContext &Ctx;
  std::array<bool, 3> Used{};
  bool InStep = false;
  std::set<int64_t> Numbers;
  std::vector<std::pair<int64_t, const Expr *>> Named;
  VarSet Seen;
};

} // namespace

/// The sizes that the launches give where each gives one: several.
static std::vector<BlockSize> launchedSizes(const FunctionDecl &Kernel,
                                            const LaunchSites &Launches,
                                            bool UsesY, const ASTContext &Ctx) {
  std::vector<BlockSize> Out;
  if (!Launches.allInSight() || Launches.MoreElsewhere)
    return Out;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch() || (Site.Kernel && Site.Kernel->getCanonicalDecl() !=
                                                Kernel.getCanonicalDecl()))
      continue;
    LaunchSites Alone;
    Alone.Sites = {Site};
    const LaunchFacts Facts =
        readLaunchFacts(Kernel, Alone, Ctx, /*OnlyHere=*/true);
    if (!Facts.BlockDim[0] || (UsesY && !Facts.BlockDim[1]))
      return {};
    BlockSize Size{*Facts.BlockDim[0], UsesY ? *Facts.BlockDim[1] : 1, 1};
    if (!llvm::is_contained(Out, Size))
      Out.push_back(Size);
  }
  return Out;
}

/// The block sizes to try, the likeliest first, and whether they are known.
static std::pair<std::vector<BlockSize>, bool>
blockSizes(const BlockSizes &Found, const LaunchFacts &Facts,
           std::vector<BlockSize> Launched) {
  if (Found.uses(2))
    return {{}, false};
  if (Facts.BlockDim[0] && (!Found.uses(1) || Facts.BlockDim[1]))
    return {{{*Facts.BlockDim[0], Found.uses(1) ? *Facts.BlockDim[1] : 1, 1}},
            true};
  if (!Launched.empty())
    return {std::move(Launched), false};
  std::vector<BlockSize> Out;
  if (!Found.uses(1)) {
    if (Facts.MaxThreads)
      Out.push_back({*Facts.MaxThreads, 1, 1});
    for (int64_t X : Found.numbers())
      if (X % 32 == 0 && X != Facts.MaxThreads)
        Out.push_back({X, 1, 1});
    return {Out, false};
  }
  for (int64_t X : Found.numbers())
    for (int64_t Y : Found.numbers())
      if (X * Y <= Facts.MaxThreads.value_or(MaxThreads) && X * Y % 32 == 0)
        Out.push_back({X, Y, 1});
  // Where only the number of threads counts, its root need not be in the text.
  for (int64_t Side : {8, 16, 32})
    if (!Found.numbers().count(Side) &&
        llvm::any_of(Out, [&](const BlockSize &Size) {
          return Size[0] * Size[1] == Side * Side;
        }))
      Out.push_back({Side, Side, 1});
  // Square blocks are the most common.
  llvm::stable_sort(Out, [](const BlockSize &A, const BlockSize &B) {
    return (A[0] == A[1]) > (B[0] == B[1]);
  });
  return {Out, false};
}

const VarDecl *CopyWidener::threadNumber(const WideCopy &W) {
  const BlockSize &Size = W.Threads.BlockDim;
  VarSet Seen;
  auto IsNumber = [&](const VarDecl *Var) {
    const Expr *Init = Var->getInit();
    if (isa<ParmVarDecl>(Var) || !Init || !Var->hasLocalStorage() ||
        !Var->getType()->isIntegerType() || !isNeverChanged(*Var) ||
        Ctx.getSourceManager().isPointWithin(Var->getLocation(),
                                             M.Header.Body->getBeginLoc(),
                                             M.Header.Body->getEndLoc()))
      return false;
    for (int64_t Y = 0; Y < Size[1]; ++Y)
      for (int64_t X = 0; X < Size[0]; ++X) {
        Trace.forThread({X, Y, 0}, Size);
        if (Trace.evaluate(Init).number() != Y * Size[0] + X)
          return false;
      }
    return true;
  };
  const VarDecl *Found = nullptr;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S || Found)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && canName(Ref, W) && Seen.insert(Var) && IsNumber(Var))
        Found = Var;
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both)
      Visit(Visit, Item.S);
  return Found;
}

/// `sh.As`, for messages.
static std::string nameOf(const VarDecl &Name,
                          llvm::ArrayRef<const FieldDecl *> Fields) {
  std::string Out = Name.getNameAsString();
  for (const FieldDecl *Field : Fields)
    Out += (Field == Fields.front() && Name.getType()->isPointerType() ? "->"
                                                                       : ".") +
           Field->getNameAsString();
  return Out;
}

/// Tiles whose items store to a tile without a wide copy have none either.
static void dropHalfItems(WideCopies &Out, const LoopModel &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const WideCopy &W : Out.Copies) {
      const TileCopy *Beside = nullptr;
      for (const TileCopy &Copy : M.Copies)
        if ((llvm::is_contained(W.Items, Copy.Path.Item) ||
             Copy.Tile == W.Tile) &&
            llvm::none_of(Out.Copies, [&](const WideCopy &Other) {
              return Other.fills(Copy.Name, Copy.Fields);
            }))
          Beside = &Copy;
      if (!Beside)
        continue;
      Out.WhyNot.emplace_back(nameOf(*W.Name, W.Fields),
                              "it is loaded together with '" +
                                  nameOf(*Beside->Name, Beside->Fields) +
                                  "', whose copies stay as they are");
      std::erase_if(Out.Copies,
                    [&](const WideCopy &Other) { return &Other == &W; });
      Changed = true;
      break;
    }
  }
}

/// No row of the tile is left out: a block of another size is unlikely.
static bool fillsRows(const WideCopy &W, const ASTContext &Ctx) {
  const QualType All = W.Fields.empty() ? W.Tile->getType() : W.Type;
  int64_t Elements =
      Ctx.getTypeSizeInChars(All).getQuantity() / W.Box.ElementBytes;
  return W.Box.Rows * W.Box.Pitch >= Elements &&
         2 * W.Box.Columns > W.Box.Pitch;
}

WideCopies findWideCopies(const LoopModel &M, const LaunchSites &Launches,
                          const ASTContext &Ctx, bool AnyPitch) {
  WideCopies Out;
  // Parameters of a device function may differ from thread to thread.
  if (!M.Kernel->hasAttr<CUDAGlobalAttr>() || M.Kernel->isDependentContext() ||
      M.Early || M.Groups.Wait || M.Groups.Commit || M.Groups.CommitsInLoad ||
      llvm::any_of(M.Copies,
                   [](const TileCopy &C) { return C.Overlap.WithOtherPiece; }))
    return Out;
  std::vector<const TileCopy *> Narrow; // the first of each name
  for (const TileCopy &Copy : M.Copies)
    if (Copy.Bytes > 0 && Copy.Bytes < 16 &&
        llvm::none_of(
            Narrow,
            [&](const TileCopy *Known) {
              return Known->Name == Copy.Name && Known->Fields == Copy.Fields;
            }))
      Narrow.push_back(&Copy);
  if (Narrow.empty())
    return Out;

  const LaunchFacts Facts = readLaunchFacts(*M.Kernel, Launches, Ctx);
  Taint PerThread(M.Kernel->getBody(), *M.Pointers, Ctx,
                  Taint::Seed::ThreadIndex);
  // Threads that are gone make no copies for others.
  if (divergentReturn(M.Kernel->getBody(), PerThread, nullptr,
                      M.Around.Nested ? nullptr : M.Header.Loop,
                      &Ctx.getSourceManager())) {
    for (const TileCopy *Copy : Narrow)
      Out.WhyNot.emplace_back(nameOf(*Copy->Name, Copy->Fields),
                              "some threads of the block may have left "
                              "the kernel: guard the loads and the "
                              "result instead");
    return Out;
  }
  CopyWidener Widener(M, PerThread, Ctx, AnyPitch);
  const BlockSizes Found(M, Ctx);
  auto [Sizes, Known] = blockSizes(
      Found, Facts, launchedSizes(*M.Kernel, Launches, Found.uses(1), Ctx));
  // Where the size of a block is not known, that which fills most.
  int64_t Best = -1;
  for (const BlockSize &Size : Sizes) {
    WideCopies Attempt;
    for (const TileCopy *Copy : Narrow)
      if (std::optional<WideCopy> W = Widener.widen(*Copy, Size);
          W && (Known || fillsRows(*W, Ctx)))
        Attempt.Copies.push_back(std::move(*W));
      else
        Attempt.WhyNot.emplace_back(
            nameOf(*Copy->Name, Copy->Fields),
            W ? "the launches that say how large blocks are are not in "
                "sight"
              : Widener.whyNot());
    dropHalfItems(Attempt, M);
    int64_t Stored = 0, All = 0;
    for (const WideCopy &W : Attempt.Copies)
      Stored += W.Box.Rows * W.Box.Columns * W.Box.ElementBytes;
    for (const TileCopy *Copy : Narrow)
      All += isDynamicShared(*Copy->Tile)
                 ? INT32_MAX
                 : Ctx.getTypeSizeInChars(Copy->Fields.empty()
                                              ? Copy->Tile->getType()
                                              : Copy->Fields.back()->getType())
                       .getQuantity();
    if (Stored > Best) {
      Best = Stored;
      Out = std::move(Attempt);
    }
    if (Stored == All)
      break;
  }
  for (WideCopy &W : Out.Copies) {
    // Launches that pass dynamic memory are edited: all are in sight anyway.
    const bool IsCertain = Known && (Facts.Certain || isDynamicShared(*W.Tile));
    W.Threads.Number = Widener.threadNumber(W);
    for (const auto &Size : Found.named())
      if (Widener.canName(Size.second, W))
        W.Threads.Sizes.push_back(Size);
    for (unsigned D = 0; D < 2 && !IsCertain; ++D)
      if (D == 0 || W.Threads.BlockDim[1] > 1)
        W.Tests.push_back({WideTest::BlockDim, nullptr, nullptr, int64_t(D),
                           W.Threads.BlockDim[D]});
  }
  return Out;
}

} // namespace cudapipe
