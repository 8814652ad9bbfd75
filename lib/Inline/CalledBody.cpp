//===- CalledBody.cpp - The body of a call, as text -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalledBody.h"
#include "../Rewrite/Layout.h"
#include "Analyze/Pointers/PassedObjects.h"
#include "PassedType.h"
#include "ReturnedText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// The body may change \p Var, a variable of the kernel, in some way.
bool BodyPrinter::isExposed(const VarDecl &Var) const {
  if (Var.getType().isConstQualified())
    return false;
  if (!Var.hasLocalStorage())
    return true;
  return mayChange(&Body, &Var) ||
         llvm::any_of(Call.arguments(),
                      [&](const Expr *Arg) { return mayChange(Arg, &Var); });
}

/// \p Arg may stand wherever \p Param does.
bool BodyPrinter::standsFor(const ParmVarDecl &Param, QualType Wanted,
                            const Expr &Arg) const {
  const Expr *Plain = Arg.IgnoreParenImpCasts();
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(Plain))
    Plain = Value->getReplacement()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Plain);
  if (!Ref && !isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(Plain))
    return false;
  bool ByReference = Wanted->isReferenceType();
  if (ByReference) {
    QualType Bound = Wanted.getNonReferenceType();
    QualType Own =
        Ref ? Ref->getDecl()->getType().getNonReferenceType() : QualType();
    if (!Ref || Site.Ctx.hasSameType(Own, Bound))
      return Ref;
    // A const reference to what is not const, which nobody can tell by values.
    return Wanted->isLValueReferenceType() && Bound == Own.withConst() &&
           readsValuesOnly(&Body, Param);
  }
  if (mayChange(&Body, &Param))
    return false;
  QualType Given = Plain->getType();
  if (Given->isArrayType()) {
    // sizeof and templates see an array where they saw a pointer.
    if (!usesAsArray(&Body, Param))
      return false;
    Given = Site.Ctx.getArrayDecayedType(Given);
  }
  if (Wanted->isPointerType() && Given->isPointerType()) {
    Wanted = Wanted->getPointeeType();
    Given = Given->getPointeeType();
  }
  if (Given.getCanonicalType().getUnqualifiedType() !=
          Wanted.getCanonicalType().getUnqualifiedType() ||
      !staysUnconverted(Call, Param, *Plain))
    return false;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // An array stays where it is.
  return !Var || Var->getType()->isArrayType() || !isExposed(*Var);
}

void BodyPrinter::replace(const NamedDecl &Param, StringRef Value) {
  const SourceManager &SM = Site.Ctx.getSourceManager();
  TextRange Whole = Text.range(&Body).value_or(TextRange{0, 0});
  std::set<unsigned> Places; // An argument of a macro may be named twice.
  for (SourceLocation Use : Inside.usesOf(Param)) {
    SourceLocation At = SM.getSpellingLoc(Use);
    unsigned Begin = SM.getFileOffset(At);
    IsLost |= SM.getFileID(At) != Text.file() || Begin < Whole.Begin ||
              Begin >= Whole.End;
    Places.insert(Begin);
  }
  for (unsigned At : Places)
    Edits.push_back({{At, At + unsigned(Param.getName().size())}, Value.str()});
}

/// What \p Arg passes, a default too.
static const Expr &givenBy(const Expr &Arg) {
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(&Arg);
  return Default ? *Default->getExpr() : Arg;
}

/// The text of \p Arg. A default is read at the function, so that only numbers
/// mean the same at the call.
std::optional<std::string> BodyPrinter::valueOf(const Expr &Arg) const {
  if (!isa<CXXDefaultArgExpr>(Arg))
    return Site.Text.text(&Arg);
  const Expr *Bare = givenBy(Arg).IgnoreParenImpCasts();
  if (!isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(Bare) ||
      Bare->getBeginLoc().isMacroID())
    return std::nullopt;
  return Text.text(Bare);
}

bool BodyPrinter::pass(const ParmVarDecl &Param, QualType Type,
                       const Expr &Arg) {
  std::optional<std::string> Value = valueOf(Arg);
  if (!Value)
    return false;
  Passed.push_back({&Param, &Arg, PassedArgument::NotNamed});
  if (Param.getName().empty())
    return !Arg.HasSideEffects(Site.Ctx);
  // In the body the argument's names would mean something else.
  for (const std::string &Name : namesIn(*Value))
    if (Inside.declares(Name))
      return false;
  if (standsFor(Param, Type, givenBy(Arg))) {
    replace(Param, *Value);
    Passed.back().How = PassedArgument::ByName;
    return true;
  }
  Passed.back().How = PassedArgument::AsVariable;
  std::optional<TextRange> Range = Text.range(Param.getSourceRange());
  if (!Range || Param.isParameterPack() ||
      Param.getOriginalType()->isArrayType())
    return false;
  unsigned At = Site.Ctx.getSourceManager().getFileOffset(Param.getLocation());
  if (Param.hasDefaultArg()) {
    // Less the default, if nothing else stands behind the name.
    unsigned End = At + Param.getName().size();
    if (!Text.text({End, Range->End}).ltrim().starts_with("="))
      return false;
    Range->End = End;
  }
  // Its type has to mean the same in the kernel.
  for (const std::string &Word : namesIn(Text.text(*Range)))
    if (Word != Param.getName() && Foreign.count(Word))
      return false;
  std::string Name = Param.getName().str();
  // `int k = k + 1;` would read itself.
  if (namesIn(*Value).count(Name)) {
    Name += "_arg";
    replace(Param, Name);
  }
  std::optional<std::string> Declaration = Text.edited(
      *Range, {{{At, At + unsigned(Param.getName().size())}, Name}});
  if (!Declaration || Inside.declares(Name))
    return false;
  Declarations += *Declaration + " = " + *Value + ";\n";
  Declared.insert(Name);
  return true;
}

PassedCall BodyPrinter::passedTo(const FunctionDecl &Function) const {
  PassedCall Out{&Call, Function.getBody(), Passed};
  for (auto [I, Argument] : llvm::enumerate(Out.Arguments))
    Argument.Param = Function.getParamDecl(I);
  return Out;
}

/// What only its place gives a meaning.
bool hasDirectives(StringRef Code) {
  llvm::SmallVector<StringRef> Lines;
  Code.split(Lines, '\n');
  return llvm::any_of(Lines, [](StringRef Line) {
    return Line.ltrim().starts_with("#") &&
           !Line.ltrim().drop_front().ltrim().starts_with("pragma");
  });
}

void BodyPrinter::edit(SourceRange Range, StringRef New) {
  std::optional<TextRange> R = Text.range(Range);
  if (R)
    Edits.push_back({*R, New.str()});
  else
    IsLost = true;
}

void BodyPrinter::passObject(StringRef Object) {
  struct Visitor : DynamicRecursiveASTVisitor {
    Visitor() { ShouldVisitImplicitCode = true; }
    bool VisitMemberExpr(MemberExpr *Member) override {
      if (const auto *This =
              dyn_cast<CXXThisExpr>(Member->getBase()->IgnoreImpCasts()))
        Members.emplace_back(Member, This);
      return true;
    }
    bool VisitCXXThisExpr(CXXThisExpr *) override {
      ++Count;
      return true;
    }
    std::vector<std::pair<const MemberExpr *, const CXXThisExpr *>> Members;
    unsigned Count = 0;
  } V;
  V.TraverseStmt(const_cast<CompoundStmt *>(&Body));
  IsLost |= V.Count != V.Members.size();
  for (auto [Member, This] : V.Members) {
    IsLost |= Member->hasQualifier() || Member->getMemberLoc().isMacroID();
    edit({This->isImplicit() ? Member->getMemberLoc() : This->getLocation(),
          Member->getMemberLoc()},
         (Object + Member->getMemberDecl()->getName()).str());
  }
}

std::optional<std::string> BodyPrinter::edited(TextRange Range) const {
  std::vector<TextEdit> Inside;
  for (const TextEdit &Edit : Edits)
    if (Range.contains(Edit.Range))
      Inside.push_back(Edit);
  return Text.edited(Range, std::move(Inside));
}

/// What holds where the body goes on behind \p Early.
std::optional<std::string>
BodyPrinter::otherwise(const EarlyReturn &Early) const {
  std::string Out;
  auto All = Early.otherwise();
  for (const ReturnedValue::Condition &C : All) {
    std::optional<TextRange> Range = Text.range(C.E);
    std::optional<std::string> One = Range ? edited(*Range) : std::nullopt;
    if (!One)
      return std::nullopt;
    if (std::optional<BinaryOperatorKind> Other = oppositeOf(C.E);
        Other && !C.IsTrue) {
      const auto *Op = cast<BinaryOperator>(C.E->IgnoreParenImpCasts());
      std::optional<TextRange> L = Text.range(Op->getLHS()),
                               R = Text.range(Op->getRHS());
      std::optional<std::string> Left = L ? edited(*L) : std::nullopt,
                                 Right = R ? edited(*R) : std::nullopt;
      if (!Left || !Right)
        return std::nullopt;
      One = *Left + " " + BinaryOperator::getOpcodeStr(*Other).str() + " " +
            *Right;
    } else if (!C.IsTrue) {
      bool IsWord = llvm::all_of(
          *One, [](char Ch) { return isAsciiIdentifierContinue(Ch); });
      One = IsWord ? "!" + *One : "!(" + *One + ")";
    }
    Out += (Out.empty() ? "" : " && ") + *One;
  }
  return Out;
}

/// The text of \p Range, with what stands behind the returns of \p Early in
/// their other branch.
std::optional<std::string>
BodyPrinter::lines(TextRange Range, llvm::ArrayRef<EarlyReturn> Early) const {
  if (Early.empty())
    return edited(Range);
  const EarlyReturn &First = Early.front();
  const Stmt *Then = First.If->getThen();
  std::optional<TextRange> If = Text.range(First.If);
  std::optional<TextRange> Cond = Text.range(First.If->getCond());
  std::optional<TextRange> Branch = Text.range(Then);
  std::optional<TextRange> Return = Text.range(First.Return);
  if (!If || !Cond || !Branch || !Return)
    return std::nullopt;
  unsigned End = Text.code().find(';', Return->Begin) + 1;
  if (isa<CompoundStmt>(Then))
    End = Branch->End;
  std::optional<std::string> Rest =
      lines({Text.endOfTrivia(End), Range.End}, Early.drop_front());
  if (!Rest)
    return std::nullopt;
  StringRef Indent = Text.indentAt(If->Begin);
  const std::string Unit = indentUnit(Text.code());
  std::string Inner = (Indent + Unit).str();
  std::string Behind = unindented(*Rest);
  while (StringRef(Behind).ends_with("\n"))
    Behind.pop_back();
  // A brace in its own line stays in one.
  bool HasBlock = isa<CompoundStmt>(Then);
  bool IsAllman =
      HasBlock &&
      Text.text({Text.lineStart(Branch->Begin), Branch->Begin}).trim().empty();
  std::string Open = IsAllman ? "\n" + Indent.str() + "{\n" : " {\n";
  std::string Close = "\n" + Indent.str() + "}\n";
  if (First.IsAlone) {
    std::optional<std::string> Head = edited({Range.Begin, Cond->Begin});
    std::optional<std::string> Goes = otherwise(First);
    if (!Head || !Goes)
      return std::nullopt;
    return *Head + *Goes + ")" + Open + reindent(Behind, "", Inner) + Close;
  }
  std::optional<std::string> Head = edited({Range.Begin, Return->Begin});
  if (!Head)
    return std::nullopt;
  std::string Else =
      IsAllman ? Close + Indent.str() + "else" : "\n" + Indent.str() + "} else";
  return StringRef(*Head).rtrim().str() + Else + Open +
         reindent(Behind, "", Inner) + Close;
}

std::optional<CalledText> BodyPrinter::print() {
  std::optional<TextRange> Range = Text.range(&Body);
  std::optional<std::vector<EarlyReturn>> Early = earlyReturnsOf(Body);
  if (!Range || !Inside.canMove() || !Early || IsLost ||
      dependsOnPlace(&Body, Site.Ctx.getSourceManager()))
    return std::nullopt;
  TextRange Between{Range->Begin + 1, Range->End - 1};
  if (!Body.body_empty() && isLastReturn(Body.body_back(), Body)) {
    std::optional<TextRange> Return = Text.range(Body.body_back());
    if (!Return)
      return std::nullopt;
    Between.End = Return->Begin;
  }
  if (hasDirectives(Text.text(Between)) || Text.hasConditionals(Between))
    return std::nullopt;
  std::optional<std::string> Lines = lines(Between, *Early);
  if (!Lines)
    return std::nullopt;
  CalledText Out;
  Out.Body = Declarations + unindented(*Lines);
  Out.PragmasAtLineStart = hasPragmasAtLineStart(*Lines);
  Out.Declares = Inside.outermost();
  Out.Declares.insert(Declared.begin(), Declared.end());
  Out.Means = namesIn(Out.Body);
  for (const std::string &Name : Inside.all())
    Out.Means.erase(Name);
  Out.Means.merge(Inside.outside());
  return Out;
}

} // namespace cudapipe
