//===- IndexForm.cpp - Subscripts as linear forms -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "LinearForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"
#include <numeric>

using namespace clang;

namespace cudapipe {
namespace {

/// Reads the way from an element to its array, one offset a dimension.
class SubscriptReader {
public:
  SubscriptReader(const Definitions &Defs, const ASTContext &Ctx)
      : Defs(Defs), Ctx(Ctx) {}

  /// The offsets of \p E, outermost array first; the rest (casts, members, the
  /// array itself) is the frame, which must agree for a comparison. Nothing
  /// where offsets in different units would have to be added up.
  std::vector<LinearForm> read(const Expr *E) {
    for (unsigned Steps = 0; E && Steps < 64; ++Steps)
      E = step(E->IgnoreParens());
    push();
    if (Mixed)
      return {};
    std::reverse(Out.begin(), Out.end());
    return std::move(Out);
  }
  /// Variables on the way that have no definition: pointers and arrays.
  const VarSet &bases() const { return Bases; }
  /// Bytes that one step of the innermost offset covers; 0 if not known.
  int64_t unit() const { return Unit; }
  /// The array that the innermost offset counts in, if it is one.
  QualType row() const { return Row; }

private:
  const Expr *step(const Expr *E) {
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
      offset(linearForm(subscriptIndex(*Sub), Defs, Ctx), accessType(Sub, Ctx),
             1);
      // In a template an array of unknown size does not decay yet.
      QualType Base = accessType(subscriptBase(*Sub)->IgnoreParens(), Ctx);
      if (Base->isArrayType())
        push(Base);
      return subscriptBase(*Sub);
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(E))
      return Op->getSubExpr();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->isImplicitAccess() ? nullptr : Member->getBase();
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && Op->isAdditiveOp()) {
      QualType Type = Op->getType();
      bool OnTheLeft = Op->getLHS()->getType()->isIntegerType();
      offset(linearForm(OnTheLeft ? Op->getLHS() : Op->getRHS(), Defs, Ctx),
             Type->isPointerType() ? Type->getPointeeType() : QualType(),
             Op->getOpcode() == BO_Add ? 1 : -1);
      return OnTheLeft ? Op->getRHS() : Op->getLHS();
    }
    if (const Expr *Pointer = builtinPointerOperand(E, Ctx)) {
      const auto *Call = cast<CXXOperatorCallExpr>(E);
      if (Call->getNumArgs() == 2)
        offset(linearForm(Call->getArg(Call->getArg(0) == Pointer ? 1 : 0),
                          Defs, Ctx),
               QualType(), Call->getOperator() == OO_Plus ? 1 : -1);
      return Pointer;
    }
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      // A row of an array: the offset within it is complete.
      if (Cast->getCastKind() == CK_ArrayToPointerDecay)
        push(Cast->getSubExpr()->getType());
      return Cast->getSubExpr();
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
        if (auto It = Defs.find(Var); It != Defs.end())
          return It->second;
        Bases.insert(Var);
      }
    return nullptr;
  }
  void offset(LinearForm F, QualType Element, int64_t Sign) {
    int64_t Bytes = 0;
    if (!Element.isNull() && !Element->isDependentType() &&
        !Element->isIncompleteType())
      Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
    if (F.Constant == 0 && F.Terms.empty()) {
      HasPending = true; // &T[0]: no offset in any unit
      return;
    }
    bool First = Pending.Constant == 0 && Pending.Terms.empty();
    if (First) {
      PendingUnit = Bytes;
      if (Out.empty())
        Unit = Bytes;
    } else if (Bytes != PendingUnit) {
      Mixed = true;
    }
    Pending = sum(std::move(Pending), F, Sign);
    HasPending = true;
  }
  void push(QualType Array = QualType()) {
    if (HasPending && Out.empty())
      Row = Array;
    if (HasPending)
      Out.push_back(std::move(Pending));
    Pending = LinearForm();
    HasPending = false;
  }

  const Definitions &Defs;
  const ASTContext &Ctx;
  std::vector<LinearForm> Out;
  LinearForm Pending;
  VarSet Bases;
  QualType Row;
  bool HasPending = false, Mixed = false;
  int64_t PendingUnit = 0, Unit = 0;
};

/// The variable of a loop that only counts up: every trip has another value.
const VarDecl *monotonicVariable(const ForStmt &Loop) {
  const Expr *Inc = Loop.getInc() ? Loop.getInc()->IgnoreParens() : nullptr;
  const Expr *Target = nullptr;
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc))
    Target = Op->isIncrementDecrementOp() ? Op->getSubExpr() : nullptr;
  else if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc))
    Target = Op->getOpcode() == BO_AddAssign || Op->getOpcode() == BO_SubAssign
                 ? Op->getLHS()
                 : nullptr;
  const auto *Ref =
      Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// What divides every step of \p Loop: 8 of `i += blockDim.x * 8`. Two trips
/// are at least as far apart.
int64_t divisorOfStep(const ForStmt &Loop, const Definitions &Defs,
                      const ASTContext &Ctx) {
  const auto *Op =
      dyn_cast_or_null<BinaryOperator>(Loop.getInc()->IgnoreParens());
  if (!Op || !Op->isCompoundAssignmentOp())
    return 1;
  LinearForm Step = linearForm(Op->getRHS(), Defs, Ctx);
  int64_t Out = Step.Constant;
  for (const auto &[Name, T] : Step.Terms)
    Out = std::gcd(Out, T.Factor);
  return std::max<int64_t>(1, std::abs(Out));
}

/// The factor of \p Var in \p F; nothing if it is also inside an opaque term.
/// A template parameter as factor counts as large: it is a row's length.
std::optional<int64_t> factorOf(const LinearForm &F, const VarDecl *Var) {
  int64_t Out = 0;
  std::string Own = linearKey(Var);
  for (const auto &[Name, T] : F.Terms) {
    if (Name == Own)
      Out = T.Factor;
    else if (llvm::StringRef(Name).starts_with(Own + "*") && T.Vars.size() == 1)
      Out = T.Factor * 1024;
    else if (T.Vars.count(Var))
      return std::nullopt;
  }
  return Out;
}

/// Steps of the innermost offset, \p Unit bytes each, that one store covers.
int64_t width(const TileCopy &Copy, int64_t Unit, const ASTContext &Ctx) {
  QualType Element = namedElement(*Copy.Name, Copy.Fields, Ctx);
  QualType Stored = Copy.StoreCall ? Copy.Value->getType()
                                   : accessType(Copy.Destination, Ctx);
  if (Unit == 0 && Ctx.hasSameUnqualifiedType(Element, Stored))
    return 1;
  if (Stored->isDependentType() || (Unit == 0 && Element->isDependentType()))
    return 16;
  int64_t StoredBytes = Ctx.getTypeSizeInChars(Stored).getQuantity();
  if (Unit == 0)
    Unit = Ctx.getTypeSizeInChars(Element).getQuantity();
  return Unit ? (StoredBytes + Unit - 1) / Unit : 16;
}

/// \p Row is what the innermost subscript of a \p Tile selects from.
bool isLastDimension(QualType Row, QualType Tile, const ASTContext &Ctx) {
  const ArrayType *Array = Ctx.getAsArrayType(Tile);
  while (Array && Ctx.getAsArrayType(Array->getElementType())) {
    Tile = Array->getElementType();
    Array = Ctx.getAsArrayType(Tile);
  }
  return Array && Ctx.hasSameType(Row, Tile);
}

/// A store wider than an element ends in the row where it starts, so that other
/// rows are apart from it. In a template the compiler has to see to that.
bool staysInRow(TileCopy &Copy, QualType Row, const ASTContext &Ctx) {
  if (!Copy.Bytes || Row.isNull())
    return false;
  if (!Row->isDependentType())
    return Ctx.getTypeSizeInChars(Row).getQuantity() >= int64_t(Copy.Bytes);
  // Only a row of the tile itself has a name there.
  if (Copy.Name != Copy.Tile || !Copy.Path.Calls.empty() ||
      !isLastDimension(Row, Copy.Tile->getType(), Ctx))
    return false;
  Copy.Overlap.NeedsWideRow = true;
  return true;
}

/// \p Var, not one of the \p Counters, may have another value in each trip of
/// the loops around \p Copy.
bool varies(const VarDecl *Var, const TileCopy &Copy,
            llvm::ArrayRef<const VarDecl *> Counters) {
  if (!Var->hasLocalStorage() || Var->getType()->isArrayType())
    return false;
  for (auto [I, Loop] : llvm::enumerate(Copy.Path.Loops)) {
    const Stmt *Body = Loop->getBody();
    if (Counters[I] == Var)
      return changes(Body, *Var);
    if (!llvm::is_contained(Counters, Var) &&
        (changes(Body, *Var) || declarationIn(Body, Var)))
      return true;
  }
  // A called function starts anew each time.
  return !Copy.Path.Calls.empty() && !llvm::is_contained(Counters, Var) &&
         llvm::any_of(Copy.Path.Calls,
                      [&](const CallExpr *Call) {
                        return calledFunction(*Call) == Var->getDeclContext();
                      }) &&
         !isNeverChanged(*Var);
}

} // namespace

bool sameExpression(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID IdA, IdB;
  A->IgnoreParens()->Profile(IdA, Ctx, /*Canonical=*/true);
  B->IgnoreParens()->Profile(IdB, Ctx, /*Canonical=*/true);
  return IdA == IdB;
}

bool storesDistinctElements(TileCopy &Copy, const Definitions &Defs,
                            const ASTContext &Ctx) {
  if (Copy.Path.Loops.empty())
    return true;
  SubscriptReader Subscripts(Defs, Ctx);
  std::vector<LinearForm> Forms = Subscripts.read(Copy.Destination);
  llvm::SmallVector<const VarDecl *, 2> Vars;
  for (const ForStmt *Loop : Copy.Path.Loops) {
    Vars.push_back(monotonicVariable(*Loop));
    if (!Vars.back())
      return false;
  }
  VarSet Named = Subscripts.bases();
  for (const LinearForm &F : Forms)
    for (const VarDecl *Var : F.vars())
      Named.insert(Var);
  if (llvm::any_of(Named,
                   [&](const VarDecl *Var) { return varies(Var, Copy, Vars); }))
    return false;
  int64_t Width = width(Copy, Subscripts.unit(), Ctx);
  if (Forms.size() > 1 && Width > 1 && !staysInRow(Copy, Subscripts.row(), Ctx))
    return false;
  undoSwizzles(Forms, Width, Copy.Path.Loops, Vars, Defs, Ctx);
  joinDivisions(Forms, Width, Vars);
  splitRows(Forms, Width, Copy.Path.Loops, Vars, Defs, Ctx);

  // A subscript of its own for each loop.
  auto StepOf = [&](const VarDecl *Var) -> int64_t {
    const ForStmt *Loop = Copy.Path.Loops[llvm::find(Vars, Var) - Vars.begin()];
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
    return Counted && !Counted->Symbolic ? std::abs(Counted->StepValue)
                                         : divisorOfStep(*Loop, Defs, Ctx);
  };
  bool Separate = llvm::all_of(Vars, [&](const VarDecl *Var) {
    return llvm::any_of(Forms, [&](const LinearForm &F) {
      std::optional<int64_t> Factor = factorOf(F, Var);
      int64_t Needed = &F == &Forms.back() ? Width : 1;
      return Factor && *Factor != 0 &&
             std::abs(*Factor) * StepOf(Var) >= Needed &&
             llvm::none_of(Vars, [&](const VarDecl *Other) {
               return Other != Var && F.vars().count(Other);
             });
    });
  });
  if (Separate)
    return true;

  // Otherwise list the offsets of all trips of counted loops.
  if (Forms.empty())
    return false;
  llvm::SmallVector<int64_t, 64> Offsets{0};
  for (auto [I, Loop] : llvm::enumerate(Copy.Path.Loops)) {
    std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
    std::optional<int64_t> Factor = factorOf(Forms.back(), Vars[I]);
    bool Elsewhere =
        llvm::any_of(llvm::drop_end(Forms), [&, I = I](const LinearForm &F) {
          return F.vars().count(Vars[I]);
        });
    // Rows of a triangle start where the loop around them stands.
    bool Shifted =
        Counted && llvm::any_of(Vars, [&](const VarDecl *Var) {
          return linearForm(Counted->Start, Defs, Ctx).vars().count(Var);
        });
    if (!Counted || Counted->Symbolic || !Factor || Elsewhere || Shifted ||
        Offsets.size() * Counted->Trips > 65536)
      return false;
    llvm::SmallVector<int64_t, 64> Next;
    for (int64_t Offset : Offsets)
      for (uint64_t Trip = 0; Trip < Counted->Trips; ++Trip)
        Next.push_back(Offset + *Factor * Counted->StepValue * int64_t(Trip));
    Offsets = std::move(Next);
  }
  llvm::sort(Offsets);
  return std::adjacent_find(Offsets.begin(), Offsets.end(),
                            [&](int64_t Low, int64_t High) {
                              return High - Low < Width;
                            }) == Offsets.end();
}

bool storeDifferentSubscripts(TileCopy &A, TileCopy &B,
                              const Definitions &DefsA,
                              const Definitions &DefsB, const VarSet &Changing,
                              const ASTContext &Ctx) {
  if (!A.Path.Loops.empty() || !B.Path.Loops.empty() || A.Name != B.Name ||
      (A.Name != A.Tile && !isNeverChanged(*A.Name)))
    return false;
  SubscriptReader ToA(DefsA, Ctx), ToB(DefsB, Ctx);
  std::vector<LinearForm> FormsA = ToA.read(A.Destination);
  std::vector<LinearForm> FormsB = ToB.read(B.Destination);
  if (FormsA.size() != FormsB.size() || A.Bytes != B.Bytes ||
      ToA.unit() != ToB.unit() || A.Path.Calls != B.Path.Calls)
    return false;
  int64_t Width =
      std::max(width(A, ToA.unit(), Ctx), width(B, ToB.unit(), Ctx));
  if (FormsA.size() > 1 && Width > 1 &&
      (!staysInRow(A, ToA.row(), Ctx) || !staysInRow(B, ToB.row(), Ctx)))
    return false;
  for (auto [FormA, FormB] : llvm::zip(FormsA, FormsB)) {
    VarSet Vars = FormA.vars();
    if (llvm::any_of(Vars,
                     [&](const VarDecl *Var) { return Changing.count(Var); }))
      continue;
    bool SameTerms =
        llvm::equal(FormA.Terms, FormB.Terms, [](const auto &X, const auto &Y) {
          return X.first == Y.first && X.second.Factor == Y.second.Factor;
        });
    int64_t Needed = &FormA == &FormsA.back() ? Width : 1;
    if (SameTerms && std::abs(FormA.Constant - FormB.Constant) >= Needed)
      return true;
  }
  return false;
}

} // namespace cudapipe
