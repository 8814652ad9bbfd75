//===- ReturnedText.cpp - A function's text with values put in ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// The C++ precedences; a higher one binds tighter.
enum : unsigned {
  Choice = 1,
  LogicalOr = 2,
  LogicalAnd = 3,
  Bitwise = 4,
  Equality = 5,
  Relation = 6,
  Shift = 7,
  Sum = 8,
  Product = 9,
  Prefix = 10,
  Postfix = 11,
  Whole = 12
};

static unsigned levelOf(const BinaryOperator &Op) {
  if (Op.isMultiplicativeOp())
    return Product;
  if (Op.isAdditiveOp())
    return Sum;
  if (Op.isShiftOp())
    return Shift;
  if (Op.isRelationalOp())
    return Relation;
  if (Op.isEqualityOp())
    return Equality;
  if (Op.isBitwiseOp())
    return Bitwise;
  return Op.getOpcode() == BO_LAnd  ? LogicalAnd
         : Op.getOpcode() == BO_LOr ? LogicalOr
                                    : 0;
}

std::optional<BinaryOperatorKind> oppositeOf(const Expr *E) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Op || !Op->isComparisonOp() || Op->getOpcode() == BO_Cmp ||
      Op->getBeginLoc().isMacroID() || Op->getEndLoc().isMacroID() ||
      !Op->getLHS()->getType()->isIntegerType() ||
      !Op->getRHS()->getType()->isIntegerType())
    return std::nullopt;
  return BinaryOperator::negateComparisonOp(Op->getOpcode());
}

ReturnedText::ReturnedText(const FunctionDecl &Function, const ASTContext &Ctx)
    : Function(Function), Ctx(Ctx),
      Text(Ctx.getSourceManager().getFileID(
               Ctx.getSourceManager().getExpansionLoc(Function.getLocation())),
           Ctx),
      Found(Function.getBody()) {}

unsigned ReturnedText::levelOf(const Expr *E) const {
  E = E->IgnoreImplicit();
  // A macro's expansion may hold any operator, whatever its name looks like.
  if (E->getBeginLoc().isMacroID() && !isa<ParenExpr, IntegerLiteral>(E))
    return 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    auto It = Values.find(Ref->getDecl());
    return It == Values.end() ? Whole : levelOf(It->second);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return cudapipe::levelOf(*Op);
  if (isa<AbstractConditionalOperator>(E))
    return Choice;
  if (const auto *Op = dyn_cast<UnaryOperator>(E); Op && !Op->isPostfix())
    return Prefix;
  if (isa<CStyleCastExpr>(E))
    return Prefix;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return Call->getOperator() == OO_Call || Call->getOperator() == OO_Subscript
               ? unsigned(Whole)
               : 0;
  return Whole;
}

/// How tightly a text in the place of \p Use has to bind.
unsigned ReturnedText::levelAround(const Expr *Use) const {
  const Stmt *Child = Use, *Parent = Found.parentOf(Use);
  while (isa_and_nonnull<ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr>(
             Parent) ||
         (isa_and_nonnull<CXXConstructExpr>(Parent) &&
          cast<CXXConstructExpr>(Parent)->getNumArgs() == 1 &&
          cast<CXXConstructExpr>(Parent)->getSourceRange() ==
              cast<Expr>(Child)->getSourceRange())) {
    Child = Parent;
    Parent = Found.parentOf(Parent);
  }
  if (!Parent || isa<ParenExpr, DeclStmt>(Parent))
    return 0;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(Parent))
    return Sub->getIdx() == Child ? 0 : unsigned(Postfix);
  if (const auto *Op = dyn_cast<BinaryOperator>(Parent)) {
    unsigned Level = cudapipe::levelOf(*Op);
    if (Level == Bitwise || Level == Shift || Level == 0)
      return Whole;
    // a && (b || c), and (a && b) || c for the reader
    if (Level == LogicalOr)
      return Op->getLHS() == Child ? unsigned(LogicalAnd) + 1 : Bitwise;
    return Op->getLHS() == Child ? Level : Level + 1;
  }
  if (isa<ReturnStmt, IfStmt, ConditionalOperator>(Parent))
    return LogicalOr;
  if (isa<UnaryOperator, CStyleCastExpr>(Parent))
    return Prefix;
  if (const auto *Call = dyn_cast<CallExpr>(Parent);
      Call && !isa<CXXOperatorCallExpr>(Call) && Call->getCallee() != Child)
    return Choice;
  return Whole;
}

/// The name at \p At, which may be a macro's argument.
std::optional<TextRange> ReturnedText::placeOf(SourceLocation At) const {
  const SourceManager &SM = Ctx.getSourceManager();
  std::optional<TextRange> Body = Text.range(Function.getBody());
  SourceLocation Spelled = SM.getSpellingLoc(At);
  unsigned Begin = SM.getFileOffset(Spelled);
  TextRange R{
      Begin, Begin + Lexer::MeasureTokenLength(Spelled, SM, Ctx.getLangOpts())};
  if (!Body || SM.getFileID(Spelled) != Text.file() || !Body->contains(R))
    return std::nullopt;
  return R;
}

unsigned ReturnedText::count(const VarDecl *Var) const {
  llvm::DenseSet<SourceLocation> Places;
  for (const DeclRefExpr *Use : Found.usesOf(Var))
    Places.insert(Ctx.getSourceManager().getSpellingLoc(Use->getLocation()));
  return Places.size();
}

void ReturnedText::edit(SourceRange Range, StringRef New) {
  std::optional<TextRange> First = placeOf(Range.getBegin()),
                           Last = placeOf(Range.getEnd());
  if (!First || !Last || First->Begin > Last->Begin) {
    IsLost = true;
    return;
  }
  TextRange R{First->Begin, Last->End};
  // An argument of a macro may be named twice.
  if (llvm::none_of(Edits, [&](const TextEdit &Edit) {
        return Edit.Range.Begin == R.Begin && Edit.Range.End == R.End;
      }))
    Edits.push_back({R, New.str()});
}

void ReturnedText::replace(const VarDecl *Var, StringRef Value, const Expr *E) {
  unsigned Level = levelOf(E);
  for (const DeclRefExpr *Use : Found.usesOf(Var)) {
    bool IsLoose = Use->getLocation().isMacroID() ? Level < Whole
                                                  : Level < levelAround(Use);
    edit(Use->getLocation(), IsLoose ? ("(" + Value + ")").str() : Value.str());
  }
  Values[Var] = E;
}

void ReturnedText::rename(const VarDecl *Var, StringRef Name) {
  for (const DeclRefExpr *Use : Found.usesOf(Var))
    edit(Use->getLocation(), Name);
  if (!isa<ParmVarDecl>(Var))
    edit(Var->getLocation(), Name);
}

void ReturnedText::replaceThis(StringRef Object) {
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    const auto *Member = dyn_cast_or_null<MemberExpr>(S);
    const auto *This =
        Member ? dyn_cast<CXXThisExpr>(Member->getBase()->IgnoreImpCasts())
               : nullptr;
    if (This && Member->hasQualifier())
      IsLost = true;
    else if (This)
      edit({This->isImplicit() ? Member->getMemberLoc() : This->getLocation(),
            Member->getMemberLoc()},
           (Object + Member->getMemberDecl()->getName()).str());
    else if (isa_and_nonnull<CXXThisExpr>(S))
      IsLost = true;
    else if (S)
      for (const Stmt *Child : S->children())
        Self(Self, Child);
  };
  Visit(Visit, Function.getBody());
}

std::optional<std::string> ReturnedText::print(SourceRange Range) const {
  std::optional<TextRange> R = Text.range(Range);
  if (!R || IsLost)
    return std::nullopt;
  std::vector<TextEdit> Inside;
  for (const TextEdit &Edit : Edits)
    if (R->contains(Edit.Range))
      Inside.push_back(Edit);
  return Text.edited(*R, std::move(Inside));
}

std::optional<std::string> ReturnedText::print(const Stmt *S) const {
  return print(S->getSourceRange());
}

/// \p E as a value of the function's result, which is \p Result.
std::optional<std::string> ReturnedText::leaf(const Expr *E, StringRef Result,
                                              QualType Type) const {
  const Expr *Bare = E->IgnoreUnlessSpelledInSource();
  if (const auto *List = dyn_cast<InitListExpr>(E->IgnoreImplicit())) {
    std::optional<std::string> Braces = print(List);
    return Braces ? std::optional(Result.str() + *Braces) : std::nullopt;
  }
  std::optional<std::string> Out = print(Bare);
  if (!Out)
    return std::nullopt;
  QualType Given = Bare->getType();
  // The other one decides what 0 is.
  bool Adapts = isa<IntegerLiteral>(Bare) && Given == Ctx.IntTy &&
                (Type->isRealFloatingType() ||
                 (Type->isIntegerType() &&
                  Ctx.getTypeSize(Type) > Ctx.getTypeSize(Given)));
  if (Ctx.hasSameUnqualifiedType(Given, Type) || Adapts)
    return levelOf(Bare) < LogicalOr ? "(" + *Out + ")" : *Out;
  bool OneWord = llvm::all_of(
      Result, [](char C) { return isAsciiIdentifierContinue(C) || C == ':'; });
  return OneWord ? Result.str() + "(" + *Out + ")"
                 : "static_cast<" + Result.str() + ">(" + *Out + ")";
}

std::optional<std::string>
ReturnedText::condition(const ReturnedValue::Condition &C,
                        unsigned Level) const {
  if (std::optional<BinaryOperatorKind> Other = oppositeOf(C.E);
      Other && !C.IsTrue) {
    const auto *Op = cast<BinaryOperator>(C.E->IgnoreParenImpCasts());
    std::optional<std::string> L = print(Op->getLHS()), R = print(Op->getRHS());
    if (!L || !R)
      return std::nullopt;
    return *L + " " + BinaryOperator::getOpcodeStr(*Other).str() + " " + *R;
  }
  std::optional<std::string> Out = print(C.E->IgnoreUnlessSpelledInSource());
  if (!Out)
    return std::nullopt;
  if (!C.IsTrue)
    return levelOf(C.E) < Prefix ? "!(" + *Out + ")" : "!" + *Out;
  return levelOf(C.E) < Level ? "(" + *Out + ")" : *Out;
}

std::optional<std::string> ReturnedText::print(const ReturnedValue &Value,
                                               StringRef Result,
                                               QualType Type) const {
  if (Value.Leaf)
    return leaf(Value.Leaf, Result, Type);
  unsigned Level = Value.Conditions.size() == 1 ? LogicalOr
                   : Value.AnyHolds             ? Bitwise
                                                : LogicalAnd;
  std::string Out;
  for (const ReturnedValue::Condition &C : Value.Conditions) {
    std::optional<std::string> One = condition(C, Level);
    if (!One)
      return std::nullopt;
    Out += (Out.empty() ? "" : Value.AnyHolds ? " || " : " && ") + *One;
  }
  std::optional<std::string> Then = print(*Value.Then, Result, Type);
  std::optional<std::string> Else = print(*Value.Else, Result, Type);
  if (!Then || !Else)
    return std::nullopt;
  if (!Value.Then->Leaf)
    *Then = "(" + *Then + ")";
  return Out + " ? " + *Then + " : " + *Else;
}

} // namespace cudapipe
