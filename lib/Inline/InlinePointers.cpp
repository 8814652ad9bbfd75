//===- InlinePointers.cpp - Where pointers have come to, as text ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rewrite/Spelling.h"
#include "ValueInliner.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// Takes out \p S and the comment behind it, which has nothing more to say.
std::optional<TextEdit> ValueInliner::removalWithComment(const Stmt *S) const {
  std::optional<TextEdit> Out = removal(S);
  std::optional<TextRange> R = Text.statement(S);
  if (!Out || !Out->Text.empty() ||
      Out->Range.Begin == Text.lineStart(Out->Range.Begin) ||
      Text.indentAt(R->Begin).size() != R->Begin - Text.lineStart(R->Begin))
    return Out;
  if (unsigned End = Text.endOfTrivia(R->End); End > R->End)
    Out->Range = {Text.lineStart(R->Begin), End};
  return Out;
}

/// Comments and blank lines around lines of PointerRemovals that leave nothing
/// for them to stand beside go with these.
void ValueInliner::closeGaps() {
  llvm::sort(PointerRemovals, [](const TextEdit &A, const TextEdit &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  StringRef Code = Text.code();
  for (size_t First = 0, Last; First < PointerRemovals.size();
       First = Last + 1) {
    Last = First;
    while (Last + 1 < PointerRemovals.size() &&
           PointerRemovals[Last].Range.End ==
               PointerRemovals[Last + 1].Range.Begin)
      ++Last;
    unsigned &Begin = PointerRemovals[First].Range.Begin;
    unsigned &End = PointerRemovals[Last].Range.End;
    size_t Next = Code.find('\n', End);
    if (Begin == 0 || Begin != Text.lineStart(Begin) ||
        Next == StringRef::npos ||
        !Text.text({End, unsigned(Next)}).trim().empty())
      continue;
    Leading Above = Text.leading(Begin);
    bool BlankAbove =
        Text.text({Text.lineStart(Begin - 1), Begin}).trim().empty();
    if (!Above.Pragmas.empty() || (Above.Begin == Begin && !BlankAbove))
      continue;
    Begin = Above.Begin;
    End = Next + 1;
  }
}

/// Takes \p Step out of the header of the loop.
std::optional<TextEdit> ValueInliner::removalOfStep(const Expr *Step) const {
  if (Found.blockOf(Step))
    return removalWithComment(Step);
  // k += BK, a += BK
  const auto *Comma = dyn_cast_or_null<BinaryOperator>(Found.parentOf(Step));
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return std::nullopt;
  const bool IsLeft = Comma->getLHS() == Step;
  const Expr *Stays = IsLeft ? Comma->getRHS() : Comma->getLHS();
  std::optional<TextRange> All = Text.range(Comma), Left = Text.range(Stays);
  if (!All || !Left)
    return std::nullopt;
  if (IsLeft)
    return TextEdit{{All->Begin, Left->Begin}, ""};
  return TextEdit{{Left->End, All->End}, ""};
}

/// Where the pointer has come to: `A + row * K + tx + k`.
std::optional<std::string>
ValueInliner::pointerText(const MovingPointer &P) const {
  const Expr *Start = P.Start->IgnoreUnlessSpelledInSource();
  QualType Type = Start->getType();
  QualType Element = Type->isPointerType() ? Type->getPointeeType()
                     : Type->isArrayType()
                         ? QualType(Type->getArrayElementTypeNoTypeQual(), 0)
                         : QualType();
  std::optional<std::string> Out = Text.text(Start);
  // A += i * j + k;   the sum is made with fewer bits
  if (isa<ParmVarDecl>(P.Var) && Out) {
    const auto *Op = dyn_cast<BinaryOperator>(Start);
    bool IsTight =
        Op && Op->isMultiplicativeOp() && !Op->getBeginLoc().isMacroID();
    Out = P.Var->getNameAsString() + " + " +
          (IsTight ? *Out : parenthesized(Start, *Out));
    Element = P.Var->getType()->getPointeeType();
  }
  if (Element.isNull() || !Out ||
      !Ctx.hasSameUnqualifiedType(Element, P.Var->getType()->getPointeeType()))
    return std::nullopt;
  if (!isa<ParmVarDecl>(P.Var) && (isa<AbstractConditionalOperator>(Start) ||
                                   Start->getBeginLoc().isMacroID()))
    Out = "(" + *Out + ")";
  *Out += " + ";
  std::string Counter = P.Counter->getNameAsString();
  if (P.Factor) {
    std::optional<std::string> Factor = Text.text(P.Factor);
    if (!Factor)
      return std::nullopt;
    // The pointer has added them up with 64 bits.
    return *Out + "size_t(" + Counter + ") * " +
           parenthesized(P.Factor, *Factor);
  }
  if (P.ConstantFactor == 1)
    return *Out + Counter;
  return *Out + "size_t(" + Counter + ") * " + std::to_string(P.ConstantFactor);
}

/// What stands for \p Use: a part of `*a`, all of `a[i]`.
std::optional<TextEdit> ValueInliner::useOf(const MovingPointer &P,
                                            const DeclRefExpr *Use,
                                            StringRef Pointer) const {
  std::optional<TextRange> R = Text.range(Use);
  if (!R || Text.text(*R) != P.Var->getName())
    return std::nullopt;
  const Stmt *Around = Found.parentOf(Found.parentOf(Use));
  const auto *Sub = dyn_cast_or_null<ArraySubscriptExpr>(Around);
  const Stmt *Next = Sub ? Found.parentOf(Sub) : nullptr;
  if (!Sub || Sub->getType()->isPointerType() ||
      Sub->getBase() == Sub->getRHS() ||
      isa_and_nonnull<MemberExpr, ArraySubscriptExpr, CallExpr>(Next))
    return TextEdit{*R, ("(" + Pointer + ")").str()};
  std::optional<TextRange> Whole = Text.range(Sub);
  std::optional<std::string> Index = Text.text(Sub->getIdx());
  if (!Whole || !Index)
    return std::nullopt;
  if (constantValue(Sub->getIdx(), Ctx) == 0)
    return TextEdit{*Whole, ("*(" + Pointer + ")").str()};
  const auto *Op = dyn_cast<BinaryOperator>(Sub->getIdx()->IgnoreImpCasts());
  if (!Op || !Op->isMultiplicativeOp() || Op->getBeginLoc().isMacroID())
    Index = parenthesized(Sub->getIdx(), *Index);
  return TextEdit{*Whole, ("*(" + Pointer + " + " + *Index + ")").str()};
}

void ValueInliner::addPointers(std::vector<MovingPointer> Pointers) {
  for (const MovingPointer &P : Pointers) {
    std::optional<std::string> Pointer = pointerText(P);
    std::optional<TextEdit> NoStart = removalWithComment(P.Declaration);
    std::optional<TextEdit> NoStep = removalOfStep(P.Step);
    if (!Pointer || !NoStart || !NoStep)
      continue;
    std::vector<TextEdit> Uses;
    for (const DeclRefExpr *Use : P.Uses) {
      std::optional<TextEdit> Edit = useOf(P, Use, *Pointer);
      bool Known =
          Edit && isAllText(*P.Var, P.Declaration, Use) &&
          meansTheSame(Text.text(P.Start).value_or("//"), P.Start->getEndLoc(),
                       Use->getBeginLoc()) &&
          meansTheSame(P.Var->getName(), P.Start->getEndLoc(),
                       Use->getBeginLoc()) &&
          meansTheSame(P.Counter->getName(), Loop.getBeginLoc(),
                       P.Counter->getLocation()) &&
          meansTheSame(P.Counter->getName(),
                       P.Counter->getLocation().getLocWithOffset(1),
                       Use->getBeginLoc()) &&
          (!P.Factor || meansTheSame(Text.text(P.Factor).value_or("//"),
                                     Loop.getBeginLoc(), Use->getBeginLoc()));
      if (!Known)
        break;
      Uses.push_back(std::move(*Edit));
    }
    if (Uses.size() != P.Uses.size())
      continue;
    llvm::append_range(PointerUses, Uses);
    PointerRemovals.push_back(std::move(*NoStart));
    PointerRemovals.push_back(std::move(*NoStep));
  }
  closeGaps();
}

} // namespace cudapipe
