//===- TileExtent.cpp - Where the tiles of a trip lie ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *As = smem, *Bs = smem + BM * BK, *bias = Bs + BK * BN;
//   for (...) { As[...] = ...; Bs[...] = ...; ... }     bytes 0 to 8191
//   ... bias[...] ...                                   bytes 8192 to 8703
//   smem[...] = acc; ... C[...] = smem[...];            all that is dead then
//
// Each access has the bounds that its subscripts, and what is around it, give
// it. Where a name goes to a function of the library (wmma), all threads are
// played through one trip. Where that fails as well, and all of the memory is
// tiles, they end where the launches say that the memory does.
//
//===----------------------------------------------------------------------===//

#include "TileExtent.h"
#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Integers/IndexBounds.h"
#include "AreaContents.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"

using namespace clang;

namespace cudapipe {
namespace {

class ExtentReader {
public:
  explicit ExtentReader(LoopAnalysis &A)
      : A(A), Area(*A.M.Staged.Dynamic), Loop(A.M.Header.Loop) {}

  std::optional<TileExtent> read(const LaunchSites &Launches);

private:
  /// The bytes from Begin to End - 1; none yet if both are 0.
  struct Bytes {
    uint64_t Begin = 0, End = 0;
    void add(uint64_t First, uint64_t Behind) {
      Begin = End ? std::min(Begin, First) : First;
      End = std::max(End, Behind);
    }
  };

  void find(const Stmt *S, bool InLoop, bool InLambda);
  void readUse(const DeclRefExpr *Ref, const RootSet &Roots, bool InLoop,
               bool InLambda);
  void findInCallees(const Stmt *S);
  bool isStaged(const MemoryRoot &Root) const {
    return A.isTile(Root.Var) || Root.Var->hasExternalStorage();
  }
  std::optional<Bytes> rangeOf(const Expr *At, QualType Type,
                               const LaunchFacts &Facts) const;
  std::optional<uint64_t> givenByAll(const LaunchSites &Launches) const;

  LoopAnalysis &A;
  DynamicArea &Area;
  const Stmt *Loop;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Entered;
  /// What the names that get stages reach in the loop, and what others do.
  Bytes Tiles, Others;
  /// Some such access may be anywhere.
  bool TilesUnknown = false, OthersUnknown = false;
  /// TileExtent::IsOfLaunches.
  bool OfLaunches = false;
};

/// Called functions that name the array by themselves are not read.
void ExtentReader::findInCallees(const Stmt *S) {
  if (!S || OthersUnknown)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && isShared(*Var) && Var->hasExternalStorage())
      OthersUnknown = true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = calledFunction(*Call), *Body = nullptr;
    if (Callee && !isLibraryFunction(*Callee, A.Ctx) && Callee->hasBody(Body) &&
        Entered.insert(Body).second)
      findInCallees(Body->getBody());
  }
  for (const Stmt *Child : S->children())
    findInCallees(Child);
}

void ExtentReader::find(const Stmt *S, bool InLoop, bool InLambda) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  InLoop |= S == Loop;
  InLambda |= isa<LambdaExpr>(S);
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = calledFunction(*Call), *Body = nullptr;
    if (Callee && !isLibraryFunction(*Callee, A.Ctx) && Callee->hasBody(Body) &&
        !isLambdaBody(*Callee) && Entered.insert(Body).second)
      findInCallees(Body->getBody());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (isShared(*Var) && Var->hasExternalStorage())
        readUse(Ref, {{MemoryRoot::Shared, Var}}, InLoop, InLambda);
      else if (Var->getType()->isPointerType())
        readUse(Ref, A.Flow.rootsOfPointer(Ref), InLoop, InLambda);
      else if (Var->getType()->isReferenceType())
        readUse(Ref, A.Flow.rootsOfObject(Ref), InLoop, InLambda);
    }
  for (const Stmt *Child : S->children())
    find(Child, InLoop, InLambda);
}

void ExtentReader::readUse(const DeclRefExpr *Ref, const RootSet &Roots,
                           bool InLoop, bool InLambda) {
  bool Staged = false, Other = false;
  for (const MemoryRoot &Root : Roots) {
    if (Root.Kind == MemoryRoot::Unknown)
      Staged = Other = true;
    else if (Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var))
      (isStaged(Root) ? Staged : Other) = true;
  }
  if (Other && !Staged)
    for (const MemoryRoot &Root : Roots)
      if (Root.Var && !llvm::is_contained(Area.Others, Root.Var))
        Area.Others.push_back(Root.Var);
  if (!Staged && !Other)
    return;
  const NamedAccess Access = accessThrough(Ref, A.Parents);
  if (Access.Kind == NamedAccess::OtherName ||
      Access.Kind == NamedAccess::Nothing)
    return;
  std::optional<Bytes> Where;
  if (Access.Kind == NamedAccess::Object && !InLambda)
    Where = rangeOf(Access.At, Access.Type, A.Facts);
  if (Where && !OfLaunches) {
    LaunchFacts Kernel;
    Kernel.MaxThreads = A.Facts.MaxThreads;
    std::optional<Bytes> Same = rangeOf(Access.At, Access.Type, Kernel);
    OfLaunches = !Same || Same->Begin != Where->Begin || Same->End != Where->End;
  }
  // A lambda runs where it is called.
  if (Staged && (InLoop || InLambda)) {
    TilesUnknown |= !Where;
    if (Where)
      Tiles.add(Where->Begin, Where->End);
  }
  if (Other) {
    OthersUnknown |= !Where;
    if (Where)
      Others.add(Where->Begin, Where->End);
  }
}

/// The bytes that the access of \p Type at \p At may reach.
std::optional<ExtentReader::Bytes>
ExtentReader::rangeOf(const Expr *At, QualType Type,
                      const LaunchFacts &Facts) const {
  if (Type->isDependentType() || Type->isIncompleteType())
    return std::nullopt;
  // The largest block that there can be is none that the tiles were made for.
  IndexBounds Bounds(Facts, A.Ctx, /*HardwareLimits=*/false);
  IndexBounds::Place Here = Bounds.placeOf(At, 1, A.Parents);
  std::optional<Polynomial> Offset = Bounds.offset(At, Area.Array, Here);
  std::optional<Interval> Range =
      Offset ? Bounds.range(*Offset) : std::nullopt;
  if (!Range || Range->Low < 0)
    return std::nullopt;
  return Bytes{uint64_t(Range->Low),
               uint64_t(Range->High) +
                   A.Ctx.getTypeSizeInChars(Type).getQuantity()};
}

/// What every launch gives, where that is one number in every build.
std::optional<uint64_t>
ExtentReader::givenByAll(const LaunchSites &Launches) const {
  std::optional<uint64_t> Out;
  if (!Launches.allInSight() || Launches.MoreElsewhere)
    return std::nullopt;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch())
      continue;
    if (Site.Sizes.size() != 1)
      return std::nullopt;
    std::optional<int64_t> Value = knownValue(Site.Sizes.front(), A.Ctx);
    if (!Value || *Value <= 0 || (Out && *Out != uint64_t(*Value)) ||
        dependsOnConfiguration(*Site.Sizes.front(), *A.M.Kernel, A.Ctx))
      return std::nullopt;
    Out = *Value;
  }
  return Out;
}

std::optional<TileExtent> ExtentReader::read(const LaunchSites &Launches) {
  find(A.M.Kernel->getBody(), /*InLoop=*/false, /*InLambda=*/false);
  if (OthersUnknown)
    return std::nullopt;
  if (TilesUnknown && !Others.End)
    if (auto Played = bytesOfTrip(A)) {
      Tiles = {Played->first, Played->second};
      TilesUnknown = false;
      OfLaunches = true;
    }
  TileExtent Out;
  if (TilesUnknown || !Tiles.End) {
    std::optional<uint64_t> All = givenByAll(Launches);
    if (!All || Others.End)
      return std::nullopt;
    Tiles = {0, *All};
    Out.IsWhole = OfLaunches = true;
  }
  Out.Begin = Tiles.Begin;
  Out.End = Tiles.End;
  Out.OthersEnd = Others.End;
  Out.IsOfLaunches = OfLaunches;
  Out.IsDeadBehind = Area.NamesAfter.empty() || readsOwnBehind(A);
  return Out;
}

} // namespace

void readTileExtent(LoopAnalysis &A, const LaunchSites &Launches) {
  if (!A.M.Staged.Dynamic || A.M.Staged.SingleBufferOnly)
    return;
  std::optional<TileExtent> Extent = ExtentReader(A).read(Launches);
  if (!A.M.Staged.Dynamic->IsInParts)
    A.M.Staged.Dynamic->Extent = Extent;
}

} // namespace cudapipe
