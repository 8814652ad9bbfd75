//===- FixedBlock.cpp - The one block that a kernel can have --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedBlock.h"
#include "ThreadRun.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr int64_t AnyIndex = -1, NoStore = INT64_MAX;
/// More than a block may have (Programming Guide, compute capabilities).
constexpr int64_t MostBytes = 256 * 1024, MostThreads = 1024;

/// Threads of blocks of any size, what they do to one tile.
class TileThreads {
public:
  TileThreads(const LoopModel &M, const VarDecl &Tile, const ASTContext &Ctx)
      : M(M), Bytes(Ctx.getTypeSizeInChars(Tile.getType()).getQuantity()),
        Area(
            *M.Pointers, Ctx, {AnyIndex, AnyIndex, AnyIndex},
            [this](int64_t At, int64_t Count, bool Stores) {
              touch(At, Count, Stores);
            },
            &Tile),
        IsPlain(readFront(M.Kernel->getBody())) {}

  /// The loop stands in blocks, branches and loops.
  bool isPlain() const { return IsPlain; }

  /// Whatever branches \p Thread takes, it stores or reads beside the tile, or
  /// beside a row of it.
  bool goesBeside(std::array<int64_t, 3> Thread);
  /// In blocks of up to \p Threads threads, of those with fewer in dimension \p
  /// D each has one that reads what nobody stores. No second dimension, no
  /// second index.
  bool needsAll(std::array<int64_t, 3> Threads, unsigned D);

private:
  void touch(int64_t At, int64_t Count, bool Stores);
  bool readFront(const Stmt *S);
  void playFront(ThreadRun &Run);
  bool playLoad(std::array<int64_t, 3> Thread);
  void playTrip(std::array<int64_t, 3> Thread);
  int64_t lastStoreOfReads(std::array<int64_t, 3> Thread);
  void start() {
    Area.Failed = Area.MayBeLeftOut = Area.GoesBeside = false;
    Stored = Read = llvm::BitVector(Bytes);
  }

  const LoopModel &M;
  const int64_t Bytes;
  RunArea Area;
  /// Statements in front of a trip, and whether they are played; of the others
  /// what they set is unknown.
  std::vector<std::pair<const Stmt *, bool>> Front;
  bool IsPlain;
  /// May be stored; are read for certain.
  llvm::BitVector Stored, Read;
  /// Of each byte the first index of those who store it.
  std::vector<int64_t> FirstStore;
};

void TileThreads::touch(int64_t At, int64_t Count, bool Stores) {
  if (At < 0 || Count <= 0 || At + Count > Bytes) {
    Area.GoesBeside = true;
    return;
  }
  if (Stores)
    Stored.set(At, At + Count);
  else if (!Area.MayBeLeftOut)
    Read.set(At, At + Count);
}

/// Lists what stands in front of the loop, from the outside in.
bool TileThreads::readFront(const Stmt *S) {
  if (S == M.Header.Loop) {
    Front.emplace_back(S, false);
    return true;
  }
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    Front.emplace_back(S, false);
  else if (!isa<CompoundStmt, IfStmt, AttributedStmt>(S))
    return false;
  for (const Stmt *Part : S->children()) {
    if (contains(Part, M.Header.Loop))
      return readFront(Part);
    // Of the tile nothing is named outside of the loop.
    if (const RunArea::Facts *Facts = Part ? &Area.facts(Part) : nullptr;
        Facts && isa<CompoundStmt>(S))
      Front.emplace_back(Part, !Facts->Touches && !Facts->Exits);
  }
  return false;
}

/// What \p Run knows when the loop begins a trip, any.
void TileThreads::playFront(ThreadRun &Run) {
  for (auto [S, IsPlayed] : Front)
    if (IsPlayed)
      Run.run(S);
    else
      Run.forget(Area.facts(S).Writes);
}

bool TileThreads::playLoad(std::array<int64_t, 3> Thread) {
  start();
  ThreadRun Run(Area, Thread);
  playFront(Run);
  for (const BodyItem &Item : M.Items)
    if (Item.R == Role::Load || Item.R == Role::Both)
      Run.run(Item.S);
    else
      Run.forget(Area.facts(Item.S).Writes);
  return !Area.Failed;
}

/// A trip, as far as it can be played.
void TileThreads::playTrip(std::array<int64_t, 3> Thread) {
  start();
  ThreadRun Run(Area, Thread);
  playFront(Run);
  for (const BodyItem &Item : M.Items)
    if (Item.R != Role::Barrier)
      Run.run(Item.S);
}

bool TileThreads::goesBeside(std::array<int64_t, 3> Thread) {
  playTrip(Thread);
  return Area.GoesBeside;
}

/// Of what \p Thread reads for certain, the highest FirstStore.
int64_t TileThreads::lastStoreOfReads(std::array<int64_t, 3> Thread) {
  playTrip(Thread);
  int64_t Last = -1;
  for (unsigned Byte : Read.set_bits())
    if (FirstStore[Byte] != NoStore)
      Last = std::max(Last, FirstStore[Byte]);
  return Last;
}

bool TileThreads::needsAll(std::array<int64_t, 3> Threads, unsigned D) {
  FirstStore.assign(Bytes, NoStore);
  for (int64_t Y = 0; Y < Threads[1]; ++Y)
    for (int64_t X = 0; X < Threads[0]; ++X) {
      if (!playLoad({X, Threads[1] > 1 ? Y : AnyIndex, AnyIndex}))
        return false;
      for (unsigned Byte : Stored.set_bits())
        FirstStore[Byte] = std::min(FirstStore[Byte], D ? Y : X);
    }
  // Blocks of up to Known threads are settled; the next one has thread Known.
  int64_t Known = 0;
  while (Known < Threads[D] - 1) {
    std::array<int64_t, 3> Reader{};
    Reader[D] = Known;
    const int64_t Last = lastStoreOfReads(Reader);
    if (Last <= Known)
      return false;
    Known = Last;
  }
  return true;
}

/// Nothing but the loop's load phase stores to \p Tile, an array of the kernel.
bool isOfLoadAlone(const VarDecl &Tile, const LoopModel &M) {
  return !isDynamicShared(Tile) && Tile.isLocalVarDecl() &&
         !mentions(M.Kernel->getBody(), &Tile, {M.Header.Body}) &&
         llvm::none_of(M.Items, [&](const BodyItem &Item) {
           return Item.R != Role::Load && Item.R != Role::Both &&
                  llvm::any_of(Item.E.MemoryWrites, [&](const MemoryAccess &W) {
                    return W.Root.Kind == MemoryRoot::Unknown ||
                           W.Root.Var == &Tile;
                  });
         });
}

/// Another build or instantiation that stores as many may compute with other
/// numbers, from less.
bool mayComputeWithLess(const LoopModel &M, const ASTContext &Ctx) {
  llvm::SmallPtrSet<const Decl *, 8> OfLoad;
  auto ForEachNumber = [](const Stmt *S, auto Do) {
    forEach<SubstNonTypeTemplateParmExpr>(
        S,
        [&](const SubstNonTypeTemplateParmExpr &E) { Do(E.getParameter()); });
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
      if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
          Var && Var->isStaticDataMember())
        Do(Var);
    });
  };
  for (const VarDecl *Tile : M.Staged.Tiles)
    for (auto Array = Tile->getTypeSourceInfo()
                          ->getTypeLoc()
                          .getAsAdjusted<ArrayTypeLoc>();
         Array; Array = Array.getElementLoc().getAsAdjusted<ArrayTypeLoc>())
      ForEachNumber(Array.getSizeExpr(),
                    [&](const Decl *D) { OfLoad.insert(D); });
  for (bool InLoad : {true, false})
    for (const BodyItem &Item : M.Items) {
      if ((Item.R == Role::Load) != InLoad)
        continue;
      bool IsOther = false;
      ForEachNumber(Item.S,
                    [&](const Decl *D) { IsOther |= OfLoad.insert(D).second; });
      if (!InLoad &&
          (IsOther || dependsOnConfiguration(*Item.S, *M.Kernel, Ctx)))
        return true;
    }
  return false;
}

} // namespace

std::array<bool, 2> fixedDimensions(const LoopModel &M,
                                    std::array<int64_t, 3> BlockDim,
                                    std::optional<int64_t> MaxThreads,
                                    const ASTContext &Ctx) {
  std::array<bool, 2> HasNoMore{}, Out{};
  const int64_t Threads = BlockDim[0] * BlockDim[1];
  if (Threads <= 0 || Threads > MostThreads || BlockDim[2] > 1)
    return Out;
  if (llvm::any_of(M.Items,
                   [](const BodyItem &Item) {
                     return !Item.E.Exits.empty(); // A trip may be left.
                   }) ||
      mayComputeWithLess(M, Ctx))
    return Out;
  std::vector<std::unique_ptr<TileThreads>> Tiles;
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (isOfLoadAlone(*Tile, M) &&
        Ctx.getAsConstantArrayType(Tile->getType()) &&
        Ctx.getTypeSizeInChars(Tile->getType()).getQuantity() <= MostBytes)
      if (auto Of = std::make_unique<TileThreads>(M, *Tile, Ctx); Of->isPlain())
        Tiles.push_back(std::move(Of));
  const unsigned Dimensions = BlockDim[1] > 1 ? 2 : 1;
  for (unsigned D = 0; D < Dimensions; ++D) {
    std::array<int64_t, 3> Behind{};
    Behind[D] = BlockDim[D];
    HasNoMore[D] = llvm::any_of(
        Tiles, [&](auto &Tile) { return Tile->goesBeside(Behind); });
    if (Dimensions == 1 && MaxThreads && *MaxThreads <= Threads)
      HasNoMore[D] = true;
  }
  for (unsigned D = 0; D < Dimensions; ++D) {
    if (!HasNoMore[D] || (Dimensions > 1 && !HasNoMore[1 - D]))
      continue;
    Out[D] = llvm::any_of(
        Tiles, [&](auto &Tile) { return Tile->needsAll(BlockDim, D); });
  }
  return Out;
}

} // namespace cudapipe
