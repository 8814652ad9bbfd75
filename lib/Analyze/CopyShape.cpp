//===- CopyShape.cpp - The box of elements that threads copy --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Rewrite/Configurations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

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
  Owner.clear();
  Count = 0;
  bool Good = true;
  std::array<int64_t, 3> Thread{};
  auto Store = [&](const TileCopy &Copy) {
    if (!W.fills(Copy.Name, Copy.Fields) || !Good)
      return;
    unsigned Index = &Copy - M.Copies.data();
    const Source &S = Sources.at(Index);
    TraceValue To = Trace.addressOf(Copy.Destination);
    Element New{sourceOf(S), Index, {}};
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
      Elements[At] = New;
      New.From.P = New.From.P + Polynomial(W.Box.ElementBytes);
      Owner[At] = Thread;
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

/// The widest copy for which rows are whole vectors.
bool CopyWidener::chooseWidth(WideCopy &W) {
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
  W.Box.ElementBytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  if (W.Box.ElementBytes > 8 || !llvm::isPowerOf2_32(W.Box.ElementBytes))
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
  if (!readParts(W) || !readNames(W) || !checkText(W) || !chooseWidth(W))
    return std::nullopt;
  return W;
}

} // namespace cudapipe
