//===- TileExtent.cpp - Where the tiles of a trip lie ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Where the tiles of a trip lie
//   In the words of the kernel
//   What is known of an area
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
#include "Analyze/Pointers/VisibleNames.h"
#include "AreaContents.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

//===- Where the tiles of a trip lie --------------------------------------===//

namespace {

/// Of more accesses there is no sum in words.
constexpr size_t MostWordedAccesses = 60;

class ExtentReader {
public:
  explicit ExtentReader(LoopAnalysis &A)
      : A(A), Area(*A.M.Staged.Dynamic), Loop(A.M.Header.Loop),
        Names(*A.M.Kernel, A.Ctx.getSourceManager()) {}

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

  struct Access {
    const Expr *At;
    uint64_t Bytes;
    bool IsTile;
    /// The pointer that it goes by, or the array.
    const VarDecl *Name;
  };
  /// Where a pointer starts: the sum of Terms, in elements of Unit bytes.
  struct Start {
    llvm::SmallVector<const Expr *, 3> Terms;
    uint64_t Unit = 0;
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
  bool readStart(const Expr *E, Start &Out, unsigned Depth = 0) const;
  bool isWord(const Expr *E) const;
  void collectWords(const Stmt *S, llvm::SmallVectorImpl<const Expr *> &Out,
                    unsigned Depth = 0) const;
  std::string textOf(const Expr *E) const;
  bool reaches(const Start &From, llvm::ArrayRef<const Expr *> Size,
               const Start &First) const;
  std::optional<int64_t> valueOf(llvm::ArrayRef<const Expr *> Terms) const;
  void spell(TileExtent &Extent) const;
  std::optional<uint64_t> givenByAll(const LaunchSites &Launches) const;
  bool holdsForAllBlocks() const;

  LoopAnalysis &A;
  DynamicArea &Area;
  const Stmt *Loop;
  VisibleNames Names;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Entered;
  std::vector<Access> Accesses;
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
    OfLaunches =
        !Same || Same->Begin != Where->Begin || Same->End != Where->End;
  }
  // A lambda runs where it is called.
  if (Staged && (InLoop || InLambda)) {
    TilesUnknown |= !Where;
    if (Where)
      Tiles.add(Where->Begin, Where->End);
    if (Where)
      Accesses.push_back(
          {Access.At,
           uint64_t(A.Ctx.getTypeSizeInChars(Access.Type).getQuantity()), true,
           cast<VarDecl>(Ref->getDecl())});
  }
  if (Other) {
    OthersUnknown |= !Where;
    if (Where)
      Others.add(Where->Begin, Where->End);
    if (Where)
      Accesses.push_back(
          {Access.At,
           uint64_t(A.Ctx.getTypeSizeInChars(Access.Type).getQuantity()), false,
           cast<VarDecl>(Ref->getDecl())});
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
  std::optional<Interval> Range = Offset ? Bounds.range(*Offset) : std::nullopt;
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

/// \p S asks for threadIdx.x alone: of its block nothing but where in a row it
/// stands.
static bool namesOneIndex(const Stmt *S,
                          llvm::SmallPtrSetImpl<const Stmt *> &Seen,
                          const ASTContext &Ctx) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S))
    if (auto Index = builtinIndex(E))
      return Index->first == "threadIdx" ? Index->second == 0
                                         : Index->first != "blockDim";
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = calledFunction(*Call), *Body = nullptr;
    if (Callee && !isLibraryFunction(*Callee, Ctx) && Callee->hasBody(Body) &&
        Seen.insert(Body->getBody()).second &&
        !namesOneIndex(Body->getBody(), Seen, Ctx))
      return false;
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return namesOneIndex(Child, Seen, Ctx);
  });
}

/// The block that was played is the largest that __launch_bounds__ allow, and
/// threads of a smaller one do what the first of it do.
bool ExtentReader::holdsForAllBlocks() const {
  llvm::SmallPtrSet<const Stmt *, 8> Seen;
  return A.Facts.MaxThreads && A.Facts.BlockDim[0] == A.Facts.MaxThreads &&
         A.Facts.BlockDim[1] == 1 && A.Facts.BlockDim[2] == 1 &&
         namesOneIndex(A.M.Kernel->getBody(), Seen, A.Ctx);
}

//===- In the words of the kernel -----------------------------------------===//
//
//   float *Vj = &sram[tile_size * 2];        Vj starts at tile_size * 2
//   for (y < Bc) ... Vj[y * d + x]           and ends Bc * d behind that
//
// The last of the pointers has a start in the user's words. How much lies
// behind it is a name, or a product of two, that its subscripts and the loops
// around them name: one that is enough whatever the launches give, or else one
// that is what their numbers come to.

/// \p E is the same whenever it is evaluated, and can be in front of the loop.
bool ExtentReader::isWord(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (!E->getType()->isIntegerType())
    return false;
  if (auto Index = builtinIndex(E))
    return Index->first == "blockDim";
  if (isa<IntegerLiteral>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<EnumConstantDecl>(Ref->getDecl()))
      return true;
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const SourceManager &SM = A.Ctx.getSourceManager();
    if (!Var || Var->getType()->isReferenceType() || !isNeverChanged(*Var) ||
        A.Callers.PerThread.count(Var) ||
        !Names.means(*Var, Loop->getBeginLoc()) ||
        !SM.isBeforeInTranslationUnit(Var->getLocation(), Loop->getBeginLoc()))
      return false;
    // In a block that is still open at the loop.
    for (const Stmt *Up = Loop; Up && Var->isLocalVarDecl();
         Up = A.Parents.getParent(Up))
      if (const auto *Block = dyn_cast<CompoundStmt>(Up))
        for (const Stmt *S : Block->body())
          if (const auto *Decls = dyn_cast<DeclStmt>(S);
              Decls && llvm::is_contained(Decls->decls(), Var))
            return !Var->getInit() || isWord(Var->getInit());
    return !Var->isLocalVarDecl();
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  return Op && (Op->isAdditiveOp() || Op->getOpcode() == BO_Mul) &&
         isWord(Op->getLHS()) && isWord(Op->getRHS());
}

/// \p S can be said at file scope.
bool namesGlobalsOnly(const Stmt *S) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return !(Var && (Var->isLocalVarDecl() || isa<ParmVarDecl>(Var))) &&
         !isa<PseudoObjectExpr>(S) &&
         llvm::all_of(S->children(), namesGlobalsOnly);
}

bool ExtentReader::readStart(const Expr *E, Start &Out, unsigned Depth) const {
  E = E->IgnoreParenCasts();
  if (Depth > 8)
    return false;
  const Expr *Pointer = nullptr, *Index = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->getCanonicalDecl() == Area.Array->getCanonicalDecl())
      return true;
    return Var && Var->getType()->isPointerType() && Var->getInit() &&
           isNeverChanged(*Var) && readStart(Var->getInit(), Out, Depth + 1);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Add &&
      Op->getLHS()->getType()->isPointerType()) {
    Pointer = Op->getLHS();
    Index = Op->getRHS();
  } else if (const auto *Of = dyn_cast<UnaryOperator>(E);
             Of && Of->getOpcode() == UO_AddrOf) {
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(
            Of->getSubExpr()->IgnoreParenImpCasts())) {
      Pointer = Sub->getBase();
      Index = Sub->getIdx();
    }
  }
  if (!Pointer || !Pointer->getType()->isPointerType() || !isWord(Index))
    return false;
  QualType Step = Pointer->getType()->getPointeeType();
  if (Step->isDependentType() || Step->isIncompleteType())
    return false;
  const uint64_t Unit = A.Ctx.getTypeSizeInChars(Step).getQuantity();
  if (Out.Unit && Out.Unit != Unit)
    return false;
  Out.Unit = Unit;
  if (!readStart(Pointer, Out, Depth + 1))
    return false;
  Out.Terms.push_back(Index);
  return true;
}

/// The names and numbers in \p S that are words.
void ExtentReader::collectWords(const Stmt *S,
                                llvm::SmallVectorImpl<const Expr *> &Out,
                                unsigned Depth) const {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && isWord(E)) {
    if (!isa<IntegerLiteral>(E->IgnoreParenImpCasts()) &&
        llvm::none_of(
            Out, [&](const Expr *Known) { return textOf(Known) == textOf(E); }))
      Out.push_back(E->IgnoreParenImpCasts());
    if (builtinIndex(E))
      return;
  }
  // `row * (BC + 1) + tx`, where row is `ty * (BR / TY) + i`.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Depth < 4)
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->isLocalVarDecl() && Var->getType()->isIntegerType() &&
        isNeverChanged(*Var))
      collectWords(Var->getInit(), Out, Depth + 1);
  for (const Stmt *Child : S->children())
    collectWords(Child, Out, Depth);
}

std::string ExtentReader::textOf(const Expr *E) const {
  E = E->IgnoreImpCasts();
  const SourceManager &SM = A.Ctx.getSourceManager();
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      A.Ctx.getLangOpts());
  return Lexer::getSourceText(Range, SM, A.Ctx.getLangOpts()).str();
}

/// What \p Terms add up to where the launches say it.
std::optional<int64_t>
ExtentReader::valueOf(llvm::ArrayRef<const Expr *> Terms) const {
  IndexBounds Bounds(A.Facts, A.Ctx, /*HardwareLimits=*/false);
  Polynomial Sum;
  for (const Expr *Term : Terms)
    Sum = Sum + Bounds.value(Term, IndexBounds::Place());
  return Sum.isValid() && Sum.isConstant() ? std::optional(Sum.constant())
                                           : std::nullopt;
}

/// Whatever numbers the launches give, all accesses end before the product \p
/// Size behind \p From, and those of tiles start at \p First.
bool ExtentReader::reaches(const Start &From, llvm::ArrayRef<const Expr *> Size,
                           const Start &First) const {
  LaunchFacts Kernel;
  Kernel.MaxThreads = A.Facts.MaxThreads;
  Kernel.BlockDimIs = A.Facts.BlockDimIs;
  return llvm::all_of(Accesses, [&](const Access &X) {
    IndexBounds Bounds(Kernel, A.Ctx, /*HardwareLimits=*/false);
    IndexBounds::Place Here = Bounds.placeOf(X.At, 0, A.Parents);
    std::optional<Polynomial> At = Bounds.offset(X.At, Area.Array, Here);
    Polynomial End = 1, Begin;
    for (const Expr *Factor : Size)
      End = End * Bounds.value(Factor, Here);
    for (const Expr *Term : From.Terms)
      End = End + Bounds.value(Term, Here);
    for (const Expr *Term : First.Terms)
      Begin = Begin + Bounds.value(Term, Here);
    const int64_t Unit = From.Unit;
    return At && Bounds.isNonNegative(End * Unit - *At - int64_t(X.Bytes)) &&
           (!X.IsTile || Bounds.isNonNegative(*At - Begin * Unit));
  });
}

void ExtentReader::spell(TileExtent &Extent) const {
  const uint64_t End = std::max(Extent.End, Extent.OthersEnd);
  // The first of the tiles, and what starts last.
  const VarDecl *Last = nullptr;
  Start First, From;
  std::optional<int64_t> Lowest, Highest;
  for (const Access &X : Accesses) {
    Start Here;
    QualType Step = X.Name->getType()->isPointerType()
                        ? X.Name->getType()->getPointeeType()
                        : A.Ctx.getBaseElementType(X.Name->getType());
    if (X.Name->getType()->isPointerType()
            ? !X.Name->getInit() || !readStart(X.Name->getInit(), Here)
            : X.Name->getCanonicalDecl() != Area.Array->getCanonicalDecl())
      return;
    const uint64_t Unit = A.Ctx.getTypeSizeInChars(Step).getQuantity();
    if (Here.Unit && Here.Unit != Unit)
      return;
    Here.Unit = Unit;
    std::optional<int64_t> At = valueOf(Here.Terms);
    if (!At || (Last && Unit != From.Unit))
      return;
    if (X.IsTile && (!Lowest || *At < *Lowest)) {
      Lowest = At;
      First = Here;
    }
    if (!Highest || *At > *Highest) {
      Highest = At;
      From = Here;
      Last = X.Name;
    }
  }
  if (!Last || *Lowest * From.Unit != Extent.Begin || End % From.Unit)
    return;
  for (const Expr *Term : First.Terms)
    Extent.BeginWords +=
        (Extent.BeginWords.empty() ? "" : " + ") + textOf(Term);
  for (const Expr *Term : First.Terms)
    Extent.BeginIsGlobal &= namesGlobalsOnly(Term);
  Extent.WordBytes = From.Unit;
  llvm::SmallVector<const Expr *, 8> Words;
  for (const Access &X : Accesses)
    if (X.Name == Last) {
      collectWords(X.At, Words);
      for (const Stmt *Up = A.Parents.getParent(X.At); Up;
           Up = A.Parents.getParent(Up))
        if (const auto *For = dyn_cast<ForStmt>(Up); For && Up != Loop)
          collectWords(For->getCond(), Words);
    }
  const int64_t Size = int64_t(End / From.Unit) - *Highest;
  bool InAnyLaunch = true;
  auto Take = [&](llvm::ArrayRef<const Expr *> Factors) {
    int64_t Product = 1;
    for (const Expr *Factor : Factors) {
      std::optional<int64_t> Value = valueOf(Factor);
      if (!Value || *Value <= 0 || *Value > (1 << 20))
        return false;
      Product *= *Value;
    }
    if (Product != Size || (InAnyLaunch && !reaches(From, Factors, First)))
      return false;
    std::string Out;
    auto Add = [&](llvm::StringRef Joint, const Expr *E, bool IsFactor) {
      std::string Text = textOf(E);
      const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
      if (Op && (IsFactor || Joint == " - ") && Op->isAdditiveOp())
        Text = "(" + Text + ")";
      Out += (Out.empty() ? "" : Joint.str()) + Text;
      return !Text.empty();
    };
    for (const Expr *Term : From.Terms)
      if (!Add(" + ", Term, false))
        return false;
    for (size_t I = 0; I < Factors.size(); ++I)
      if (!Add(I ? " * " : " + ", Factors[I], true))
        return false;
    for (const Expr *Term : First.Terms)
      if (!Add(" - ", Term, false))
        return false;
    for (llvm::ArrayRef<const Expr *> Some :
         {llvm::ArrayRef<const Expr *>(From.Terms), Factors,
          llvm::ArrayRef<const Expr *>(First.Terms)})
      for (const Expr *E : Some)
        Extent.WordsAreConstant &= constantValue(E, A.Ctx).has_value();
    Extent.Words = std::move(Out);
    Extent.WordBytes = From.Unit;
    return true;
  };
  for (bool Any : {true, false}) {
    InAnyLaunch = Any;
    for (const Expr *Word : Words)
      if (Take(Word))
        return;
    for (const Expr *One : Words)
      for (const Expr *Other : Words)
        if (Take({One, Other}))
          return;
  }
}

//===- What is known of an area -------------------------------------------===//

std::optional<TileExtent> ExtentReader::read(const LaunchSites &Launches) {
  find(A.M.Kernel->getBody(), /*InLoop=*/false, /*InLambda=*/false);
  if (OthersUnknown)
    return std::nullopt;
  if (TilesUnknown && !Others.End)
    if (auto Played = bytesOfTrip(A)) {
      Tiles = {Played->first, Played->second};
      TilesUnknown = false;
      OfLaunches |= !holdsForAllBlocks();
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
  if (!Out.IsWhole && Accesses.size() <= MostWordedAccesses)
    spell(Out);
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
