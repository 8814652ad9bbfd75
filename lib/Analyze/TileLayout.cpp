//===- TileLayout.cpp - The rows of a tile --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof: if every access lies in one row, then making rows longer moves the
// element at r * length + c to another place, the same for all who name it.
// That r and c are found in the same way in the old and in the new text follows
// from what is edited: `row * LENGTH + c` is that sum in both, whatever row is.
//
//===----------------------------------------------------------------------===//

#include "LayoutReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/TypeLoc.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

/// The variables in \p S that may change.
static void collectChanging(const Stmt *S, VarSet &Seen, VarSet &Out) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Seen.insert(Var) && !isNeverChanged(*Var))
      Out.insert(Var);
  for (const Stmt *Child : S->children())
    collectChanging(Child, Seen, Out);
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
  P.Defs = Use.Scope->Defs;
  auto Around = around(Use);
  for (auto [Up, Inner] : llvm::reverse(Around)) {
    if (const auto *For = dyn_cast<ForStmt>(Up); For && For->getBody() == Inner)
      Bounds.enter(P, *For);
    // In the body a counter has one value.
    for (const auto &Counter : P.Counters)
      P.Changing.remove(Counter.first);
    const auto *If = dyn_cast<IfStmt>(Up);
    if (If && (If->getThen() == Inner || If->getElse() == Inner))
      Bounds.assume(P, If->getCond(), If->getThen() == Inner);
    const auto *Choice = dyn_cast<ConditionalOperator>(Up);
    if (Choice && Choice->getCond() != Inner)
      Bounds.assume(P, Choice->getCond(), Choice->getTrueExpr() == Inner);
  }
  return P;
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
  if (!Bounds.isNonNegative(Byte) ||
      !Bounds.isNonNegative(Polynomial(RowBytes) - Byte - int64_t(Use.Bytes)))
    return fail(Use.Where, "it is not proved to stay in one row");

  TileAccess Access;
  Access.Where = Use.Where;
  Access.Width = Use.Matrix ? 16 : std::min<uint64_t>(Use.Bytes, 16);
  Access.Alignment = Use.Alignment;
  Access.RowUnit = Use.Matrix ? 16 : 1;
  Access.RowMultiple = 0;
  for (const AddressTerm &Term : Path.Rows)
    Access.RowMultiple =
        std::gcd(Access.RowMultiple, multipleOf(Term.E, Use) * Term.Scale);
  Access.Run = runOf(Use, Path);
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
  Out.InTheWay = std::nullopt;
  return llvm::all_of(Reader.Uses,
                      [&](const TileUse &Use) { return readUse(Use); });
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
  std::array<int64_t, 3> Dim = blockDim();
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

TileLayout LayoutReader::read() {
  if (!readUses())
    return std::move(Out);
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

} // namespace cudapipe
