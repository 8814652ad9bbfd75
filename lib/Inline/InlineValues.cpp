//===- InlineValues.cpp - Loads where they are stored -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The steps behind inlineValues()
//   Loads where they are stored
//   Where pointers have come to, as text
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/InlineValues.h"
#include "../Rewrite/SourceText.h"
#include "../Rewrite/Spelling.h"
#include "BodyNames.h"
#include "HeldValues.h"
#include "MovingPointers.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/DroppedWords.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

//===- The steps behind inlineValues() ----------------------------------===//

class ValueInliner {
public:
  ValueInliner(const LoopCandidate &Candidate, const clang::ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Found(Kernel.getBody()), Values(findHeldValues(Candidate, Ctx)) {}

  /// Finds out about \p Pointers, too.
  void addPointers(std::vector<MovingPointer> Pointers);
  std::optional<clang::tooling::AtomicChange> run();

private:
  std::optional<std::string> textOf(const clang::Expr *E) const;
  std::optional<std::string> fillText(const HeldValue &V) const;
  std::optional<std::string> guardText(const HeldValue &V) const;
  std::optional<std::string> valueText(const HeldValue &V) const;
  std::optional<std::string> pointerText(const MovingPointer &P) const;
  std::optional<TextEdit> useOf(const MovingPointer &P,
                                const clang::DeclRefExpr *Use,
                                llvm::StringRef Pointer) const;
  bool meansTheSame(llvm::StringRef Value, clang::SourceLocation From,
                    clang::SourceLocation To) const;
  bool isAllText(const clang::VarDecl &Var, const clang::Stmt *First,
                 const clang::Stmt *Last) const;
  std::optional<TextEdit> removal(const clang::Stmt *S) const;
  std::optional<TextEdit> removalWithComment(const clang::Stmt *S) const;
  void closeGaps();
  std::optional<TextEdit> removalOfStep(const clang::Expr *Step) const;
  std::string commentsIn(TextRange Range) const;

  const clang::FunctionDecl &Kernel;
  const clang::Stmt &Loop;
  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  SourceText Text;
  VariableUses Found;
  std::vector<HeldValue> Values;
  /// What stands for the uses of pointers, and what takes these out.
  std::vector<TextEdit> PointerUses, PointerRemovals;
};

//===- Loads where they are stored --------------------------------------===//

/// The text of \p E, with pointers replaced.
std::optional<std::string> ValueInliner::textOf(const Expr *E) const {
  std::optional<TextRange> R = Text.range(E);
  if (!R)
    return std::nullopt;
  std::vector<TextEdit> Edits;
  for (const TextEdit &Edit : PointerUses)
    if (R->contains(Edit.Range))
      Edits.push_back(Edit);
  return Text.edited(*R, std::move(Edits));
}

/// The zero as an expression of the variable's type.
std::optional<std::string> ValueInliner::fillText(const HeldValue &V) const {
  const Expr *Fill = V.Fill->IgnoreUnlessSpelledInSource();
  QualType Type = V.Var->getType().getUnqualifiedType();
  std::optional<std::string> Zero = Text.text(Fill);
  // T v{} and T v(0) have ranges that start at the name.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Fill);
      Construct && !isa<CXXTemporaryObjectExpr>(Construct)) {
    SourceRange Parens = Construct->getParenOrBraceRange();
    std::optional<TextRange> R =
        Parens.isValid() ? Text.range(Parens) : std::nullopt;
    if (R)
      Zero = Text.text(*R).str();
  }
  TypeSourceInfo *Info = V.Var->getTypeSourceInfo();
  std::optional<TextRange> Spelled =
      Info ? Text.range(Info->getTypeLoc().getUnqualifiedLoc().getSourceRange())
           : std::nullopt;
  if (!Zero || !Spelled || Info->getType()->isArrayType())
    return std::nullopt;
  std::string Name = Text.text(*Spelled).str();
  if (StringRef(*Zero).starts_with("{"))
    return Name + *Zero;
  QualType Written = Fill->getType().getUnqualifiedType();
  if (Ctx.hasSameType(Written, Type))
    return Zero;
  if (!Type->isArithmeticType())
    return StringRef(*Zero).starts_with("(") ? Name + *Zero
                                             : Name + "(" + *Zero + ")";
  // The zero is converted to the other side's type, which has to be that of
  // the variable, or one that it is promoted to.
  bool BothInteger = Type->isIntegerType() && Written->isIntegerType();
  uint64_t Bits = Ctx.getTypeSize(Type), Other = Ctx.getTypeSize(Written);
  bool Adapts = BothInteger
                    ? Bits > Other || Bits < Ctx.getTypeSize(Ctx.IntTy) ||
                          (Bits == Other && Type->isUnsignedIntegerType())
                    : Type->isFloatingType() && Written->isIntegerType();
  return Adapts ? *Zero : "(" + Name + ")" + parenthesized(Fill, *Zero);
}

/// What has to hold for the value to be loaded; of one guard, less its flag.
std::optional<std::string> ValueInliner::guardText(const HeldValue &V) const {
  std::string Out;
  for (const auto &[Guard, IsTrue] : V.Guards) {
    std::optional<std::string> One = textOf(Guard);
    if (!One)
      return std::nullopt;
    const Expr *Bare = Guard->IgnoreImpCasts();
    const auto *Op = dyn_cast<BinaryOperator>(Bare);
    bool IsAnd = Op && Op->getOpcode() == BO_LAnd;
    bool IsTight = IsAnd || (Op && Op->isComparisonOp());
    if (V.Guards.size() == 1)
      return isa<AbstractConditionalOperator>(Bare) ||
                     (Op && Op->getOpcode() == BO_Comma)
                 ? "(" + *One + ")"
                 : One;
    if (!IsTrue)
      *One = "!(" + *One + ")";
    else if (!IsTight || Bare->getBeginLoc().isMacroID())
      *One = parenthesized(Guard, *One);
    Out += (Out.empty() ? "" : " && ") + *One;
  }
  return Out;
}

/// A cast takes the nearest part of a longer expression only.
static bool isInCast(const VariableUses &Found, const Expr *Use) {
  const Stmt *Parent = Found.parentOf(Use);
  while (isa_and_nonnull<ImplicitCastExpr>(Parent))
    Parent = Found.parentOf(Parent);
  return isa_and_nonnull<CStyleCastExpr>(Parent);
}

std::optional<std::string> ValueInliner::valueText(const HeldValue &V) const {
  std::optional<std::string> Load = textOf(V.Load);
  if (!Load || V.Guards.empty())
    return Load;
  std::optional<std::string> Guard = guardText(V), Fill = fillText(V);
  if (!Guard || !Fill)
    return std::nullopt;
  if (V.Guards.size() == 1 && !V.Guards[0].second)
    std::swap(Load, Fill);
  std::string Out = *Guard + " ? " + *Load + " : " + *Fill;
  // tile[t] = (float)v;
  return isInCast(Found, V.Use) ? "(" + Out + ")" : Out;
}

/// The names in \p Value lead to the same places at both ends.
bool ValueInliner::meansTheSame(StringRef Value, SourceLocation From,
                                SourceLocation To) const {
  const NameSet Names = namesIn(Value);
  for (const auto &[Name, Where] : declarationsOf(Kernel))
    if (Names.count(Name) && !SM.isBeforeInTranslationUnit(Where, From) &&
        SM.isBeforeInTranslationUnit(Where, To))
      return false;
  return !Value.contains("//");
}

/// No code from \p First to \p Last is switched off by an #if, nor any code
/// that names \p Var.
bool ValueInliner::isAllText(const VarDecl &Var, const Stmt *First,
                             const Stmt *Last) const {
  std::optional<TextRange> Body = Text.range(Kernel.getBody());
  std::optional<TextRange> From = Text.range(First), To = Text.range(Last);
  if (!Body || !From || !To || From->Begin > To->Begin ||
      Text.hasConditionals({From->Begin, To->End}) ||
      isDroppedSomewhere(Var, Kernel, Ctx))
    return false;
  return !Text.hasConditionals(*Body) ||
         countName(Text.text(*Body), Var.getName()) ==
             NameUses(Kernel, Var).count() + 1;
}

/// The comments in \p Range, one a line.
std::string ValueInliner::commentsIn(TextRange Range) const {
  std::string Out;
  StringRef Code = Text.code(), Indent = Text.indentAt(Range.Begin);
  Lexer Lex(SM.getLocForStartOfFile(Text.file()), Ctx.getLangOpts(),
            Code.begin(), Code.begin() + Range.Begin, Code.end());
  Lex.SetCommentRetentionState(true);
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= Range.End)
      break;
    if (Tok.is(tok::comment))
      Out += (Indent + Code.substr(At, Tok.getLength()).rtrim() + "\n").str();
  }
  return Out;
}

/// Takes out \p S, with its lines where nothing else stands on them. Comments
/// stay.
std::optional<TextEdit> ValueInliner::removal(const Stmt *S) const {
  std::optional<TextRange> R = Text.statement(S);
  if (!R)
    return std::nullopt;
  std::string Comments = commentsIn(*R);
  unsigned Line = Text.lineStart(R->Begin);
  StringRef Code = Text.code();
  bool Alone = Text.text({Line, R->Begin}).trim().empty();
  size_t End = std::min(Code.find('\n', R->End), Code.size());
  StringRef Behind = Text.text({R->End, unsigned(End)});
  // Up to what follows on the line: a comment, or another statement.
  if (!Behind.trim().empty())
    R->End += Behind.size() - Behind.ltrim().size();
  if (!Alone)
    return Comments.empty() ? std::optional(TextEdit{*R, ""}) : std::nullopt;
  if (!Behind.trim().empty()) {
    return TextEdit{*R,
                    StringRef(Comments).ltrim().str() +
                        (Comments.empty() ? "" : Text.indentAt(Line).str())};
  }
  return TextEdit{{Line, unsigned(std::min(End + 1, Code.size()))}, Comments};
}

std::optional<tooling::AtomicChange> ValueInliner::run() {
  std::vector<TextEdit> Edits = PointerRemovals;
  llvm::SmallPtrSet<const Stmt *, 8> Removed;
  std::vector<TextRange> Gone;
  for (const HeldValue &V : Values) {
    std::optional<TextRange> Use = Text.range(V.Use);
    std::optional<std::string> Value = valueText(V);
    llvm::SmallVector<const Expr *, 4> Parts{V.Load};
    for (const auto &Guard : V.Guards)
      Parts.push_back(Guard.first);
    if (V.Fill)
      Parts.push_back(V.Fill);
    // One that cannot be edited may share its statements with others.
    if (!Use || !Value || Text.text(*Use) != V.Var->getName() ||
        llvm::any_of(Parts,
                     [&](const Expr *Part) {
                       return !meansTheSame(textOf(Part).value_or("//"),
                                            Part->getBeginLoc(),
                                            V.Use->getBeginLoc());
                     }) ||
        !isAllText(*V.Var, V.Sets.front(), V.Use))
      return std::nullopt;
    Edits.push_back({*Use, *Value});
    for (const Stmt *Set : V.Sets) {
      if (!Removed.insert(Set).second)
        continue;
      std::optional<TextEdit> Edit = removal(Set);
      if (!Edit)
        return std::nullopt;
      Gone.push_back(Edit->Range);
      Edits.push_back(std::move(*Edit));
    }
  }
  for (const TextEdit &Edit : PointerUses)
    if (llvm::none_of(Gone, [&](const TextRange &Range) {
          return Range.contains(Edit.Range);
        }))
      Edits.push_back(Edit);
  if (Edits.empty())
    return std::nullopt;
  return Text.change(Loop.getBeginLoc(), Edits);
}

std::optional<tooling::AtomicChange>
inlineValues(const LoopCandidate &Candidate, ASTContext &Ctx,
             bool PointersToo) {
  ValueInliner Inliner(Candidate, Ctx);
  if (PointersToo) {
    std::vector<MovingPointer> Pointers = findMovingPointers(Candidate, Ctx);
    if (Pointers.empty())
      return std::nullopt;
    Inliner.addPointers(std::move(Pointers));
  }
  return Inliner.run();
}

//===- Where pointers have come to, as text -----------------------------===//

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
