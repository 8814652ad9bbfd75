//===- TileLayout.cpp - The rows of a tile ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The steps behind readTileLayout()
//   The rows of a tile
//   Where in a tile the threads of a warp are
//   The group of columns that an access lies in
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Integers/LaneValue.h"
#include "TileUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

//===- The steps behind readTileLayout() --------------------------------===//
// It proves that accesses stay in their rows and their groups of columns, and
// plays them, for the model of bank conflicts.

class LayoutReader {
public:
  LayoutReader(const clang::VarDecl &Tile, const clang::FunctionDecl &Function,
               const clang::Stmt *Loop, const LaunchFacts &Facts,
               const clang::ASTContext &Ctx, int64_t Used)
      : Tile(Tile), Function(Function), Loop(Loop), Facts(Facts), Ctx(Ctx),
        Used(Used), Reader(Tile, Function, Ctx), Dim(blockDim()) {
    Out.Tile = &Tile;
  }

  TileLayout read();
  /// A flat array is one row.
  TileLayout readDeclared();

private:
  bool fail(const clang::Stmt *Where, std::string Why) {
    if (!Out.InTheWay)
      Out.InTheWay = TileLayout::Obstacle{Where, std::move(Why)};
    return false;
  }
  bool readDeclaration();
  bool readUses();
  std::vector<int64_t> possibleLengths() const;
  bool readAs(int64_t Length);
  bool readUse(const TileUse &Use);
  void split(const clang::Expr *E, int64_t Scale, TileAddressPath &Path);
  bool addLength(const TileLayout::Spelled &Length, const TileUse &Use);
  bool countsThrough(const TileUse &Use, const TileAddressPath &Path);
  IndexBounds::Place placeOf(const TileUse &Use, IndexBounds &Bounds) const;
  std::vector<std::pair<const clang::Stmt *, const clang::Stmt *>>
  around(const TileUse &Use) const;
  int64_t multipleOf(const clang::Expr *E, const TileUse &Use,
                     unsigned Depth = 0) const;
  unsigned runOf(const TileUse &Use, const TileAddressPath &Path) const;
  uint64_t weightOf(const TileUse &Use) const;
  std::array<int64_t, 3> blockDim() const;
  uint64_t powerOfTwoIn(const clang::Expr *E, const TileUse &Use,
                        unsigned Depth = 0) const;
  void addGroups(const TileUse &Use, IndexBounds &Bounds,
                 const IndexBounds::Place &P, TileAccess &Access) const;
  void addLanes(const TileUse &Use, const TileAddressPath &Path,
                TileAccess &Access) const;
  /// A condition under which a use is made if it is Holds.
  struct Guard {
    const clang::Expr *Cond;
    bool Holds;
  };
  std::vector<Guard> guardsOf(const TileUse &Use) const;
  LaneAddress addressOf(const TileAddressPath &Path,
                        llvm::ArrayRef<Guard> Guards, LaneValue &Lane) const;

  const clang::VarDecl &Tile;
  const clang::FunctionDecl &Function;
  const clang::Stmt *Loop;
  const LaunchFacts &Facts;
  const clang::ASTContext &Ctx;
  int64_t Used;
  TileUseReader Reader;
  const std::array<int64_t, 3> Dim;
  VarSet Changing;
  /// Row lengths that the use at hand names.
  std::vector<TileLayout::Spelled> Lengths;
  /// The products of rows and lengths in it.
  std::vector<const clang::Expr *> Products;
  /// It counts elements through.
  bool IsFlatIndex = false;
  TileLayout Out;
};

//===- The rows of a tile -----------------------------------------------===//
// The proof: if every access lies in one row, then making rows longer moves the
// element at r * length + c to another place, the same for all who name it.
// That r and c are found in the same way in the old and in the new text follows
// from what is edited: `row * LENGTH + c` is that sum in both, whatever row is.

/// The variables in \p S that may change.
static void collectChanging(const Stmt *S, VarSet &Seen, VarSet &Out) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl());
        Var && Seen.insert(Var) && !isNeverChanged(*Var))
      Out.insert(Var);
  });
}

/// The sizes of the dimensions, as the declaration spells them.
bool LayoutReader::readDeclaration() {
  if (!Tile.isLocalVarDecl())
    return fail(nullptr, "it is declared outside of the kernel");
  if (Tile.hasInit() && Tile.getInit() && !Tile.getType()->isRecordType())
    if (!isa<CXXConstructExpr>(Tile.getInit()->IgnoreImplicit()))
      return fail(nullptr, "it has an initializer");
  const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
  TypeLoc Loc = Info ? Info->getTypeLoc() : TypeLoc();
  unsigned Dims = 0;
  while (Loc) {
    if (auto Array = Loc.getAs<ArrayTypeLoc>()) {
      Out.Extent = Array.getSizeExpr();
      Loc = Array.getElementLoc();
      ++Dims;
    } else if (auto Attributed = Loc.getAs<AttributedTypeLoc>()) {
      Loc = Attributed.getModifiedLoc();
    } else if (auto Paren = Loc.getAs<ParenTypeLoc>()) {
      Loc = Paren.getInnerLoc();
    } else {
      break;
    }
  }
  QualType Type = Tile.getType();
  unsigned Real = 0;
  int64_t Elements = 1, Last = 1;
  while (const ConstantArrayType *Array = Ctx.getAsConstantArrayType(Type)) {
    Last = Array->getSize().getZExtValue();
    Elements *= Last;
    Type = Array->getElementType();
    ++Real;
  }
  if (Real == 0 && !Type->isDependentType() && !Type->isArrayType())
    return fail(nullptr, "it is no array");
  if (Type->isDependentType() || Type->isArrayType() || Real == 0)
    return fail(nullptr, "its size depends on a template parameter");
  if (Real != Dims || !Out.Extent)
    return fail(nullptr, "its type is spelled elsewhere");
  Out.ElementBytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  Out.IsFlat = Dims == 1;
  if (Out.ElementBytes == 0 || Elements == 0)
    return fail(nullptr, "it is empty");
  Out.RowLength = Last;
  Out.Rows = Elements / Last;
  return true;
}

/// Every factor of a product in \p E.
static void collectFactors(const Expr *E, std::vector<const Expr *> &Out) {
  E = E->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return;
  if (Op->getOpcode() == BO_Mul) {
    Out.push_back(Op->getRHS());
    Out.push_back(Op->getLHS());
  }
  collectFactors(Op->getLHS(), Out);
  collectFactors(Op->getRHS(), Out);
}

/// The factor of the product \p E that is \p Value, or null.
static const Expr *factorOf(const Expr *E, int64_t Value,
                            const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Op || Op->getOpcode() != BO_Mul)
    return nullptr;
  for (const Expr *Factor : {Op->getRHS(), Op->getLHS()})
    if (constantValue(Factor, Ctx) == Value)
      return Factor;
  for (const Expr *Factor : {Op->getRHS(), Op->getLHS()})
    if (const Expr *Found = factorOf(Factor, Value, Ctx))
      return Found;
  return nullptr;
}

/// What the rows of a flat tile may be as long as.
std::vector<int64_t> LayoutReader::possibleLengths() const {
  std::set<int64_t> Found;
  std::vector<const Expr *> All;
  for (const TileUse &Use : Reader.Uses) {
    for (const AddressTerm &Move : Use.At.Moves)
      collectFactors(Move.E, All);
    if (Use.LeadingDimension)
      All.push_back(Use.LeadingDimension);
  }
  for (const Expr *E : All)
    if (std::optional<int64_t> N = constantValue(E, Ctx);
        N && *N > 1 && *N < Out.RowLength && Out.RowLength % *N == 0)
      Found.insert(*N);
  return {Found.begin(), Found.end()};
}

/// Divides `E * Scale` bytes into rows and what is left.
void LayoutReader::split(const Expr *E, int64_t Scale, TileAddressPath &Path) {
  const Expr *Plain = E->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(Plain);
  bool OneElement = std::abs(Scale) == int64_t(Out.ElementBytes);
  if (Op && OneElement && Op->isAdditiveOp()) {
    split(Op->getLHS(), Scale, Path);
    return split(Op->getRHS(), Op->getOpcode() == BO_Add ? Scale : -Scale,
                 Path);
  }
  if (Op && OneElement && Op->getOpcode() == BO_Mul)
    for (auto [Factor, Other] : {std::pair(Op->getRHS(), Op->getLHS()),
                                 std::pair(Op->getLHS(), Op->getRHS())})
      if (constantValue(Factor, Ctx) == Out.RowLength) {
        Lengths.push_back({Factor, true});
        Products.push_back(Op);
        Path.Rows.push_back({Other, Scale < 0 ? -1 : 1});
        return;
      }
  Path.Moves.push_back({E, Scale});
}

/// \p E stands in the function of the tile, not in one that it calls.
static bool isInCaller(const Expr *E, const UseScope *Scope) {
  while (Scope->Caller)
    Scope = Scope->Caller;
  const Stmt *Up = E;
  while (const Stmt *Parent = Scope->Parents.getParent(Up))
    Up = Parent;
  return Up == Scope->Body;
}

/// \p Length, at \p Use, has to be edited.
bool LayoutReader::addLength(const TileLayout::Spelled &Length,
                             const TileUse &Use) {
  if (!isInCaller(Length.E, Use.Scope))
    return fail(Use.Where, "the row length is spelled in a called function");
  if (llvm::none_of(Out.Lengths, [&](const TileLayout::Spelled &Other) {
        return Other.E == Length.E;
      }))
    Out.Lengths.push_back(Length);
  return true;
}

/// What stands around \p Use, innermost first, each with the part of it that
/// holds the use; in the functions that lead to it, too.
std::vector<std::pair<const Stmt *, const Stmt *>>
LayoutReader::around(const TileUse &Use) const {
  std::vector<std::pair<const Stmt *, const Stmt *>> Out;
  const Stmt *Inner = Use.Where;
  for (const UseScope *Scope = Use.Scope; Scope; Scope = Scope->Caller) {
    while (const Stmt *Up = Scope->Parents.getParent(Inner)) {
      Out.emplace_back(Up, Inner);
      Inner = Up;
    }
    Inner = Scope->Call;
  }
  return Out;
}

/// What the loops and conditions around \p Use say.
IndexBounds::Place LayoutReader::placeOf(const TileUse &Use,
                                         IndexBounds &Bounds) const {
  IndexBounds::Place P;
  P.Changing = Changing;
  Bounds.enterAll(P, Use.Where, *Use.Scope);
  return P;
}

static bool isNumber(QualType Type) {
  return !Type->isDependentType() && Type->isIntegralOrEnumerationType() &&
         !Type->isBooleanType();
}

/// \p Var is `E / Length` or `E % Length`, and has that value where E is used.
static bool isPartOf(const VarDecl &Var, const Expr *E, BinaryOperatorKind Kind,
                     int64_t Length, const ASTContext &Ctx) {
  const auto *Op =
      Var.hasInit()
          ? dyn_cast<BinaryOperator>(Var.getInit()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Of = dyn_cast<DeclRefExpr>(E);
  const auto *Ref =
      Op ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts()) : nullptr;
  // A char may be too narrow for the number of the row.
  return Ref && Of && Op->getOpcode() == Kind &&
         Ref->getDecl() == Of->getDecl() && isNeverChanged(Var) &&
         Ctx.hasSameUnqualifiedType(Var.getType(), Op->getType()) &&
         constantValue(Op->getRHS(), Ctx) == Length;
}

/// `tile[i]`, one element of a flat tile: i / length * longer + i % length is
/// right whatever i is.
bool LayoutReader::countsThrough(const TileUse &Use,
                                 const TileAddressPath &Path) {
  if (Used || !Out.IsFlat || Out.Rows == 1 || Use.Matrix ||
      Use.Bytes != Out.ElementBytes || !Path.Rows.empty() ||
      Use.At.Moves.size() != 1)
    return false;
  const AddressTerm &Move = Use.At.Moves.front();
  const Expr *E = Move.E->IgnoreParenImpCasts();
  if (Move.Scale != int64_t(Out.ElementBytes) || !isNumber(E->getType()) ||
      E->HasSideEffects(Ctx) || !isInCaller(E, Use.Scope))
    return false;
  TileLayout::FlatIndex Index{E};
  // Declared in the same block, where nothing changes what they are made of.
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Counter = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  for (auto [Up, Inner] : around(Use)) {
    const auto *Block = dyn_cast<CompoundStmt>(Up);
    if (!Block)
      continue;
    if (!Counter || changes(Block, *Counter))
      break;
    for (const Stmt *S : Block->body()) {
      if (S == Inner)
        break;
      if (const auto *Decls = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Decls->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D)) {
            if (isPartOf(*Var, E, BO_Div, Out.RowLength, Ctx))
              Index.Row = Var;
            if (isPartOf(*Var, E, BO_Rem, Out.RowLength, Ctx))
              Index.Column = Var;
          }
    }
    break;
  }
  Out.FlatIndices.push_back(Index);
  return true;
}

bool LayoutReader::readUse(const TileUse &Use) {
  TileAddressPath Path;
  Path.Rows = Use.At.Rows;
  Lengths.clear();
  Products.clear();
  for (const AddressTerm &Move : Use.At.Moves)
    split(Move.E, Move.Scale, Path);
  if (Use.LeadingDimension) {
    if (constantValue(Use.LeadingDimension, Ctx) != Out.RowLength)
      return fail(Use.Where, "the leading dimension is not the row length");
    Lengths.push_back({Use.LeadingDimension, false});
  }
  for (const TileLayout::Spelled &Length : Lengths)
    if (!addLength(Length, Use))
      return false;

  IndexBounds Bounds(Facts, Ctx);
  IndexBounds::Place P = placeOf(Use, Bounds);
  // One that wraps around would do so elsewhere with another length.
  for (const Expr *Product : Products)
    if (Product->getType()->isUnsignedIntegerType() &&
        Ctx.getTypeSize(Product->getType()) < 64)
      if (auto Range = Bounds.range(Bounds.value(Product, P));
          !Range || Range->Low < 0 || Range->High > UINT32_MAX / 2)
        return fail(Use.Where, "the row may be beyond 32 bits");
  Polynomial Byte;
  for (const AddressTerm &Term : Path.Moves)
    Byte = Byte + Bounds.value(Term.E, P) * Polynomial(Term.Scale);
  int64_t RowBytes = Used ? Used * Out.ElementBytes : Out.rowBytes();
  const bool IsInRow =
      Bounds.isNonNegative(Byte) &&
      Bounds.isNonNegative(Polynomial(RowBytes) - Byte - int64_t(Use.Bytes));
  IsFlatIndex = !IsInRow;
  if (!IsInRow && !countsThrough(Use, Path))
    return fail(Use.Where, "it is not proved to stay in one row");

  TileAccess Access;
  Access.Where = Use.Where;
  Access.Width = !Use.Matrix             ? std::min<uint64_t>(Use.Bytes, 16)
                 : Out.ElementBytes == 8 ? 8
                                         : 16;
  Access.Alignment = Use.Alignment;
  Access.RowUnit = Use.Matrix ? 16 : 1;
  Access.RowMultiple = 0;
  for (const AddressTerm &Term : Path.Rows)
    Access.RowMultiple =
        std::gcd(Access.RowMultiple, multipleOf(Term.E, Use) * Term.Scale);
  if (IsFlatIndex)
    Access.RowMultiple = 1;
  Access.Run = IsFlatIndex ? 1 : runOf(Use, Path);
  Access.Weight = weightOf(Use);
  addGroups(Use, Bounds, P, Access);
  addLanes(Use, Path, Access);
  Out.Accesses.push_back(std::move(Access));
  return true;
}

/// All uses, if rows are of \p Length elements.
bool LayoutReader::readAs(int64_t Length) {
  int64_t Elements = Out.RowLength * Out.Rows;
  Out.RowLength = Length;
  Out.Rows = Elements / Length;
  Out.Accesses.clear();
  Out.Lengths.clear();
  Out.FlatIndices.clear();
  Out.InTheWay = std::nullopt;
  if (!llvm::all_of(Reader.Uses,
                    [&](const TileUse &Use) { return readUse(Use); }))
    return false;
  // Somebody has to say that it has rows.
  return Out.FlatIndices.empty() || !Out.Lengths.empty() ||
         fail(nullptr, "nobody names a row of it");
}

/// The declaration and what is done with the tile.
bool LayoutReader::readUses() {
  if (!readDeclaration())
    return false;
  if (!Reader.read()) {
    Out.InTheWay = Reader.Obstacle;
    return false;
  }
  Out.Names = Reader.Names;
  Out.AllNames = Reader.AllNames;
  Out.Threads = std::clamp<int64_t>(Dim[0] * Dim[1] * Dim[2], 1, 1024);
  VarSet Seen;
  for (const UseScope &Scope : Reader.Scopes)
    collectChanging(Scope.Body, Seen, Changing);
  return true;
}

TileLayout LayoutReader::readDeclared() {
  if (readUses())
    readAs(Out.RowLength);
  return std::move(Out);
}

/// A call of what only an instantiation of the template brings.
static const Stmt *findStranger(const FunctionDecl &Function,
                                const ASTContext &Ctx) {
  const Effects All = effectsOf(Function.getBody(), PointerFlow(Function), Ctx);
  const auto *O = llvm::find_if(
      All.Unknown, [](const Occurrence &O) { return O.IsStranger; });
  return O == All.Unknown.end() ? nullptr : O->Where;
}

TileLayout LayoutReader::read() {
  if (!readUses())
    return std::move(Out);
  if (const Stmt *Stranger = findStranger(Function, Ctx))
    fail(Stranger, "this call may know where its elements lie");
  if (!Out.IsFlat) {
    Out.Declared = Out.Extent;
    readAs(Out.RowLength);
    return std::move(Out);
  }
  int64_t Whole = Out.RowLength;
  for (int64_t Length : possibleLengths()) {
    if (!readAs(Length))
      continue;
    Out.Declared = factorOf(Out.Extent, Length, Ctx);
    return std::move(Out);
  }
  // One row, or nobody knows how many.
  std::optional<TileLayout::Obstacle> Why = Out.InTheWay;
  readAs(Whole);
  if (Why)
    Out.InTheWay = Why;
  return std::move(Out);
}

TileLayout readTileLayout(const VarDecl &Tile, const FunctionDecl &Function,
                          const Stmt *Loop, const LaunchSites *Launches,
                          const ASTContext &Ctx, int64_t Used) {
  LaunchFacts Facts;
  if (Launches)
    Facts = readLaunchFacts(Function, *Launches, Ctx);
  return LayoutReader(Tile, Function, Loop, Facts, Ctx, Used).read();
}

TileLayout readDeclaredLayout(const VarDecl &Tile, const FunctionDecl &Function,
                              const Stmt *Loop, const LaunchSites *Launches,
                              const ASTContext &Ctx) {
  LaunchFacts Facts;
  if (Launches)
    Facts = readLaunchFacts(Function, *Launches, Ctx);
  return LayoutReader(Tile, Function, Loop, Facts, Ctx, 0).readDeclared();
}

//===- Where in a tile the threads of a warp are ------------------------===//

/// Warps of a block that are looked at.
static constexpr unsigned MaxWarps = 8;
/// Trips of a loop of unknown length: of the K-loop, and of others.
static constexpr uint64_t GuessedTiles = 16, GuessedTrips = 4;

/// A number that \p E is always a multiple of; 0 if it is always zero.
int64_t LayoutReader::multipleOf(const Expr *E, const TileUse &Use,
                                 unsigned Depth) const {
  E = E->IgnoreParenImpCasts();
  if (std::optional<int64_t> N = constantValue(E, Ctx))
    return std::abs(*N) < (1 << 20) ? std::abs(*N) : 1;
  if (Depth > 12)
    return 1;
  auto Of = [&](const Expr *Part) { return multipleOf(Part, Use, Depth + 1); };
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->isAdditiveOp())
      return std::gcd(Of(Op->getLHS()), Of(Op->getRHS()));
    if (Op->getOpcode() == BO_Mul)
      return std::gcd(Of(Op->getLHS()) * Of(Op->getRHS()), int64_t(1) << 20);
    return 1;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || Var->getType()->isReferenceType())
    return 1;
  if (auto It = Use.Scope->Defs.find(Var); It != Use.Scope->Defs.end())
    return Of(It->second);
  if (!Changing.count(Var))
    return !isa<ParmVarDecl>(Var) && Var->getInit() ? Of(Var->getInit()) : 1;
  for (auto [Up, Inner] : around(Use))
    if (const auto *For = dyn_cast<ForStmt>(Up))
      if (std::optional<CountedLoop> Loop = countedLoop(*For, Ctx);
          Loop && Loop->Var == Var && !Loop->Symbolic &&
          !changes(For->getBody(), *Var))
        return std::gcd(Of(Loop->Start), std::abs(Loop->StepValue));
  return 1;
}

/// `row[i]` for i = 0, 1, ..., 7: 8.
unsigned LayoutReader::runOf(const TileUse &Use,
                             const TileAddressPath &Path) const {
  if (Use.Matrix || Use.Bytes != Out.ElementBytes)
    return 1;
  for (const AddressTerm &Term : Path.Moves) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Term.E->IgnoreParenImpCasts());
    if (!Ref || Term.Scale != int64_t(Out.ElementBytes))
      continue;
    for (auto [Up, Inner] : around(Use))
      if (const auto *For = dyn_cast<ForStmt>(Up); For && Up != Loop)
        if (std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
            Counted && Counted->Var == Ref->getDecl() && !Counted->Symbolic &&
            Counted->StepValue == 1)
          return std::gcd(Counted->Trips, uint64_t(16));
  }
  return 1;
}

/// How often a thread comes by, about.
uint64_t LayoutReader::weightOf(const TileUse &Use) const {
  uint64_t Weight = 1;
  for (auto [Up, Inner] : around(Use)) {
    uint64_t Trips = 1;
    if (const auto *For = dyn_cast<ForStmt>(Up)) {
      std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
      Trips = Counted && !Counted->Symbolic ? Counted->Trips : GuessedTrips;
    } else if (isa<WhileStmt, DoStmt>(Up)) {
      Trips = GuessedTrips;
    }
    if (Up == Loop)
      Trips = GuessedTiles;
    Weight = std::min<uint64_t>(Weight * std::max<uint64_t>(Trips, 1),
                                uint64_t(1) << 32);
  }
  return Weight;
}

/// As launched; where that is not known, as such kernels mostly are.
std::array<int64_t, 3> LayoutReader::blockDim() const {
  std::array<int64_t, 3> Sizes = {32, 1, 1};
  auto Names = [&](auto &&Self, const Stmt *S, unsigned D) -> bool {
    if (!S)
      return false;
    if (const auto *E = dyn_cast<Expr>(S))
      if (auto Builtin = builtinIndex(E);
          Builtin && Builtin->first == "threadIdx" && Builtin->second == D)
        return true;
    return llvm::any_of(
        S->children(), [&](const Stmt *Child) { return Self(Self, Child, D); });
  };
  int64_t Threads = Facts.MaxThreads.value_or(256);
  if (!Names(Names, Function.getBody(), 1))
    Sizes[0] = Threads;
  else
    Sizes[1] = std::max<int64_t>(1, Threads / Sizes[0]);
  for (unsigned D = 0; D < 3; ++D)
    if (Facts.BlockDim[D])
      Sizes[D] = *Facts.BlockDim[D];
  return Sizes;
}

std::vector<LayoutReader::Guard>
LayoutReader::guardsOf(const TileUse &Use) const {
  std::vector<Guard> Out;
  for (auto [Up, Inner] : around(Use)) {
    const auto *If = dyn_cast<IfStmt>(Up);
    const auto *Choice = dyn_cast<ConditionalOperator>(Up);
    const auto *For = dyn_cast<ForStmt>(Up);
    if (If && Inner != If->getCond())
      Out.push_back({If->getCond(), Inner == If->getThen()});
    else if (Choice && Inner != Choice->getCond())
      Out.push_back({Choice->getCond(), Inner == Choice->getTrueExpr()});
    else if (For && Inner == For->getBody() && For->getCond())
      Out.push_back({For->getCond(), true});
  }
  return Out;
}

LaneAddress LayoutReader::addressOf(const TileAddressPath &Path,
                                    llvm::ArrayRef<Guard> Guards,
                                    LaneValue &Lane) const {
  LaneAddress At;
  for (const AddressTerm &Term : Path.Rows)
    At.Row += Lane.of(Term.E) * Term.Scale;
  for (const AddressTerm &Term : Path.Moves) {
    At.Byte += Lane.of(Term.E) * Term.Scale;
    At.Known &= Lane.isKnown();
  }
  if (IsFlatIndex) {
    At.Row = At.Byte / int64_t(Out.rowBytes());
    At.Byte %= int64_t(Out.rowBytes());
  }
  for (const Guard &G : Guards) {
    bool Holds = Lane.of(G.Cond);
    if (Lane.isKnown() && Holds != G.Holds)
      At.Active = false;
  }
  return At;
}

void LayoutReader::addLanes(const TileUse &Use, const TileAddressPath &Path,
                            TileAccess &Access) const {
  int64_t Threads = std::min<int64_t>(Dim[0] * Dim[1] * Dim[2], 1024);
  const std::vector<Guard> Guards = guardsOf(Use);
  LaneValue Lane(Dim, Use.Scope->Defs, Facts, Ctx);
  for (int64_t First = 0; First < Threads && First / 32 < MaxWarps;
       First += 32) {
    std::vector<LaneAddress> Warp;
    for (int64_t T = First; T < std::min(First + 32, Threads); ++T) {
      Lane.goTo({T % Dim[0], T / Dim[0] % Dim[1], T / Dim[0] / Dim[1]});
      Warp.push_back(addressOf(Path, Guards, Lane));
      if (Use.Matrix)
        break;
    }
    if (!Use.Matrix) {
      Access.Warps.push_back(std::move(Warp));
      continue;
    }
    // As ldmatrix reads it, 8 rows of 16 bytes at a time; a double is loaded by
    // each thread, so half a warp reads 4 rows of 32 bytes. What wmma compiles
    // to is not documented; this is a model.
    const int64_t Rows = Out.ElementBytes == 8 ? 4 : 8,
                  Bytes = Out.ElementBytes == 8 ? 32 : 16;
    LaneAddress Start = Warp.front();
    for (int64_t Row = 0; Row < Use.Matrix->Rows; Row += Rows)
      for (int64_t Byte = 0; Byte < int64_t(Use.Bytes); Byte += Bytes) {
        std::vector<LaneAddress> Part;
        for (int64_t I = 0; I < Rows; ++I)
          for (int64_t At = 0; At < Bytes; At += Access.Width)
            Part.push_back({Start.Row + Row + I, Start.Byte + Byte + At,
                            Start.Active, Start.Known,
                            Row + I == 0 && Byte + At == 0});
        Access.Warps.push_back(std::move(Part));
      }
  }
}

//===- The group of columns that an access lies in ----------------------===//
// Skewed columns come in groups of 128 bytes. `Bs[k][tx * 8 + j]`, j < 8, lies
// in the group of `tx * 8`: that is a multiple of 8, so are the ends of groups,
// and j goes no further than the next multiple. So the element moves with
// `tx * 8`, and `skewed(tx * 8) + j` is where it is.

/// As large as anybody needs.
static constexpr uint64_t MaxPower = uint64_t(1) << 20;

static uint64_t lowestBit(uint64_t N) {
  return N == 0 ? MaxPower : std::min(N & -N, MaxPower);
}

/// \p S stands in the body of \p Loop: a counter is only there what it counts.
static bool isInBody(const Stmt &S, const ForStmt &Loop,
                     const SourceManager &SM) {
  SourceLocation At = SM.getExpansionLoc(S.getBeginLoc()),
                 Begin = SM.getExpansionLoc(Loop.getBody()->getBeginLoc()),
                 End = SM.getExpansionLoc(Loop.getBody()->getEndLoc());
  return !SM.isBeforeInTranslationUnit(At, Begin) &&
         !SM.isBeforeInTranslationUnit(End, At);
}

/// A power of two that the integer \p E is always a multiple of. That holds in
/// arithmetic that wraps around, too.
uint64_t LayoutReader::powerOfTwoIn(const Expr *E, const TileUse &Use,
                                    unsigned Depth) const {
  E = E->IgnoreParens();
  if (Depth > 16 || !isNumber(E->getType()))
    return 1;
  if (std::optional<int64_t> N = constantValue(E, Ctx))
    return lowestBit(*N);
  auto Of = [&](const Expr *Part) {
    return powerOfTwoIn(Part, Use, Depth + 1);
  };
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Of(Full->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    CastKind Kind = Cast->getCastKind();
    return Kind == CK_IntegralCast || Kind == CK_LValueToRValue ||
                   Kind == CK_NoOp
               ? Of(Cast->getSubExpr())
               : 1;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return std::min(Of(Choice->getTrueExpr()), Of(Choice->getFalseExpr()));
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    uint64_t L = Of(Op->getLHS()), R = Of(Op->getRHS());
    std::optional<int64_t> By = constantValue(Op->getRHS(), Ctx);
    switch (Op->getOpcode()) {
    case BO_Add:
    case BO_Sub:
    case BO_Rem:
    case BO_Or:
    case BO_Xor:
      return std::min(L, R);
    case BO_And:
      return std::max(L, R);
    case BO_Mul:
      return std::min(L * R, MaxPower);
    case BO_Shl:
      return By && *By >= 0 && *By < 20 ? std::min(L << *By, MaxPower) : L;
    default:
      return 1;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || !isNumber(Var->getType()) ||
      Var->getType().isVolatileQualified())
    return 1;
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (isNeverChanged(*Var)) {
    auto It = Use.Scope->Defs.find(Var);
    if (Param)
      return It != Use.Scope->Defs.end() ? Of(It->second) : 1;
    return Var->getInit() ? Of(Var->getInit()) : 1;
  }
  for (auto [Up, Inner] : around(Use))
    if (const auto *For = dyn_cast<ForStmt>(Up);
        For && isInBody(*E, *For, Ctx.getSourceManager()))
      if (std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
          Counted && Counted->Var == Var && !Counted->Symbolic &&
          !changes(For->getBody(), *Var))
        return std::min(Of(Counted->Start),
                        lowestBit(std::abs(Counted->StepValue)));
  return 1;
}

namespace {

/// What is added to a part of a subscript to make it the whole.
struct Addend {
  const Expr *E;
  int64_t Sign;
};

} // namespace

/// Calls \p Visit for \p E and all terms and partial sums in it, the smallest
/// first, each with the rest of the sum. Sums that may wrap around are not
/// taken apart.
static void forEachPart(
    const Expr *E, std::vector<Addend> Rest, IndexBounds &Bounds,
    const IndexBounds::Place &P, const ASTContext &Ctx,
    llvm::function_ref<void(const Expr *, llvm::ArrayRef<Addend>)> Visit) {
  const Expr *Sum = E;
  while (true) {
    Sum = Sum->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Sum);
    if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
        Ctx.getTypeSize(Cast->getType()) <
            Ctx.getTypeSize(Cast->getSubExpr()->getType()) ||
        !Bounds.isNonNegative(Bounds.value(Cast->getSubExpr(), P)))
      break;
    Sum = Cast->getSubExpr();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Sum);
      Op && Op->isAdditiveOp() && isNumber(Op->getType())) {
    bool Adds = Op->getOpcode() == BO_Add;
    Polynomial L = Bounds.value(Op->getLHS(), P),
               R = Bounds.value(Op->getRHS(), P);
    std::optional<Interval> Whole = Bounds.range(Adds ? L + R : L - R);
    bool Wraps = Op->getType()->isUnsignedIntegerType() &&
                 (!Whole || Whole->Low < 0 || Whole->High > INT32_MAX);
    if (!Wraps) {
      std::vector<Addend> Left = Rest, Right = Rest;
      Left.push_back({Op->getRHS(), Adds ? 1 : -1});
      forEachPart(Op->getLHS(), std::move(Left), Bounds, P, Ctx, Visit);
      Right.push_back({Op->getLHS(), 1});
      if (Adds)
        forEachPart(Op->getRHS(), std::move(Right), Bounds, P, Ctx, Visit);
    }
  }
  Visit(E, Rest);
}

/// Finds the parts of the subscript of \p Use that name its group.
void LayoutReader::addGroups(const TileUse &Use, IndexBounds &Bounds,
                             const IndexBounds::Place &P,
                             TileAccess &Access) const {
  const SourceManager &SM = Ctx.getSourceManager();
  int64_t Element = Out.ElementBytes;
  for (const AddressTerm &Move : Use.At.Moves)
    Access.Moves.push_back(Move.E);
  if (Use.Matrix || SkewGroupBytes % Element || Use.Bytes > 16)
    return;
  /// The access starts at least \p From, and ends below \p End.
  auto IsBelow = [&](const Polynomial &From, int64_t End) {
    return Bounds.isNonNegative(From) &&
           Bounds.isNonNegative(Polynomial(End) - From - int64_t(Use.Bytes));
  };
  auto Sum = [&](const AddressTerm *Without) {
    Polynomial Out;
    for (const AddressTerm &Move : Use.At.Moves)
      if (&Move != Without)
        Out = Out + Bounds.value(Move.E, P) * Polynomial(Move.Scale);
    return Out;
  };
  if (IsBelow(Sum(nullptr), SkewGroupBytes))
    Access.Groups.push_back({});
  SourceRange Body = Function.getBody()->getSourceRange();
  for (const AddressTerm &Move : Use.At.Moves) {
    SourceLocation At = SM.getExpansionLoc(Move.E->getBeginLoc());
    if (Move.Scale != Element || !isNumber(Move.E->getType()) ||
        SM.isBeforeInTranslationUnit(At, Body.getBegin()) ||
        SM.isBeforeInTranslationUnit(Body.getEnd(), At))
      continue;
    forEachPart(Move.E, {}, Bounds, P, Ctx,
                [&](const Expr *Part, llvm::ArrayRef<Addend> Rest) {
                  Polynomial Further = Sum(&Move);
                  for (const Addend &Other : Rest)
                    Further = Further + Bounds.value(Other.E, P) *
                                            Polynomial(Other.Sign * Element);
                  int64_t End = std::min<int64_t>(
                      powerOfTwoIn(Part, Use) * Element, SkewGroupBytes);
                  if (IsBelow(Further, End))
                    Access.Groups.push_back({Move.E, Part});
                });
  }
}

} // namespace cudapipe
