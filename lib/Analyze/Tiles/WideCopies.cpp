//===- WideCopies.cpp - Tile copies of 16 bytes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The steps behind findWideCopies()
//   The box of elements that threads copy
//   What one store of a tile copies
//   What differs from element to element
//   Text of a copy inside of macros
//   The names in a wide copy
//   Which piece of dynamic memory is tested
//   What must be a multiple of 16 bytes
//   Tile copies of 16 bytes
//
//===----------------------------------------------------------------------===//

#include "Analyze/Pointers/VisibleNames.h"
#include "Analyze/Threads/BlockQuery.h"
#include "Analyze/Threads/BlockUse.h"
#include "Analyze/Threads/CopyTrace.h"
#include "Analyze/Threads/DivergentExits.h"
#include "Analyze/Threads/FixedBlock.h"
#include "Analyze/Threads/LaunchFacts.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CopyNames.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Analyze/WideCopy.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

//===- The steps behind findWideCopies() --------------------------------===//
//   readElement()  what one store copies, and where it stores zero instead
//   traceTile()    all threads are played: which element comes from where
//   readShape()    the elements are a box of rows and columns, each stored once
//   readParts()    what of the text differs from element to element
//   readNames()    the rest means the same in the new copy
//   checkText()    the new text, played for every element, copies what the
//                  threads copied
//   readTests()    what must be a multiple of 16 bytes

class CopyWidener {
public:
  CopyWidener(const LoopModel &M, const Taint &PerThread,
              const clang::ASTContext &Ctx, WideFor For)
      : M(M), Ctx(Ctx), Visible(*M.Kernel, Ctx.getSourceManager()),
        Trace(M, PerThread, Ctx), AnyPitch(For == WideFor::LongerRows),
        OfBlock(For == WideFor::Block) {}

  /// The wide copy for all that stores to where \p First does, under its name,
  /// in blocks of \p BlockDim.
  std::optional<WideCopy> widen(const TileCopy &First,
                                std::array<int64_t, 3> BlockDim);
  /// A variable of the load phase that has the number of the thread in its
  /// block, and a name where \p W is made; or null.
  const clang::VarDecl *threadNumber(const WideCopy &W);
  /// countsThreads() of the loop.
  bool countsThreads(int64_t Threads, unsigned Dimensions) {
    return cudapipe::countsThreads(M, Trace, Threads, Dimensions, Ctx);
  }
  /// What \p S names can be named in front of the loop, and where \p W is made.
  bool canName(const clang::Stmt *S, const WideCopy &W) const;
  /// Why the last one failed.
  const std::string &whyNot() const { return Why; }

private:
  /// One element of the tile, stored by one thread.
  struct Element {
    TraceValue From;
    unsigned Copy; ///< Index into LoopModel::Copies.
    /// Both sides of each comparison of the guards, in order.
    std::vector<Polynomial> Sides;
    /// Who stores it.
    std::array<int64_t, 3> Thread;
  };
  struct Source {
    const clang::Expr *Object = nullptr, *Pointer = nullptr;
    llvm::SmallVector<std::pair<const clang::Expr *, bool>, 2> Guards;
    /// Comparisons in the guards.
    std::vector<const clang::BinaryOperator *> Comparisons;
    /// How they are joined, `+(<&!<)`: by which two copies are told apart that
    /// make the same comparisons.
    std::string Logic;
    uint64_t Alignment = 1;
  };
  bool fail(std::string Reason) {
    Why = std::move(Reason);
    return false;
  }

  /// Bytes of an array or an object; nothing for a pointer.
  std::optional<int64_t> sizeOf(clang::QualType Type) const;
  /// The bytes of the static array \p Tile in front of what \p Name, a pointer,
  /// points to; nothing if that is no constant.
  std::optional<int64_t> offsetOf(const clang::VarDecl *Name,
                                  const clang::VarDecl *Tile);
  /// How many bytes behind W.Name \p To is; nothing if it is no constant.
  std::optional<int64_t> byteIn(const WideCopy &W, const TraceValue &To) const;
  int64_t grainOf(const TileCopy &Copy) const;
  bool isLibraryType(clang::QualType Stored, const clang::Expr *E) const;
  bool readElement(const TileCopy &Copy, Source &Out);
  bool dividesByVariable(const clang::Expr *E) const;
  bool readGuard(const clang::Expr *Guard, Source &Out);
  bool readValue(const clang::Expr *Value, clang::QualType Type, Source &Out);
  bool readItems(const WideCopy &W);
  TraceValue sourceOf(const Source &S);
  std::optional<std::vector<Polynomial>> sidesOf(const Source &S);
  bool traceTile(const WideCopy &W);
  bool readShape(WideCopy &W);
  bool isRun() const;
  bool readRun(WideCopy &W);
  bool lastTellsAll(const WideCopy &W) const;
  bool chooseWidth(WideCopy &W);
  std::set<int64_t, std::greater<>> rowsInText(const WideCopy &W) const;
  int64_t at(const WideCopy &W, int64_t Row, int64_t Column) const {
    return Row * W.Box.Pitch + Column;
  }

  bool readParts(WideCopy &W);
  bool sampleNodes(const WideCopy &W);
  void collectNodes(const clang::Expr *E, unsigned Depth = 0);
  bool partsOf(const clang::Expr *E, std::vector<ElementPart> &Out,
               unsigned Depth);
  bool partsOfSum(const clang::Expr *E, std::vector<ElementPart> &Out) const;
  std::optional<ElementPart> affine(const clang::Expr *E) const;
  const clang::VarDecl *definedVariable(const clang::Expr *E) const;
  void noteMacroUses(const clang::Expr *E, unsigned Depth = 0);
  bool hasOwnText(const clang::Expr *E) const;
  /// Where \p W is made.
  clang::SourceLocation placeOf(const WideCopy &W) const {
    return M.Items[W.Items.front()].S->getBeginLoc();
  }
  bool readNames(const WideCopy &W);
  bool checkText(const WideCopy &W);
  void override(const std::vector<ElementPart> &Parts, int64_t Row,
                int64_t Column,
                std::map<const clang::Expr *, TraceValue> &Out) const;

  bool readTests(WideCopy &W);
  bool testComparison(WideCopy &W, unsigned Index);
  bool testMultiple(WideCopy &W, const Polynomial &X, int64_t Of);
  bool testProduct(WideCopy &W, std::vector<Polynomial::Atom> Product,
                   int64_t Of);
  bool isKnownInFront(const clang::ValueDecl *D) const;
  bool canStandInFront(const clang::Stmt *E) const;
  bool testAtom(WideCopy &W, Polynomial::Atom A, int64_t Of);
  unsigned writesInLoop(const clang::VarDecl *Var) const;
  bool testSteps(WideCopy &W, const clang::VarDecl *Var, int64_t Of);
  bool movesByConstants(const clang::VarDecl *Var, int64_t Of) const;
  bool isAlwaysMultiple(const WideCopy &W, const clang::VarDecl *Var,
                        int64_t Of);
  std::optional<const clang::Expr *> startOf(const clang::VarDecl *Var) const;
  bool testPointer(WideCopy &W, const TraceValue &From);
  std::pair<const clang::VarDecl *, int64_t>
  placeInArray(const clang::VarDecl *Name);
  const clang::VarDecl *testedPiece(const WideCopy &W);
  bool testField(WideCopy &W, const clang::Expr *Field);
  void addTest(WideCopy &W, WideTest Test);

  const LoopModel &M;
  const clang::ASTContext &Ctx;
  VisibleNames Visible;
  CopyTrace Trace;
  const bool AnyPitch, OfBlock;
  std::string Why;
  std::map<unsigned, Source> Sources; ///< By index into LoopModel::Copies.
  std::vector<std::optional<Element>> Elements;
  int64_t Count = 0, Grain = 1, ElementBytes = 1;
  std::array<int64_t, 3> BlockDim{};
  /// Expressions of the text, with their values at elements [0][0], [0][1] and
  /// [1][0].
  std::map<const clang::Expr *, std::array<TraceValue, 3>> Nodes;
  /// Where text of the file stands in macros: at one place, as a rule.
  std::map<clang::SourceLocation, std::set<clang::SourceLocation>> MacroUses;
  clang::SourceLocation Place; ///< Where the copy is made.
  VarSet Visiting;
};

//===- The box of elements that threads copy ----------------------------===//

/// Larger tiles are not played: more than fits into shared memory (CUDA C++
/// Programming Guide, technical specifications).
static constexpr int64_t MaxTileBytes = 256 * 1024;

const VarDecl *WideCopy::start() const {
  return isDynamicShared(*Tile) && Name->getType()->isPointerType() ? Name
                                                                    : Tile;
}

TypeLoc WideCopy::written() const {
  if (Fields.empty())
    return Tile->getTypeSourceInfo()->getTypeLoc();
  const FieldDecl *Field = Fields.back();
  return Field->getParent()->getDeclContext()->isFileContext() &&
                 !isa<ClassTemplateSpecializationDecl>(Field->getParent())
             ? Field->getTypeSourceInfo()->getTypeLoc()
             : TypeLoc();
}

std::optional<int64_t> CopyWidener::sizeOf(QualType Type) const {
  const auto *Class = Type->getAsCXXRecordDecl();
  const bool IsObject = Class && Class->hasDefinition() &&
                        Class->isStandardLayout() && !Class->isUnion() &&
                        !Class->isDependentType();
  if (!Ctx.getAsConstantArrayType(Type) && !IsObject)
    return std::nullopt;
  return Ctx.getTypeSizeInChars(Type).getQuantity();
}

std::optional<int64_t> CopyWidener::offsetOf(const VarDecl *Name,
                                             const VarDecl *Tile) {
  if (Name == Tile)
    return 0;
  const bool IsReference = Name->getType()->isReferenceType();
  if (isDynamicShared(*Tile) &&
      !(IsReference && M.Staged.Dynamic &&
        llvm::is_contained(M.Staged.Dynamic->Names, Tile)))
    return std::nullopt;
  if ((!IsReference && !Name->getType()->isPointerType()) || !Name->getInit() ||
      !isNeverChanged(*Name))
    return std::nullopt;
  TraceValue Start = Trace.initial(*Name);
  if (Start.Kind != TraceValue::Pointer || Start.Base != Tile ||
      !Start.P.isConstant())
    return std::nullopt;
  return Start.P.constant();
}

std::optional<int64_t> CopyWidener::byteIn(const WideCopy &W,
                                           const TraceValue &To) const {
  if (To.Kind != TraceValue::Pointer || To.Base != W.start() ||
      !To.P.isConstant())
    return std::nullopt;
  return To.P.constant() - W.Offset;
}

/// The items that store to the tile do nothing else.
bool CopyWidener::readItems(const WideCopy &W) {
  for (unsigned Item : W.Items) {
    const Stmt *S = M.Items[Item].S;
    for (const VarDecl *Var : M.Items[Item].E.Writes) {
      const SourceManager &SM = Ctx.getSourceManager();
      if (!SM.isPointWithin(SM.getExpansionLoc(Var->getLocation()),
                            SM.getExpansionLoc(S->getBeginLoc()),
                            SM.getExpansionLoc(S->getEndLoc())))
        return fail("the statement also sets '" + Var->getNameAsString() + "'");
    }
  }
  return true;
}

TraceValue CopyWidener::sourceOf(const Source &S) {
  return S.Pointer ? Trace.evaluate(S.Pointer) : Trace.addressOf(S.Object);
}

std::optional<std::vector<Polynomial>> CopyWidener::sidesOf(const Source &S) {
  std::vector<Polynomial> Out;
  for (const BinaryOperator *Op : S.Comparisons)
    for (const Expr *Side : {Op->getLHS(), Op->getRHS()}) {
      TraceValue Value = Trace.evaluate(Side);
      if (Value.Kind != TraceValue::Number)
        return std::nullopt;
      Out.push_back(Value.P);
    }
  return Out;
}

bool CopyWidener::traceTile(const WideCopy &W) {
  const int64_t Size =
      W.Fields.empty()
          ? sizeOf(W.Tile->getType()).value_or(MaxTileBytes + W.Offset) -
                W.Offset
          : sizeOf(W.Type).value_or(0);
  if (Size > MaxTileBytes || W.Offset < 0)
    return fail("the tile is too large");
  Elements.assign(sizeOf(W.Type).value_or(0) / W.Box.ElementBytes,
                  std::nullopt);
  Count = 0;
  bool Good = true;
  std::array<int64_t, 3> Thread{};
  auto Store = [&](const TileCopy &Copy) {
    if (!W.fills(Copy.Name, Copy.Fields) || !Good)
      return;
    unsigned Index = &Copy - M.Copies.data();
    const Source &S = Sources.at(Index);
    TraceValue To = Trace.addressOf(Copy.Destination);
    Element New{sourceOf(S), Index, {}, Thread};
    std::optional<std::vector<Polynomial>> Sides = sidesOf(S);
    const std::optional<int64_t> Place = byteIn(W, To);
    const int64_t Stored = Grain * W.Box.ElementBytes;
    if (!Place || New.From.Kind != TraceValue::Pointer || !Sides) {
      Good = fail("its addresses or guards are not understood");
      return;
    }
    New.Sides = std::move(*Sides);
    int64_t Byte = *Place, At = Byte / W.Box.ElementBytes;
    const bool Inside = Byte >= 0 && Byte + Stored <= Size;
    if (Inside && At + Grain > int64_t(Elements.size()))
      Elements.resize(At + Grain);
    for (int64_t End = At + Grain; At < End; ++At) {
      if (!Inside || Byte % Stored || Elements[At]) {
        Good = fail("an element is stored twice in blocks of this size");
        return;
      }
      if (At + 1 < End) {
        Elements[At] = New;
        New.From.P = New.From.P + Polynomial(W.Box.ElementBytes);
      } else {
        Elements[At] = std::move(New);
      }
      ++Count;
    }
  };
  for (Thread[2] = 0; Thread[2] < BlockDim[2]; ++Thread[2])
    for (Thread[1] = 0; Thread[1] < BlockDim[1]; ++Thread[1])
      for (Thread[0] = 0; Thread[0] < BlockDim[0]; ++Thread[0]) {
        bool Played = Trace.run(Thread, BlockDim, Store);
        if (!Good)
          return false;
        if (!Played)
          return fail("the loops around the copy are not understood");
      }
  return Count > 0 || fail("nothing is stored");
}

bool CopyWidener::readShape(WideCopy &W) {
  auto Next = [&](int64_t At) {
    const Polynomial Step(W.Box.ElementBytes);
    return At < int64_t(Elements.size()) && Elements[At] &&
           Elements[At]->From.startsWith(Elements[At - 1]->From) &&
           Elements[At]->From.P == Elements[At - 1]->From.P + Step;
  };
  if (!Elements[0])
    return fail("the first element of the tile is not stored");
  W.Box.Columns = 1;
  while (Next(W.Box.Columns))
    ++W.Box.Columns;
  // Rows as declared, or as they are stored.
  QualType Type = W.Type;
  if (const ArrayType *Array = Ctx.getAsArrayType(Type))
    Type = Array->getElementType();
  else
    Type = Type->getPointeeType();
  const bool IsFlat = !Type->isArrayType();
  W.Box.Pitch = W.Box.Columns;
  for (; const ConstantArrayType *Row = Ctx.getAsConstantArrayType(Type);
       Type = Row->getElementType())
    W.Box.Pitch = Row->getSize().getSExtValue();
  if (IsFlat) {
    while (W.Box.Columns < Count && W.Box.Pitch < int64_t(Elements.size()) &&
           !Elements[W.Box.Pitch])
      ++W.Box.Pitch;
  } else {
    W.Box.Columns = std::min(W.Box.Columns, W.Box.Pitch);
  }
  if (Count % W.Box.Columns || W.Box.Columns % Grain ||
      Count / W.Box.Columns * W.Box.Pitch - (W.Box.Pitch - W.Box.Columns) >
          int64_t(Elements.size()))
    return fail(W.Box.Columns == 1
                    ? "elements of a row do not lie side by side in global "
                      "memory"
                    : "what is stored is no box of rows and columns");
  W.Box.Rows = Count / W.Box.Columns;
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row)
    for (int64_t Column = 0; Column < W.Box.Columns; ++Column) {
      int64_t At = at(W, Row, Column);
      if (At >= int64_t(Elements.size()) || !Elements[At] ||
          (Column > 0 && !Next(At)))
        return fail("elements of a row do not lie side by side in global "
                    "memory, or not all are stored");
    }
  W.Copy = Elements[0]->Copy;
  return true;
}

/// The elements lie side by side in global memory.
bool CopyWidener::isRun() const {
  for (size_t At = 0; At < Elements.size(); ++At)
    if (!Elements[At] || !Elements[At]->From.startsWith(Elements[0]->From) ||
        !(Elements[At]->From.P ==
          Elements[0]->From.P + Polynomial(int64_t(At) * ElementBytes)))
      return false;
  return true;
}

/// Where the guards hold for the last element, they hold for all: each is a
/// comparison that asks for less in front of it.
bool CopyWidener::lastTellsAll(const WideCopy &W) const {
  const Source &S = Sources.at(W.Copy);
  if (llvm::any_of(S.Guards, [](const auto &Guard) { return !Guard.second; }) ||
      S.Logic.find_first_of("!|") != std::string::npos)
    return false;
  const std::vector<Polynomial> &Last = Elements.back()->Sides;
  for (auto [I, Op] : llvm::enumerate(S.Comparisons)) {
    const bool IsLess = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
    if (!IsLess && Op->getOpcode() != BO_GT && Op->getOpcode() != BO_GE)
      return false;
    // In front of zero, an unsigned number is large.
    if (!Op->getLHS()->getType()->isSignedIntegerType())
      return false;
    const size_t Small = 2 * I + !IsLess, Large = 2 * I + IsLess;
    for (const std::optional<Element> &E : Elements) {
      if (E->Sides.size() != Last.size())
        return false;
      const Polynomial Less = Last[Small] - E->Sides[Small],
                       More = Last[Large] - E->Sides[Large];
      if (!Less.isConstant() || !More.isConstant() || Less.constant() < 0 ||
          More.constant() != 0)
        return false;
    }
  }
  return true;
}

/// One copy can bring all of the tile.
bool CopyWidener::readRun(WideCopy &W) {
  const std::optional<int64_t> Size = sizeOf(W.Tile->getType());
  if (isDynamicShared(*W.Tile) || !W.Fields.empty() || W.Name != W.Tile ||
      !Size)
    return fail("the tile is no array of its own");
  if (Grain != 1)
    return fail("it is stored through a cast");
  if (int64_t(Elements.size()) * ElementBytes != *Size || !isRun())
    return fail("it is no run of bytes in global memory");
  if (*Size % 16)
    return fail("its bytes are no multiple of 16");
  if (!lastTellsAll(W))
    return fail("that a guard holds for the last element does not say that it "
                "holds for all");
  return W.IsRun = true;
}

/// The widest copy for which rows are whole vectors.
bool CopyWidener::chooseWidth(WideCopy &W) {
  if (OfBlock) {
    W.Box.Bytes = 16;
    W.Tests.clear();
    return readTests(W);
  }
  // The next stage starts behind the whole array.
  const int64_t Size = sizeOf(W.Tile->getType()).value_or(0);
  for (W.Box.Bytes = 16;
       W.Box.Bytes > W.Box.ElementBytes * Grain && W.Box.Bytes >= 4;
       W.Box.Bytes /= 2)
    if (const bool AnyRow = AnyPitch && W.Box.Rows > 1;
        W.Box.Columns * W.Box.ElementBytes % W.Box.Bytes == 0 &&
        (W.Box.Rows == 1 || AnyRow ||
         W.Box.Pitch * W.Box.ElementBytes % W.Box.Bytes == 0) &&
        (AnyRow || Size % W.Box.Bytes == 0) && W.Offset % W.Box.Bytes == 0) {
      W.Tests.clear();
      if (readTests(W))
        return true;
    }
  if (!Why.empty())
    return false;
  return fail(W.Offset % 8 ? "it starts at no multiple of 8 or 16 bytes"
              : !W.Fields.empty() && Size % 16
                  ? "its object is no multiple of 16 bytes long"
                  : "a row is no multiple of 4, 8 or 16 bytes");
}

std::optional<WideCopy> CopyWidener::widen(const TileCopy &First,
                                           std::array<int64_t, 3> NewBlockDim) {
  const VarDecl *Tile = First.Tile;
  Why.clear();
  BlockDim = NewBlockDim;
  QualType Type = namedElement(*First.Name, First.Fields, Ctx);
  if (!isDynamicShared(*Tile) && Ctx.getDeclAlign(Tile).getQuantity() < 16 &&
      Tile->hasAttr<AlignedAttr>())
    return fail("its declaration aligns it to less than 16 bytes"),
           std::nullopt;
  if ((isDynamicShared(*Tile) ? !M.Staged.Dynamic : !sizeOf(Tile->getType())) ||
      Type->isDependentType() || Type.isVolatileQualified())
    return fail("a tile of this kind"), std::nullopt;
  WideCopy W{};
  W.Tile = Tile;
  W.Name = First.Name;
  W.Fields = First.Fields;
  W.Type = First.Fields.empty() ? W.Name->getType().getNonReferenceType()
                                : W.Fields.back()->getType();
  W.Threads.BlockDim = BlockDim;
  Trace.forAnyThread(BlockDim, {});
  for (const VarDecl *Var : {Tile, W.Name})
    if ((!W.Fields.empty() || Tile->getType()->isRecordType()) &&
        mayHaveOtherMembers(*Var, *M.Kernel, Ctx))
      return fail("another build, or another instantiation, may have other "
                  "members there"),
             std::nullopt;
  W.Offset = offsetOf(W.Name, Tile).value_or(0);
  for (const FieldDecl *Field : W.Fields) {
    if (!sizeOf(Ctx.getCanonicalTagType(Field->getParent())))
      return fail("an object of this kind"), std::nullopt;
    W.Offset +=
        Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field)).getQuantity();
  }
  W.Box.ElementBytes = ElementBytes =
      Ctx.getTypeSizeInChars(Type).getQuantity();
  if (W.Box.ElementBytes > (OfBlock ? 16 : 8) ||
      !llvm::isPowerOf2_32(W.Box.ElementBytes))
    return fail("its elements are wide already"), std::nullopt;
  W.Box.Grain = Grain = grainOf(First);
  if (Grain == 0)
    return fail("the store is as wide as more than one element"), std::nullopt;
  for (const TileCopy &Copy : M.Copies)
    if (W.fills(Copy.Name, Copy.Fields) &&
        !llvm::is_contained(W.Items, Copy.Path.Item))
      W.Items.push_back(Copy.Path.Item);
  Place = placeOf(W);
  Sources.clear();
  MacroUses.clear();
  for (auto [I, Copy] : llvm::enumerate(M.Copies))
    if (W.fills(Copy.Name, Copy.Fields) && !readElement(Copy, Sources[I]))
      return std::nullopt;
  if (!readItems(W) || !traceTile(W) || !readShape(W))
    return std::nullopt;
  if (OfBlock && !readRun(W))
    return std::nullopt;
  const Source &S = Sources.at(W.Copy);
  W.Source = S.Object;
  W.SourcePointer = S.Pointer;
  // Without the parentheses that a macro puts around the user's `cond`.
  for (auto [Guard, Flag] : S.Guards) {
    const ParenExpr *Parens = nullptr;
    while (!hasOwnText(Guard) && (Parens = dyn_cast<ParenExpr>(Guard)))
      Guard = Parens->getSubExpr();
    W.Guards.push_back({Guard, Flag});
  }
  auto IsWritten = [this](WideCopy &Form) {
    return readParts(Form) && readNames(Form) && checkText(Form) &&
           chooseWidth(Form);
  };
  const WideCopy Shape = W;
  if (IsWritten(W))
    return W;
  // All of the tile lies side by side, but the text speaks of rows.
  const std::string WhyNotOne = Why;
  for (int64_t Columns : rowsInText(Shape)) {
    W = Shape;
    W.Box.Columns = W.Box.Pitch = Columns;
    W.Box.Rows = Count / Columns;
    MacroUses.clear();
    if (IsWritten(W))
      return W;
  }
  Why = WhyNotOne;
  return std::nullopt;
}

/// The lengths of rows that the text divides by, where \p W is one row.
std::set<int64_t, std::greater<>>
CopyWidener::rowsInText(const WideCopy &W) const {
  std::set<int64_t, std::greater<>> Out;
  if (W.Box.Rows != 1)
    return Out;
  for (const auto &[E, Values] : Nodes) {
    const auto *Op = dyn_cast<BinaryOperator>(E);
    if (!Op || !(Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem ||
                 Op->getOpcode() == BO_Shr || Op->getOpcode() == BO_And))
      continue;
    const int64_t By = constantValue(Op->getRHS(), Ctx).value_or(0);
    const int64_t Columns = Op->getOpcode() == BO_Shr && By > 0 && By < 32
                                ? int64_t(1) << By
                            : Op->getOpcode() == BO_And ? By + 1
                                                        : By;
    if (Columns > 1 && Columns < W.Box.Columns && Columns % Grain == 0 &&
        W.Box.Columns % Columns == 0)
      Out.insert(Columns);
  }
  return Out;
}

//===- What one store of a tile copies ----------------------------------===//

/// \p E without conversions that do not lose a bit of a \p Type on the way.
static const Expr *withoutPromotion(const Expr *E, QualType Type,
                                    const ASTContext &Ctx) {
  while (true) {
    E = stripCopies(E)->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
        Cast->getType()->isBooleanType() ||
        Cast->getSubExpr()->getType()->isBooleanType() ||
        Ctx.getIntWidth(Cast->getType()) < Ctx.getIntWidth(Type))
      return E;
    E = Cast->getSubExpr();
  }
}

bool CopyWidener::readValue(const Expr *Value, QualType Type, Source &Out) {
  const Expr *E = Type->isIntegralOrEnumerationType()
                      ? withoutPromotion(Value, Type, Ctx)
                      : stripCopies(Value)->IgnoreParens();
  if (const auto *Cond = dyn_cast<ConditionalOperator>(E)) {
    bool TrueIsZero = isZero(Cond->getTrueExpr(), Ctx);
    if (TrueIsZero == isZero(Cond->getFalseExpr(), Ctx))
      return fail("a choice between two values");
    Out.Guards.push_back({Cond->getCond(), !TrueIsZero});
    return readValue(TrueIsZero ? Cond->getFalseExpr() : Cond->getTrueExpr(),
                     Type, Out);
  }
  // Integers of one size are the same bytes, signed or not.
  QualType Read = E->getType();
  if (isa<CallExpr>(E))
    Read = Read.getCanonicalType(); // the object's type says more
  bool SameBytes = Ctx.hasSameUnqualifiedType(Read, Type);
  if (SameBytes)
    Read = Type;
  else
    SameBytes = !dependsOnArgument(Read) && !dependsOnArgument(Type) &&
                Read->isIntegerType() && Type->isIntegerType() &&
                !Read->isBooleanType() && !Type->isBooleanType() &&
                Ctx.getTypeSize(Read) == Ctx.getTypeSize(Type);
  TileCopy Found{};
  if (!SameBytes || !readSource(E, Read, *M.Pointers, Ctx, Found))
    return fail("the loaded value is converted, or computed with");
  Out.Object = Found.From.Source;
  Out.Pointer = Found.From.SourcePointer;
  return true;
}

/// Collects the comparisons in \p Guard.
bool CopyWidener::readGuard(const Expr *Guard, Source &Out) {
  Guard = Guard->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Guard);
      Not && Not->getOpcode() == UO_LNot) {
    Out.Logic += '!';
    return readGuard(Not->getSubExpr(), Out);
  }
  // const bool inside = row < M;
  if (const VarDecl *Var = definedVariable(Guard))
    return readGuard(Var->getInit(), Out);
  const auto *Op = dyn_cast<BinaryOperator>(Guard);
  if (Op && Op->isLogicalOp()) {
    Out.Logic += '(';
    if (!readGuard(Op->getLHS(), Out))
      return false;
    Out.Logic += Op->getOpcodeStr();
    if (!readGuard(Op->getRHS(), Out))
      return false;
    Out.Logic += ')';
    return true;
  }
  if (!Op || !Op->isComparisonOp() || !Op->getLHS()->getType()->isIntegerType())
    return fail("a guard that is no comparison of integers");
  Out.Comparisons.push_back(Op);
  Out.Logic += Op->getOpcodeStr();
  return true;
}

/// \p S, or what a variable in it is defined by, may divide by zero.
bool CopyWidener::dividesByVariable(const Expr *E) const {
  if (const VarDecl *Var = definedVariable(E))
    return dividesByVariable(Var->getInit());
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem) &&
      !constantValue(Op->getRHS(), Ctx))
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Inner = dyn_cast_or_null<Expr>(Child);
    return Inner && dividesByVariable(Inner);
  });
}

/// Elements that \p Copy stores at once; 0 if another configuration may store
/// others.
int64_t CopyWidener::grainOf(const TileCopy &Copy) const {
  const QualType Stored = accessType(Copy.Destination, Ctx),
                 Element = namedElement(*Copy.Name, Copy.Fields, Ctx);
  if (isSameForAll(Stored, Element))
    return 1;
  if (Stored->isDependentType() || Stored->isIncompleteType() ||
      Ctx.hasSameUnqualifiedType(Stored, Element) ||
      !isLibraryType(Stored, Copy.Destination))
    return 0;
  const int64_t Bytes = Ctx.getTypeSizeInChars(Stored).getQuantity(),
                Size = Ctx.getTypeSizeInChars(Element).getQuantity();
  return Bytes % Size ? 0 : Bytes / Size;
}

/// \p Stored, to which casts in \p E lead, is of the language or of a library,
/// and no macro spells it.
bool CopyWidener::isLibraryType(QualType Stored, const Expr *E) const {
  const SourceManager &SM = Ctx.getSourceManager();
  if (dependsOnArgument(Stored))
    return false;
  if (const auto *Alias = Stored->getAs<TypedefType>();
      Alias && !SM.isInSystemHeader(Alias->getDecl()->getLocation()))
    return false;
  if (const auto *Record = Stored->getAsRecordDecl();
      Record && !SM.isInSystemHeader(Record->getLocation()))
    return false;
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return true;
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      if (const TypeSourceInfo *Type = Cast->getTypeInfoAsWritten();
          !Type || Type->getTypeLoc().getBeginLoc().isMacroID())
        return false;
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Visit(Visit, E);
}

bool CopyWidener::readElement(const TileCopy &Copy, Source &Out) {
  if (!Copy.Path.Calls.empty() || Copy.StoreCall || Copy.From.IsAsync ||
      (!offsetOf(Copy.Name, Copy.Tile) &&
       !(M.Staged.Dynamic &&
         llvm::is_contained(M.Staged.Dynamic->Names, Copy.Name))))
    return fail("the store is not a plain one");
  QualType Type = accessType(Copy.Destination, Ctx);
  if (grainOf(Copy) != Grain)
    return fail("the store is as wide as more than one element");
  if (Copy.Zero.GuardIf) {
    const auto *Stores = Copy.Store;
    auto Holds = [&](auto &&Self, const Stmt *S) -> bool {
      return S && (S == Stores || llvm::any_of(S->children(), [&](auto *Child) {
                     return Self(Self, Child);
                   }));
    };
    Out.Guards.push_back({Copy.Zero.GuardIf->getCond(),
                          Holds(Holds, Copy.Zero.GuardIf->getThen())});
  }
  if (Copy.Kind == TileCopy::Fill && isZero(Copy.Value, Ctx))
    return fail("one of its stores is a zero by itself");
  if (!readValue(Copy.Value, Type, Out))
    return false;
  // Its address may be no number, and its elements may have none.
  if (Out.Pointer ? hiddenPointee(*Out.Pointer) : hiddenChoice(*Out.Object))
    return fail("what it is loaded from is of a type that the template is "
                "given");
  for (const auto &Guard : Out.Guards) {
    Out.Logic += Guard.second ? '+' : '-';
    if (!readGuard(Guard.first, Out))
      return false;
  }
  // Copied or not, the address is computed.
  if (!Out.Guards.empty() &&
      dividesByVariable(Out.Pointer ? Out.Pointer : Out.Object))
    return fail("its address must not be computed where the guard is false");
  for (const Expr *E :
       {Out.Pointer ? Out.Pointer : Out.Object, Copy.Destination}) {
    Effects X = effectsOf(E, *M.Pointers, Ctx);
    if (!X.Writes.empty() || !X.Unknown.empty())
      return fail("the address of the copy has a side effect");
  }
  return true;
}

//===- What differs from element to element -----------------------------===//
// The text of the copy is kept but for its smallest parts that differ between
// elements: each must be the row, the column, or a sum of multiples of both.
//
//   const int row = blockIdx.y * 16 + threadIdx.y;     Definition
//   As[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
//      r            c                blockIdx.y * 16 + r

/// The variable whose initializer may stand in its place: a number, or a
/// pointer that only the statements of the copy know.
const VarDecl *CopyWidener::definedVariable(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && !isa<ParmVarDecl>(Var) && Var->hasLocalStorage() &&
                 Var->getInit() && isNeverChanged(*Var) &&
                 (Var->getType()->isIntegerType() ||
                  (Var->getType()->isPointerType() &&
                   !Visible.means(*Var, Place)))
             ? Var
             : nullptr;
}

/// Lists the integer expressions in \p E, into definitions as well.
void CopyWidener::collectNodes(const Expr *E, unsigned Depth) {
  if (!E || Depth > 12 || Nodes.count(E))
    return;
  if (E->getType()->isIntegralOrEnumerationType())
    Nodes[E];
  if (builtinIndex(E))
    return;
  if (const VarDecl *Var = definedVariable(E))
    return collectNodes(Var->getInit(), Depth + 1);
  for (const Stmt *Child : E->children())
    collectNodes(dyn_cast_or_null<Expr>(Child), Depth);
}

/// The values of all nodes at the first element and beside and below it.
bool CopyWidener::sampleNodes(const WideCopy &W) {
  for (unsigned Sample = 0; Sample < 3; ++Sample) {
    int64_t Row = Sample == 2, Column = Sample == 1 ? Grain : 0;
    if (Row >= W.Box.Rows || Column >= W.Box.Columns)
      continue;
    int64_t At = at(W, Row, Column);
    if (Elements[At]->Copy != W.Copy)
      continue;
    Trace.run(Elements[At]->Thread, BlockDim, [&](const TileCopy &Copy) {
      if (&Copy != &M.Copies[W.Copy] ||
          byteIn(W, Trace.addressOf(Copy.Destination)) !=
              At * int64_t(W.Box.ElementBytes))
        return;
      for (auto &[E, Values] : Nodes)
        Values[Sample] = Trace.valueOf(E);
    });
  }
  // With one row, or one column, nothing differs in that direction.
  for (auto &[E, Values] : Nodes) {
    if (W.Box.Columns == Grain)
      Values[1] = Values[0];
    if (W.Box.Rows == 1)
      Values[2] = Values[0];
  }
  return true;
}

/// \p E as a sum of multiples of row and column, going by the samples.
std::optional<ElementPart> CopyWidener::affine(const Expr *E) const {
  const auto &[First, Beside, Below] = Nodes.at(E);
  std::optional<int64_t> Start = First.number(), Right = Beside.number(),
                         Down = Below.number();
  if ((Beside.isKnown() && !Right) || (Below.isKnown() && !Down))
    return std::nullopt;
  // What the samples share differs further on.
  if (!Start || (!Right && !Down) ||
      (Right.value_or(*Start) == *Start && Down.value_or(*Start) == *Start))
    return std::nullopt;
  ElementPart Out;
  Out.Kind = ElementPart::Affine;
  Out.At = E;
  Out.Constant = *Start;
  Out.Column = Right ? *Right - *Start : 0;
  if (Out.Column % Grain)
    return std::nullopt;
  Out.Column /= Grain;
  Out.Row = Down ? *Down - *Start : 0;
  return Out;
}

/// `k + i * 32 + tid`: the summands that differ, together, are a multiple of
/// row and column. The first becomes all of them, the others nothing.
bool CopyWidener::partsOfSum(const Expr *E,
                             std::vector<ElementPart> &Out) const {
  std::vector<const Expr *> Summands;
  while (const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreImpCasts())) {
    if (Op->getOpcode() != BO_Add)
      break;
    Summands.push_back(Op->getRHS()->IgnoreImpCasts());
    E = Op->getLHS();
  }
  Summands.push_back(E->IgnoreImpCasts());
  ElementPart Sum;
  std::array<int64_t, 3> Total{};
  std::vector<const Expr *> Varying;
  for (const Expr *Summand : llvm::reverse(Summands)) {
    auto It = Nodes.find(Summand);
    if (It == Nodes.end())
      return false;
    if (llvm::none_of(It->second, [](const TraceValue &Value) {
          return Value.Varies || !Value.isKnown();
        }))
      continue;
    for (unsigned I = 0; I < 3; ++I) {
      std::optional<int64_t> N = It->second[I].number();
      if (!N || !hasOwnText(Summand))
        return false;
      Total[I] += *N;
    }
    Varying.push_back(Summand);
  }
  if (Varying.size() < 2)
    return false;
  Sum.At = Varying.front();
  Sum.Constant = Total[0];
  if ((Total[1] - Sum.Constant) % Grain)
    return false;
  Sum.Column = (Total[1] - Sum.Constant) / Grain;
  Sum.Row = Total[2] - Sum.Constant;
  Out.push_back(Sum);
  for (const Expr *Other : llvm::drop_begin(Varying)) {
    ElementPart Nothing;
    Nothing.At = Other;
    Out.push_back(Nothing);
  }
  return true;
}

bool CopyWidener::partsOf(const Expr *E, std::vector<ElementPart> &Out,
                          unsigned Depth) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return partsOf(Cast->getSubExpr(), Out, Depth);
  auto Found = Nodes.find(E);
  bool Varies = false;
  if (Found != Nodes.end()) {
    for (const TraceValue &Value : Found->second)
      Varies |= Value.Varies || !Value.isKnown();
    if (!Varies && Visible.meanTheSame(E, Place))
      return true; // stays as it is written
    std::optional<ElementPart> Part = affine(E);
    if (Part && Part->Constant == 0 && hasOwnText(E) &&
        ((Part->Row == 1 && Part->Column == 0) ||
         (Part->Row == 0 && Part->Column == 1))) {
      Out.push_back(*Part);
      return true;
    }
  }
  const bool InMacro = !hasOwnText(E);
  if (isa<DeclRefExpr>(E) && Found != Nodes.end() && !InMacro)
    if (std::optional<ElementPart> Part = affine(E)) {
      Out.push_back(*Part);
      return true;
    }
  const VarDecl *Var = definedVariable(E);
  size_t Before = Out.size();
  bool Good = true;
  if (Var) {
    ElementPart Part;
    Part.Kind = ElementPart::Definition;
    Part.At = E;
    Part.Init = Var->getInit();
    Good = Depth < 8 && partsOf(Var->getInit(), Part.Parts, Depth + 1) &&
           (!Part.Parts.empty() || !Visible.means(*Var, Place));
    if (Good)
      Out.push_back(std::move(Part));
  } else if (isa<DeclRefExpr>(E) || builtinIndex(E)) {
    // A tile or a pointer stays; a number that differs must be known.
    Good = Found == Nodes.end();
  } else {
    for (const Stmt *Child : E->children())
      if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
        Good = Good && partsOf(Inner, Out, Depth);
  }
  const bool IsZero =
      Found != Nodes.end() && !InMacro && isa<BinaryOperator>(E) &&
      llvm::all_of(Found->second,
                   [](const TraceValue &Value) { return Value.number() == 0; });
  // All of `i * 16 * K`, not just `i * 16`.
  if (Good && IsZero && Out.size() == Before + 1 && Out.back().isZero())
    Out.back().At = E;
  if (Good)
    return true;
  Out.resize(Before);
  if (Found == Nodes.end() || InMacro)
    return false;
  if (partsOfSum(E, Out))
    return true;
  std::optional<ElementPart> Part = affine(E);
  // The row is `tid / BK + i * 16`, and `tid / BK` has become all of it.
  if (!Part && IsZero)
    Part.emplace().At = E;
  if (!Part)
    return false;
  Out.push_back(*Part);
  return true;
}

bool CopyWidener::readParts(WideCopy &W) {
  Nodes.clear();
  std::vector<const Expr *> Texts{M.Copies[W.Copy].Destination,
                                  W.SourcePointer ? W.SourcePointer : W.Source};
  for (const auto &Guard : W.Guards)
    Texts.push_back(Guard.first);
  for (const Expr *E : Texts) {
    noteMacroUses(E);
    collectNodes(E);
  }
  sampleNodes(W);
  for (const Expr *E : Texts)
    if (!hasOwnText(E))
      return fail("it is a part of what a macro says");
    else if (!partsOf(E, W.Parts, 0))
      return fail("its subscripts are not understood");
  return true;
}

void CopyWidener::override(const std::vector<ElementPart> &Parts, int64_t Row,
                           int64_t Column,
                           std::map<const Expr *, TraceValue> &Out) const {
  for (const ElementPart &Part : Parts)
    if (Part.Kind == ElementPart::Affine)
      Out[Part.At] = CopyTrace::number(
          Part.Constant + Part.Row * Row + Part.Column * Column, true);
    else
      override(Part.Parts, Row, Column, Out);
}

/// Plays the text with its parts replaced for every element.
bool CopyWidener::checkText(const WideCopy &W) {
  const TileCopy &Text = M.Copies[W.Copy];
  const Source &S = Sources.at(W.Copy);
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row)
    for (int64_t Column = 0; Column < W.Box.Columns; Column += Grain) {
      const Element &Want = *Elements[at(W, Row, Column)];
      std::map<const Expr *, TraceValue> Parts;
      override(W.Parts, Row, Column, Parts);
      Trace.forAnyThread(BlockDim, std::move(Parts));
      TraceValue To = Trace.addressOf(Text.Destination), From = sourceOf(S);
      std::optional<std::vector<Polynomial>> Sides = sidesOf(S);
      bool Same =
          byteIn(W, To) == at(W, Row, Column) * int64_t(W.Box.ElementBytes) &&
          From.Kind == TraceValue::Pointer && From.startsWith(Want.From) &&
          From.P == Want.From.P && Sides && *Sides == Want.Sides;
      if (!Same || Sources.at(Want.Copy).Logic != S.Logic)
        return fail("its text cannot be written for any row and column");
    }
  return true;
}

//===- Text of a copy inside of macros ----------------------------------===//
//   #define AS(r, c) As[(r) * BK + (c)]
//   AS(i / BK, i % BK) = ...
//
// The arguments of a macro are text of the file, which may be replaced, as long
// as the macro names each once.

/// What \p E is spelled by in a file; invalid if that says more, or less.
static CharSourceRange fileRange(const Expr &E, const ASTContext &Ctx) {
  return Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E.getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
}

/// Lists where the text in \p E, and in definitions, stands in macros.
void CopyWidener::noteMacroUses(const Expr *E, unsigned Depth) {
  if (!E || Depth > 12)
    return;
  if (E->getBeginLoc().isMacroID())
    if (CharSourceRange Own = fileRange(*E, Ctx); Own.isValid())
      MacroUses[Own.getBegin()].insert(E->getBeginLoc());
  if (const VarDecl *Var = definedVariable(E))
    noteMacroUses(Var->getInit(), Depth + 1);
  for (const Stmt *Child : E->children())
    noteMacroUses(dyn_cast_or_null<Expr>(Child), Depth);
}

/// Another text in the place of that of \p E changes nothing else.
bool CopyWidener::hasOwnText(const Expr *E) const {
  if (!E->getBeginLoc().isMacroID() && !E->getEndLoc().isMacroID())
    return true;
  const CharSourceRange Own = fileRange(*E, Ctx);
  if (Own.isInvalid())
    return false;
  auto Uses = MacroUses.find(Own.getBegin());
  return Uses == MacroUses.end() || Uses->second.size() < 2;
}

//===- The names in a wide copy -----------------------------------------===//
// The text of the copy moves to the start of the statement that it is in, that
// of definitions from in front of the loop as well. What is not replaced there
// must be visible, mean the same, and have the value that it had.

namespace {

/// Collects what the text of a copy names.
class KeptNames {
public:
  explicit KeptNames(const std::vector<ElementPart> &Parts) { add(Parts); }

  void visit(const Stmt *S) {
    if (!S || Replaced.count(S))
      return;
    if (auto It = Definitions.find(S); It != Definitions.end()) {
      Defined.insert(cast<DeclRefExpr>(S)->getDecl());
      return visit(It->second);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Kept.insert(Ref->getDecl());
    if (const auto *Constant = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
      Kept.insert(Constant->getParameter());
    else
      for (const Stmt *Child : S->children())
        visit(Child);
  }

  llvm::SetVector<const NamedDecl *> Kept, Defined;

private:
  void add(const std::vector<ElementPart> &Parts) {
    for (const ElementPart &Part : Parts) {
      if (Part.Kind == ElementPart::Definition)
        Definitions[Part.At] = Part.Init;
      else
        Replaced.insert(Part.At);
      add(Part.Parts);
    }
  }

  std::set<const Stmt *> Replaced;
  std::map<const Stmt *, const Expr *> Definitions;
};

} // namespace

/// What the text of \p W keeps.
static KeptNames textOf(const WideCopy &W, const LoopModel &M) {
  KeptNames Text(W.Parts);
  Text.visit(M.Copies[W.Copy].Destination);
  Text.visit(W.SourcePointer ? W.SourcePointer : W.Source);
  for (const auto &Guard : W.Guards)
    Text.visit(Guard.first);
  return Text;
}

bool CopyWidener::readNames(const WideCopy &W) {
  const KeptNames Text = textOf(W, M);
  for (const NamedDecl *D : Text.Kept) {
    if (!Visible.means(*D, placeOf(W)))
      return fail("'" + D->getNameAsString() +
                  "' has no meaning, or another one, in front of the copy");
    for (unsigned I = 0; I < W.Items.front(); ++I)
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && (M.Items[I].R == Role::Load || M.Items[I].R == Role::Both) &&
          M.Items[I].E.Writes.count(Var) && !isNeverChanged(*Var))
        return fail("'" + D->getNameAsString() +
                    "' moves in front of the copy");
  }
  llvm::StringMap<const NamedDecl *> Meaning;
  for (const auto *Set : {&Text.Defined, &Text.Kept})
    for (const NamedDecl *D : *Set)
      if (D->getIdentifier() &&
          Meaning.try_emplace(D->getName(), D).first->second != D)
        return fail("it hangs on two variables of the name '" +
                    D->getNameAsString() + "'");
  return true;
}

bool CopyWidener::canName(const Stmt *S, const WideCopy &W) const {
  return Visible.meanTheSame(S, M.Header.Loop->getBeginLoc()) &&
         Visible.meanTheSame(S, placeOf(W));
}

CopyNames namesOf(const WideCopy &W, const LoopModel &M,
                  const ASTContext &Ctx) {
  CopyNames Out;
  KeptNames Text = textOf(W, M);
  const SourceLocation Place = M.Items[W.Items.front()].S->getBeginLoc();
  const VisibleNames Visible(*M.Kernel, Ctx.getSourceManager());
  TypeLoc Loc = W.written();
  for (auto Array = Loc ? Loc.getAs<ArrayTypeLoc>() : ArrayTypeLoc(); Array;
       Array = Array.getElementLoc().getAs<ArrayTypeLoc>()) {
    Out.HasSizes &= Visible.meanTheSame(Array.getSizeExpr(), Place);
    Out.HasSizesInFront &=
        Visible.meanTheSame(Array.getSizeExpr(), M.Header.Loop->getBeginLoc());
    Text.visit(Array.getSizeExpr());
  }
  for (const auto &Size : W.Threads.Sizes)
    Text.visit(Size.second);
  for (const auto *Set : {&Text.Defined, &Text.Kept})
    for (const NamedDecl *D : *Set)
      if (D->getIdentifier())
        Out.Kept.insert(D->getName());
  Out.Users.insert(Text.Kept.begin(), Text.Kept.end());
  if (W.Threads.Number) {
    Out.Kept.insert(W.Threads.Number->getName());
    Out.Users.insert(W.Threads.Number);
  }
  return Out;
}

//===- Which piece of dynamic memory is tested --------------------------===//
// Of pieces that lie multiples of the copy apart, one is tested for all:
//
//   float *As = smem;           reinterpret_cast<size_t>(As) % 16 == 0
//   float *Bs = smem + 512;     as aligned as As

/// The array that \p Name points into, and how many bytes behind its start, by
/// numbers of the text and of the block; null if that is not known.
std::pair<const VarDecl *, int64_t>
CopyWidener::placeInArray(const VarDecl *Name) {
  int64_t Bytes = 0;
  while (Name->getType()->isPointerType()) {
    if (isa<ParmVarDecl>(Name) || !Name->getInit() ||
        !Name->hasLocalStorage() || !isNeverChanged(*Name))
      return {};
    const Expr *E = Name->getInit()->IgnoreParenCasts();
    while (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
      QualType Pointer = Sum->getLHS()->getType();
      if (Sum->getOpcode() != BO_Add || !Pointer->isPointerType() ||
          Pointer->getPointeeType()->isDependentType() ||
          Pointer->getPointeeType()->isIncompleteType())
        return {};
      std::optional<int64_t> Index = Trace.evaluate(Sum->getRHS()).number();
      if (!Index || *Index < 0 || *Index > INT32_MAX)
        return {};
      Bytes += *Index *
               Ctx.getTypeSizeInChars(Pointer->getPointeeType()).getQuantity();
      E = Sum->getLHS()->IgnoreParenCasts();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    Name = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Name)
      return {};
  }
  return {isDynamicShared(*Name) ? Name : nullptr, Bytes};
}

const VarDecl *CopyWidener::testedPiece(const WideCopy &W) {
  auto [Array, Bytes] = placeInArray(W.start());
  if (!Array || !M.Staged.Dynamic)
    return W.start();
  for (const VarDecl *Name : M.Staged.Dynamic->Names)
    if (auto [Other, Before] = placeInArray(Name);
        Other == Array && (Bytes - Before) % int64_t(W.Box.Bytes) == 0 &&
        isKnownInFront(Name))
      return Name;
  return W.start();
}

//===- What must be a multiple of 16 bytes ------------------------------===//
// A copy of elements c, ..., c + 15 is aligned, and none of them is behind an
// edge that the first is not, if all that is added to c is a multiple of 16:
//
//   row * K + k + c < ...      K, by a test; k, since it starts at 0 and goes
//                              in steps of 32
//
// Both hold in arithmetic that wraps around, too: 16 divides 2^32.

void CopyWidener::addTest(WideCopy &W, WideTest Test) {
  for (WideTest &Known : W.Tests)
    if (Known.Kind == Test.Kind && Known.Var == Test.Var && Known.E == Test.E) {
      Known.Value = std::max(Known.Value, Test.Value);
      return;
    }
  W.Tests.push_back(Test);
}

/// The assignments to \p Var in \p S.
static void assignmentsTo(const VarDecl *Var, const Stmt *S,
                          llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!S)
    return;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && Names(Op->getLHS()))
    Out.push_back(Op);
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() && Names(Op->getSubExpr()))
    Out.push_back(Op);
  for (const Stmt *Child : S->children())
    assignmentsTo(Var, Child, Out);
}

/// How often \p S names \p Var otherwise than to read it.
static unsigned countOfWrites(const VarDecl *Var, const Stmt *S) {
  if (!S)
    return 0;
  auto Names = [&](const Stmt *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      Names(Cast->getSubExpr()->IgnoreParens()))
    return 0;
  unsigned Out = Names(S);
  for (const Stmt *Child : S->children())
    Out += countOfWrites(Var, Child);
  return Out;
}

unsigned CopyWidener::writesInLoop(const VarDecl *Var) const {
  unsigned Out =
      countOfWrites(Var, M.Header.Body) + countOfWrites(Var, M.Header.Cond);
  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop))
    Out += countOfWrites(Var, For->getInc());
  return Out;
}

/// The loop moves \p Var by multiples of \p Of, bytes for pointers.
bool CopyWidener::testSteps(WideCopy &W, const VarDecl *Var, int64_t Of) {
  int64_t Unit = 1;
  if (Var->getType()->isPointerType())
    Unit =
        Ctx.getTypeSizeInChars(Var->getType()->getPointeeType()).getQuantity();
  llvm::SmallVector<const Expr *, 2> Assignments;
  assignmentsTo(Var, M.Header.Body, Assignments);
  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop))
    assignmentsTo(Var, For->getInc(), Assignments);
  assignmentsTo(Var, M.Header.Cond, Assignments);
  // ++(a, k): not understood. An array stays where it is.
  if (!Var->getType()->isArrayType() && writesInLoop(Var) != Assignments.size())
    return false;
  for (const Expr *E : Assignments) {
    TraceValue Step = CopyTrace::number(1, false);
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      const Expr *By = Op->getRHS();
      if (Op->getOpcode() == BO_Assign) { // k = k + BK
        const auto *Sum = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
        const auto *Ref =
            Sum && Sum->getOpcode() == BO_Add
                ? dyn_cast<DeclRefExpr>(Sum->getLHS()->IgnoreParenImpCasts())
                : nullptr;
        if (!Ref || Ref->getDecl() != Var)
          return false;
        By = Sum->getRHS();
      } else if (Op->getOpcode() != BO_AddAssign &&
                 Op->getOpcode() != BO_SubAssign) {
        return false;
      }
      Step = Trace.evaluate(By);
    }
    if (Step.Kind != TraceValue::Number ||
        !testMultiple(W, Step.P * Polynomial(Unit), Of))
      return false;
  }
  return true;
}

/// What the header of the loop starts \p Var from; null if it does not, nothing
/// if that is not plain.
std::optional<const Expr *> CopyWidener::startOf(const VarDecl *Var) const {
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
      Decls && llvm::is_contained(Decls->decls(), Var))
    return Var->getInit();
  llvm::SmallVector<const Expr *, 1> InInit;
  assignmentsTo(Var, M.Header.Init, InInit);
  if (InInit.empty())
    return nullptr;
  const auto *Op = dyn_cast<BinaryOperator>(InInit.front());
  if (InInit.size() > 1 || !Op || Op->getOpcode() != BO_Assign)
    return std::nullopt;
  return Op->getRHS();
}

bool CopyWidener::isKnownInFront(const ValueDecl *D) const {
  return Visible.means(*D, M.Header.Loop->getBeginLoc());
}

/// \p E can stand in front of the loop, which may make no trip: it names
/// nothing of the loop, nothing that has another meaning there, and divides by
/// nothing that may be 0.
bool CopyWidener::canStandInFront(const Stmt *E) const {
  if (!E)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && !isKnownInFront(Ref->getDecl()))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem))
    if (std::optional<llvm::APSInt> By =
            Op->getRHS()->getIntegerConstantExpr(Ctx);
        !By || By->isZero())
      return false;
  return llvm::all_of(
      E->children(), [&](const Stmt *Child) { return canStandInFront(Child); });
}

/// Nothing in the kernel moves \p Var but by constants, multiples of \p Of.
bool CopyWidener::movesByConstants(const VarDecl *Var, int64_t Of) const {
  llvm::SmallVector<const Expr *, 4> Moves;
  assignmentsTo(Var, M.Kernel->getBody(), Moves);
  return Moves.size() == countOfWrites(Var, M.Kernel->getBody()) &&
         llvm::all_of(Moves, [&](const Expr *Move) {
           const auto *Op = dyn_cast<CompoundAssignOperator>(Move);
           if (!Op || (Op->getOpcode() != BO_AddAssign &&
                       Op->getOpcode() != BO_SubAssign))
             return false;
           std::optional<int64_t> By = constantValue(Op->getRHS(), Ctx);
           return By && *By % Of == 0;
         });
}

/// \p Var begins as a multiple of \p Of, and moves by constant multiples, or in
/// this loop alone. (By a step that is tested, an outer loop's last trip may
/// have moved it with another one.)
bool CopyWidener::isAlwaysMultiple(const WideCopy &W, const VarDecl *Var,
                                   int64_t Of) {
  const Expr *Init = Var->getInit();
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) || !Init ||
      Init->isValueDependent())
    return false;
  std::optional<llvm::APSInt> Begin = Init->getIntegerConstantExpr(Ctx);
  if (!Begin || !Begin->isRepresentableByInt64() ||
      Begin->getExtValue() % Of != 0)
    return false;
  if (movesByConstants(Var, Of))
    return true;
  WideCopy Untested = W;
  Untested.Tests.clear();
  if (!testSteps(Untested, Var, Of) || !Untested.Tests.empty())
    return false;
  return writesInLoop(Var) == countOfWrites(Var, M.Kernel->getBody());
}

/// \p A is a multiple of \p Of: in the first trip, by a test, and in the next
/// ones, by its steps.
bool CopyWidener::testAtom(WideCopy &W, Polynomial::Atom A, int64_t Of) {
  const CopyTrace::Uniform &What = Trace.uniform(A);
  if (!What.Var) {
    // Different for each block: such a test would mean little.
    if (!What.E || builtinIndex(What.E) || What.E->getBeginLoc().isMacroID() ||
        !canStandInFront(What.E))
      return false;
    addTest(W, {WideTest::Number, nullptr, What.E, Of});
    return true;
  }
  const VarDecl *Var = What.Var;
  if (!Visiting.insert(Var))
    return true;
  bool Good = testSteps(W, Var, Of);
  Visiting.remove(Var);
  if (!Good)
    return false;
  std::optional<const Expr *> Start = startOf(Var);
  if (!Start)
    return false;
  if (*Start) {
    TraceValue Value = Trace.evaluate(*Start);
    return Value.Kind == TraceValue::Number && testMultiple(W, Value.P, Of);
  }
  if (isAlwaysMultiple(W, Var, Of))
    return true;
  if (!isKnownInFront(Var))
    return false;
  addTest(W, {WideTest::Number, Var, nullptr, Of});
  return true;
}

/// One of the factors of \p Product is a multiple of \p Of.
bool CopyWidener::testProduct(WideCopy &W,
                              std::vector<Polynomial::Atom> Product,
                              int64_t Of) {
  auto IsTested = [&](Polynomial::Atom A) {
    const CopyTrace::Uniform &What = Trace.uniform(A);
    return llvm::any_of(W.Tests, [&](const WideTest &Test) {
      return Test.Kind == WideTest::Number && Test.Value % Of == 0 &&
             Test.Var == What.Var && (What.Var || Test.E == What.E);
    });
  };
  if (llvm::any_of(Product, IsTested))
    return true;
  // A size that the host passes is the likeliest to be one.
  llvm::stable_sort(Product, [&](Polynomial::Atom A, Polynomial::Atom B) {
    return isa_and_nonnull<ParmVarDecl>(Trace.uniform(A).Var) >
           isa_and_nonnull<ParmVarDecl>(Trace.uniform(B).Var);
  });
  return llvm::any_of(Product, [&](Polynomial::Atom A) {
    std::vector<WideTest> Before = W.Tests;
    bool Good = testAtom(W, A, Of);
    if (!Good)
      W.Tests = std::move(Before);
    return Good;
  });
}

/// Every term of \p X is a multiple of \p Of, a power of two.
bool CopyWidener::testMultiple(WideCopy &W, const Polynomial &X, int64_t Of) {
  if (!X.isValid())
    return false;
  // First where there is no choice: of (planes - 1) * n, n will do for both.
  for (bool HasChoice : {false, true})
    for (const auto &[Product, Factor] : X.terms())
      if ((Product.size() > 1) == HasChoice && Factor % Of != 0 &&
          !testProduct(W, {Product.begin(), Product.end()},
                       Of / std::gcd(Factor, Of)))
        return fail("the rows start at addresses that need not be multiples "
                    "of the copy");
  return true;
}

/// \p Field of a variable that never changes is a multiple of the copy.
bool CopyWidener::testField(WideCopy &W, const Expr *Field) {
  if (Field->getBeginLoc().isMacroID() || !canStandInFront(Field))
    return fail("where the loop starts to read is not understood");
  addTest(W, {WideTest::Pointer, nullptr, Field, int64_t(W.Box.Bytes)});
  return true;
}

/// What \p From starts with is a multiple of the copy in every trip.
bool CopyWidener::testPointer(WideCopy &W, const TraceValue &From) {
  if (From.Field)
    return testField(W, From.Field);
  const VarDecl *Pointer = From.Base;
  if (!testSteps(W, Pointer, W.Box.Bytes))
    return fail("'" + Pointer->getNameAsString() +
                "' moves by what need not be a multiple of the copy");
  std::optional<const Expr *> Start = startOf(Pointer);
  if (!Start)
    return fail("where the loop starts to read is not understood");
  if (*Start) {
    TraceValue Value = Trace.evaluate(*Start);
    if (Value.Kind != TraceValue::Pointer || Value.Base == Pointer)
      return fail("where the loop starts to read is not understood");
    return testPointer(W, Value) && testMultiple(W, Value.P, W.Box.Bytes);
  }
  if (!isKnownInFront(Pointer))
    return fail("where the loop starts to read is not understood");
  addTest(W, {WideTest::Pointer, Pointer, nullptr, int64_t(W.Box.Bytes)});
  return true;
}

/// The comparison comes out the same for all elements of a copy.
bool CopyWidener::testComparison(WideCopy &W, unsigned Index) {
  const BinaryOperator *Op = Sources.at(W.Copy).Comparisons[Index];
  auto Side = [&](int64_t Row, int64_t Column, unsigned Right) {
    return Elements[at(W, Row, Column)]->Sides[2 * Index + Right];
  };
  bool Unsigned = Op->getLHS()->getType()->isUnsignedIntegerType();
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row) {
    Polynomial Slope[2];
    for (unsigned Right : {0, 1}) {
      Slope[Right] = Side(Row, Grain, Right) - Side(Row, 0, Right);
      for (int64_t Column = Grain; Column < W.Box.Columns; Column += Grain)
        if (!(Side(Row, Column, Right) - Side(Row, Column - Grain, Right) ==
              Slope[Right]))
          return fail("a guard is not understood");
    }
    if (!Slope[0].isConstant() || !Slope[1].isConstant())
      return fail("a guard is not understood");
    int64_t Left = Slope[0].constant(), Right = Slope[1].constant();
    if (Left == 0 && Right == 0)
      continue;
    BinaryOperatorKind Kind = Op->getOpcode();
    // `limit > c` is `c < limit`.
    bool Swapped = Left == 0;
    if (Swapped) {
      std::swap(Left, Right);
      Kind = BinaryOperator::reverseComparisonOp(Kind);
    }
    if (Left != Grain || Right != 0 || Op->isEqualityOp())
      return fail("a guard is not understood");
    const Polynomial At = Side(Row, 0, Swapped), Limit = Side(Row, 0, !Swapped);
    // c < limit and its negation; c <= limit is c < limit + 1.
    bool Strict = Kind == BO_LT || Kind == BO_GE;
    if (Unsigned && !Strict)
      return fail("a guard is not understood");
    if (!testMultiple(W, At, W.width()) ||
        !testMultiple(W, Strict ? Limit : Limit + 1, W.width()))
      return fail("an edge may lie between the elements of a copy");
  }
  return true;
}

bool CopyWidener::readTests(WideCopy &W) {
  Trace.forAnyThread(BlockDim, {});
  // Where the pieces of dynamic shared memory start.
  if (isDynamicShared(*W.Tile) && !isKnownInFront(W.start()))
    return fail("its address is not known in front of the loop");
  if (isDynamicShared(*W.Tile))
    addTest(W,
            {WideTest::Pointer, testedPiece(W), nullptr, int64_t(W.Box.Bytes)});
  // Each element starts at such a multiple, or could not be read.
  if (const Expr *Read = Sources.at(W.Copy).Object;
      OfBlock && Read &&
      Ctx.getTypeAlignInChars(Read->getType()).getQuantity() >= W.Box.Bytes)
    return true;
  if (!testPointer(W, Elements[0]->From))
    return false;
  if (OfBlock)
    return testMultiple(W, Elements[0]->From.P, W.Box.Bytes);
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row)
    if (!testMultiple(W, Elements[at(W, Row, 0)]->From.P, W.Box.Bytes))
      return false;
  for (unsigned I = 0; I < Sources.at(W.Copy).Comparisons.size(); ++I)
    if (W.Box.Columns > Grain && !testComparison(W, I))
      return false;
  return true;
}

//===- Tile copies of 16 bytes ------------------------------------------===//

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
    if (const auto *Bounds = M.Kernel->getAttr<CUDALaunchBoundsAttr>())
      if (std::optional<int64_t> N =
              constantValue(Bounds->getMaxThreads(), Ctx))
        Named.emplace_back(*N, Bounds->getMaxThreads());
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
      if (BlockQuery Asks = blockQuery(E);
          Asks == BlockQuery::Rank || Asks == BlockQuery::Size) {
        Used = {true, true, true};
        return;
      }
      if (std::optional<int64_t> N = constantValue(E, Ctx)) {
        add(*N);
        if (Used[1] || InStep)
          Named.emplace_back(*N, E);
      }
      if (const auto *Op = dyn_cast<BinaryOperator>(E);
          Op && Op->getOpcode() == BO_Mul)
        for (auto [Counter, Size] : {std::pair(Op->getLHS(), Op->getRHS()),
                                     std::pair(Op->getRHS(), Op->getLHS())})
          if (const auto *Ref =
                  dyn_cast<DeclRefExpr>(Counter->IgnoreParenImpCasts());
              Ref && Counters.contains(Ref->getDecl()))
            if (std::optional<int64_t> N = constantValue(Size, Ctx))
              Named.emplace_back(*N, Size);
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
            Var && Seen.insert(Var) && !isa<ParmVarDecl>(Var) && Var->getInit())
          read(Var->getInit(), Depth + 1);
    }
    // In one dimension, what a loop steps by is the size of the block, or what
    // its counter is multiplied with.
    const auto *For = dyn_cast<ForStmt>(S);
    if (const auto *Decls =
            For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr)
      Counters.insert(Decls->decl_begin(), Decls->decl_end());
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
  llvm::SmallPtrSet<const Decl *, 4> Counters;
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
           std::vector<BlockSize> Launched, const BlockStrides &Strides,
           llvm::function_ref<bool(int64_t)> CountsThreads) {
  const bool SeveralDimensions = Found.uses(1) || Found.uses(2);
  if (Found.uses(2) && Facts.BlockDim[0] && Facts.BlockDim[1] &&
      Facts.BlockDim[2]) {
    const int64_t Threads =
        *Facts.BlockDim[0] * *Facts.BlockDim[1] * *Facts.BlockDim[2];
    return {CountsThreads(Threads) ? std::vector<BlockSize>{{Threads, 1, 1}}
                                   : std::vector<BlockSize>(),
            true};
  }
  if (Facts.BlockDim[0] && !Found.uses(2) &&
      (!Found.uses(1) || Facts.BlockDim[1]))
    return {{{*Facts.BlockDim[0], Found.uses(1) ? *Facts.BlockDim[1] : 1, 1}},
            true};
  if (!Launched.empty() && !Found.uses(2))
    return {std::move(Launched), false};
  std::vector<BlockSize> Out;
  // Where any size does, one stands for all.
  constexpr int64_t Example = 256;
  if (Strides.isNumberFree())
    return {{{Facts.MaxThreads.value_or(Example), 1, 1}}, false};
  if (Found.uses(1) && !Found.uses(2) && Strides.isFree(1)) {
    if (Strides.isFree(0))
      return {{{32, Example / 32, 1}}, false};
    for (int64_t X : Found.numbers())
      if (X <= Facts.MaxThreads.value_or(MaxThreads))
        Out.push_back(
            {X,
             std::max<int64_t>(
                 1, std::min(Example, Facts.MaxThreads.value_or(Example)) / X),
             1});
    return {Out, false};
  }
  // Where only the number of threads counts, no shape is guessed.
  auto Add = [&](int64_t Threads) {
    if (!SeveralDimensions || CountsThreads(Threads))
      Out.push_back({Threads, 1, 1});
  };
  if (Facts.MaxThreads)
    Add(*Facts.MaxThreads);
  for (int64_t X : Found.numbers())
    if (X % 32 == 0 && X != Facts.MaxThreads)
      Add(X);
  if (!Out.empty() || !Found.uses(1) || Found.uses(2))
    return {Out, false};
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
  // What the copy goes by itself is tested for other builds anyway.
  for (unsigned Item : W.Items)
    Visit(Visit, M.Items[Item].S);
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

/// Wide copies are fewer instructions than the user's stores, which a warp has
/// made 32 of at once; what has no copy of its own size gains in any case. With
/// as many, nothing is gained, and few lanes copy: a tile of 32 floats with
/// three stages ran at 0.61 to 0.65, its own copies at 1.06 to 1.12 (H200).
static bool savesCopies(const WideCopy &W) {
  constexpr int64_t Warp = 32;
  const int64_t Bytes = W.Box.Grain * W.Box.ElementBytes;
  const int64_t All = W.Box.Rows * W.Box.Columns * W.Box.ElementBytes;
  return Bytes < 4 || llvm::divideCeil(All, Warp * W.Box.Bytes) <
                          llvm::divideCeil(All, Warp * Bytes);
}

/// A loop in which no tile saves copies keeps its own.
static void dropIdleWidths(WideCopies &Out) {
  if (llvm::any_of(Out.Copies, savesCopies))
    return;
  for (const WideCopy &W : Out.Copies)
    Out.WhyNot.emplace_back(nameOf(*W.Name, W.Fields),
                            "wide copies would be as many instructions: a "
                            "warp copies 32 elements at once");
  Out.Copies.clear();
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
                          const ASTContext &Ctx, WideFor For) {
  const bool OfBlock = For == WideFor::Block;
  WideCopies Out;
  // Parameters of a device function may differ from thread to thread.
  if (!M.Kernel->hasAttr<CUDAGlobalAttr>() || M.Kernel->isDependentContext() ||
      M.Early || M.Groups.Wait || M.Groups.Commit || M.Groups.CommitsInLoad ||
      llvm::any_of(M.Copies,
                   [](const TileCopy &C) { return C.Overlap.WithOtherPiece; }))
    return Out;
  std::vector<const TileCopy *> Narrow; // the first of each name
  for (const TileCopy &Copy : M.Copies)
    if (Copy.Bytes > 0 && Copy.Bytes < (OfBlock ? 17 : 16) &&
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
  if (M.Around.SkippedBy || mayLeaveElsewhere(*M.Kernel, *M.Header.Loop, Ctx) ||
      divergentReturn(M.Kernel->getBody(), PerThread, nullptr,
                      M.Around.Nested ? nullptr : M.Header.Loop,
                      &Ctx.getSourceManager())) {
    for (const TileCopy *Copy : Narrow)
      Out.WhyNot.emplace_back(nameOf(*Copy->Name, Copy->Fields),
                              "some threads of the block may have left "
                              "the kernel: guard the loads and the "
                              "result instead");
    return Out;
  }
  CopyWidener Widener(M, PerThread, Ctx, For);
  const BlockSizes Found(M, Ctx);
  const unsigned Dimensions = Found.uses(2) ? 3 : Found.uses(1) ? 2 : 1;
  std::map<int64_t, bool> Counts;
  auto CountsThreads = [&](int64_t Threads) {
    auto [It, New] = Counts.try_emplace(Threads);
    if (New)
      It->second =
          Threads <= MaxThreads && Widener.countsThreads(Threads, Dimensions);
    return It->second;
  };
  const BlockStrides Strides(M, Dimensions, Ctx);
  const std::vector<BlockSize> Launched =
      launchedSizes(*M.Kernel, Launches, Found.uses(1), Ctx);
  auto [Sizes, Known] =
      blockSizes(Found, Facts, Launched, Strides, CountsThreads);
  std::array<bool, 2> IsFree{};
  if (OfBlock ? Strides.isNumberFree() : !Known && Launched.empty()) {
    if (Strides.isNumberFree())
      IsFree = {true, true};
    else if (Dimensions == 2 && Strides.isFree(1))
      IsFree = {Strides.isFree(0), true};
  }
  if (OfBlock && Sizes.empty())
    for (const TileCopy *Copy : Narrow)
      Out.WhyNot.emplace_back(nameOf(*Copy->Name, Copy->Fields),
                              "how many threads a block has is not known");
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
  if (!OfBlock)
    dropIdleWidths(Out);
  Out.OfOneDimension = Launches.allInSight() && Launches.NoneUnknown &&
                       !Launches.MoreElsewhere && Facts.BlockDim[1] == 1 &&
                       Facts.BlockDim[2] == 1;
  std::optional<std::array<bool, 2>> IsFixed;
  for (WideCopy &W : Out.Copies) {
    // Launches that pass dynamic memory are edited: all are in sight anyway.
    const bool IsCertain = Known && (Facts.Certain || isDynamicShared(*W.Tile));
    W.Threads.Number = Widener.threadNumber(W);
    W.Threads.IsGuess = !Known && Launched.empty();
    for (const auto &Size : Found.named())
      if (Widener.canName(Size.second, W))
        W.Threads.Sizes.push_back(Size);
    const int64_t Threads = W.Threads.BlockDim[0] * W.Threads.BlockDim[1];
    if (IsFree[1]) {
      W.Threads.IsAny = true;
      W.Threads.Dimensions = Dimensions;
      if (W.Threads.Number && !Strides.isNumber(W.Threads.Number->getInit()))
        W.Threads.Number = nullptr;
      if (!IsFree[0])
        W.Tests.push_back(
            {WideTest::BlockDim, nullptr, nullptr, 0, W.Threads.BlockDim[0]});
      continue;
    }
    if ((Dimensions > 2 || (Dimensions > 1 && !IsCertain)) &&
        CountsThreads(Threads))
      W.Threads.Dimensions = Dimensions;
    if (!IsCertain && W.Threads.Dimensions) {
      W.Tests.push_back(
          {WideTest::Threads, nullptr, nullptr, int64_t(Dimensions), Threads});
      continue;
    }
    // All of them are made for one block.
    if (!IsCertain && !IsFixed)
      IsFixed = fixedDimensions(M, W.Threads.BlockDim, Facts.MaxThreads, Ctx);
    for (unsigned D = 0; D < 2 && !IsCertain; ++D)
      if (!(*IsFixed)[D] && (D == 0 || W.Threads.BlockDim[1] > 1))
        W.Tests.push_back({WideTest::BlockDim, nullptr, nullptr, int64_t(D),
                           W.Threads.BlockDim[D]});
  }
  return Out;
}

} // namespace cudapipe
