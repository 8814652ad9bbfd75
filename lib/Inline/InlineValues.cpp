//===- InlineValues.cpp - Loads where they are stored ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/InlineValues.h"
#include "../Rewrite/Spelling.h"
#include "BodyNames.h"
#include "ValueInliner.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

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
      Text.hasConditionals({From->Begin, To->End}))
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
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  for (const TextEdit &Edit : Edits)
    if (llvm::Error Overlap =
            Change.replace(SM,
                           SM.getLocForStartOfFile(Text.file())
                               .getLocWithOffset(Edit.Range.Begin),
                           Edit.Range.End - Edit.Range.Begin, Edit.Text)) {
      llvm::consumeError(std::move(Overlap));
      return std::nullopt;
    }
  return Change;
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

} // namespace cudapipe
