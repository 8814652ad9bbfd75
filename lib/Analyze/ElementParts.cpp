//===- ElementParts.cpp - What differs from element to element ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of the copy is kept but for its smallest parts that differ between
// elements: each must be the row, the column, or a sum of multiples of both.
//
//   const int row = blockIdx.y * 16 + threadIdx.y;     Definition
//   As[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
//      r            c                blockIdx.y * 16 + r
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

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
    Trace.run(Owner.at(At), BlockDim, [&](const TileCopy &Copy) {
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

} // namespace cudapipe
