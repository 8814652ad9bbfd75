//===- Spelling.cpp - Types, addresses and next values as text ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "Builds/MacroTable.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

llvm::StringRef inWords(unsigned Count) {
  static constexpr llvm::StringLiteral Words[] = {
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  return Words[Count];
}

/// \p D is `operator&` of one operand: a member of \p Tag, or one that takes
/// it.
static bool isAddressOf(const NamedDecl *D, const TagDecl &Tag) {
  const FunctionDecl *F = D ? D->getUnderlyingDecl()->getAsFunction() : nullptr;
  if (!F || F->getOverloadedOperator() != OO_Amp)
    return false;
  if (isa<CXXMethodDecl>(F))
    return F->getNumParams() == 0;
  if (F->getNumParams() != 1)
    return false;
  QualType Taken = F->getParamDecl(0)->getType().getNonReferenceType();
  const TagDecl *Of = Taken->getAsTagDecl();
  return Taken->isDependentType() ||
         (Of && Of->getCanonicalDecl() == Tag.getCanonicalDecl());
}

/// `&` of an object of \p Tag calls a function: a member, or one that stands
/// beside the class or is its friend.
static bool hasOwnAddressOf(const TagDecl &Tag) {
  const DeclarationName Amp =
      Tag.getASTContext().DeclarationNames.getCXXOperatorName(OO_Amp);
  auto Declares = [&](const DeclContext &Scope) {
    return llvm::any_of(Scope.lookup(Amp), [&](const NamedDecl *D) {
      return isAddressOf(D, Tag);
    });
  };
  for (const DeclContext *C = Tag.getDeclContext(); C; C = C->getParent())
    if (C->isFileContext() && Declares(*C->getPrimaryContext()))
      return true;
  const auto *Record = dyn_cast<CXXRecordDecl>(&Tag);
  if (!Record || !Record->hasDefinition())
    return false;
  Record = Record->getDefinition();
  return Declares(*Record) ||
         llvm::any_of(Record->friends(),
                      [&](const FriendDecl *Friend) {
                        return isAddressOf(Friend->getFriendDecl(), Tag);
                      }) ||
         llvm::any_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
           return Of && hasOwnAddressOf(*Of);
         });
}

std::string addressOfText(QualType Type, llvm::StringRef Text) {
  const TagDecl *Tag = Type.isNull() ? nullptr : Type->getAsTagDecl();
  return Tag && hasOwnAddressOf(*Tag)
             ? ("__builtin_addressof(" + Text + ")").str()
             : ("&" + Text).str();
}

std::optional<std::string> addressOf(const Expr *Object,
                                     const SourceText &Text) {
  std::optional<std::string> Whole = Text.text(Object);
  if (!Whole)
    return std::nullopt;
  const Expr *Bare = Object->IgnoreParens();
  // Only what the user spelled here: a macro's parts are not ours to take.
  if (!Bare->getBeginLoc().isMacroID() && !Bare->getEndLoc().isMacroID()) {
    if (const auto *Op = dyn_cast<UnaryOperator>(Bare);
        Op && Op->getOpcode() == UO_Deref) {
      const Expr *Inner = Op->getSubExpr()->IgnoreParens();
      return Text.text(Inner->getBeginLoc().isMacroID() ? Op->getSubExpr()
                                                        : Inner);
    }
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(Bare)) {
      const auto *Index =
          dyn_cast<IntegerLiteral>(subscriptIndex(*Sub)->IgnoreParenImpCasts());
      if (Index && Index->getValue() == 0 &&
          subscriptBase(*Sub)
              ->IgnoreParenImpCasts()
              ->getType()
              ->isPointerType())
        return Text.text(subscriptBase(*Sub));
    }
  }
  if (Bare == Object && isa<ConditionalOperator>(Bare))
    return addressOfText(Object->getType(), "(" + *Whole + ")");
  return addressOfText(Object->getType(), *Whole);
}

bool namesTemplateParameter(QualType Type) {
  struct Finder : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *) override {
      Found = true;
      return false;
    }
  } F;
  F.TraverseType(Type);
  return F.Found;
}

std::string spelled(QualType Type, const ASTContext &Ctx) {
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.adjustForCPlusPlus();
  if (Type->getAs<PredefinedSugarType>())
    Type = Type.getCanonicalType();
  return Type.getUnqualifiedType().getAsString(Policy);
}

std::optional<std::string> quotedElementType(const VarDecl &Tile,
                                             const SourceText &Text) {
  if (const TypeSourceInfo *Info = Tile.getTypeSourceInfo()) {
    TypeLoc Loc = Info->getTypeLoc();
    while (true) {
      Loc = Loc.getUnqualifiedLoc(); // of `T *const in`
      if (auto Array = Loc.getAs<ArrayTypeLoc>())
        Loc = Array.getElementLoc();
      else if (auto Pointer = Loc.getAs<PointerTypeLoc>())
        Loc = Pointer.getPointeeLoc();
      else if (auto Reference = Loc.getAs<ReferenceTypeLoc>())
        Loc = Reference.getPointeeLoc();
      else if (auto Parens = Loc.getAs<ParenTypeLoc>())
        Loc = Parens.getInnerLoc();
      else if (auto Attributed = Loc.getAs<AttributedTypeLoc>())
        Loc = Attributed.getModifiedLoc();
      else
        break;
    }
    // A typedef of an array has no element to quote.
    if (!Loc.getType()->isArrayType() && !Loc.getType()->isPointerType() &&
        !Loc.getType()->getContainedAutoType())
      if (std::optional<TextRange> R =
              Text.range(Loc.getUnqualifiedLoc().getSourceRange()))
        return Text.text(*R).str();
  }
  return std::nullopt;
}

std::string elementType(const VarDecl &Tile, const SourceText &Text,
                        const ASTContext &Ctx) {
  return quotedElementType(Tile, Text)
      .value_or(spelled(namedElement(Tile, Ctx), Ctx));
}

/// What the declaration of \p Tile, an object of a class template, passes to
/// the template for the type \p Type of a member.
static std::optional<std::string>
templateArgument(QualType Type, const VarDecl &Tile, const SourceText &Text) {
  const auto *Param = Type->getAs<SubstTemplateTypeParmType>();
  const auto *Class = Param ? dyn_cast<ClassTemplateSpecializationDecl>(
                                  Param->getAssociatedDecl())
                            : nullptr;
  const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
  if (!Class || !Info || Tile.getType()->getAsCXXRecordDecl() != Class)
    return std::nullopt;
  auto Loc = Info->getTypeLoc()
                 .getUnqualifiedLoc()
                 .getAsAdjusted<TemplateSpecializationTypeLoc>();
  if (!Loc || Param->getIndex() >= Loc.getNumArgs())
    return std::nullopt;
  std::optional<TextRange> R =
      Text.range(Loc.getArgLoc(Param->getIndex()).getSourceRange());
  return R ? std::optional(Text.text(*R).str()) : std::nullopt;
}

/// What \p Member, of a class template, calls the parameter of its class that
/// \p Type is; nothing if it is no such.
static std::optional<std::string> classParameter(QualType Type,
                                                 const FunctionDecl &Member) {
  const auto *Param = Type->getAs<SubstTemplateTypeParmType>();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Member);
  const FunctionDecl *Pattern = Member.getTemplateInstantiationPattern();
  if (!Param || !Method || !Pattern ||
      Param->getAssociatedDecl() != Method->getParent())
    return std::nullopt;
  const IdentifierInfo *Name = Param->getReplacedParameter()->getIdentifier();
  // Out of the class, the parameters may have other names.
  if (Pattern->isOutOfLine()) {
    if (Pattern->getNumTemplateParameterLists() != 1 ||
        Param->getIndex() >= Pattern->getTemplateParameterList(0)->size())
      return std::nullopt;
    Name = Pattern->getTemplateParameterList(0)
               ->getParam(Param->getIndex())
               ->getIdentifier();
  }
  return Name ? std::optional(Name->getName().str()) : std::nullopt;
}

std::optional<std::string> typeOf(const Expr *E, const VarDecl *Tile,
                                  const SourceText &Text,
                                  const ASTContext &Ctx) {
  QualType Type = accessType(E, Ctx);
  // What no type says is converted to that of the tile, sooner or later.
  if (Tile && !Tile->getType()->getContainedAutoType() &&
      (hiddenChoice(*E)
           ? Ctx.hasSameUnqualifiedType(Type, namedElement(*Tile, Ctx))
           : isSameForAll(Type, namedElement(*Tile, Ctx))))
    if (std::optional<std::string> Quoted = quotedElementType(*Tile, Text))
      return Quoted;
  if (Type->isDependentType())
    return std::nullopt;
  if (!namesTemplateParameter(Type))
    return spelled(Type, Ctx);
  const auto *Function =
      Tile ? dyn_cast<FunctionDecl>(Tile->getDeclContext()) : nullptr;
  if (!Function)
    return std::nullopt;
  // Of a class template that is no matter of the kernel's own parameters.
  if (!Function->isTemplateInstantiation())
    return spelled(Type.getCanonicalType(), Ctx);
  if (std::optional<std::string> Name = classParameter(Type, *Function))
    return Name;
  return templateArgument(Type, *Tile, Text);
}

/// Qualifiers in front of the type that \p Loc points to: they have no place
/// of their own, so the text of `const T *` is `T *`.
static std::string leadingQualifiers(TypeLoc Loc, const SourceText &Text) {
  std::optional<TextRange> Whole = Text.range(Loc.getSourceRange());
  Loc = Loc.getUnqualifiedLoc();
  if (!Loc.getAs<PointerTypeLoc>())
    return "";
  while (auto Pointer = Loc.getUnqualifiedLoc().getAs<PointerTypeLoc>())
    Loc = Pointer.getPointeeLoc();
  Qualifiers Quals = Loc.getType().getLocalQualifiers();
  std::optional<TextRange> Name =
      Text.range(Loc.getUnqualifiedLoc().getSourceRange());
  if (!Whole || !Name || Quals.empty())
    return "";
  // `T const *` has them behind the name.
  llvm::StringRef Behind = Text.text({Name->End, Whole->End}).split('*').first;
  std::string Out;
  if (Quals.hasConst() && !Behind.contains("const"))
    Out += "const ";
  if (Quals.hasVolatile() && !Behind.contains("volatile"))
    Out += "volatile ";
  return Out;
}

/// `const T *Name`, of a pointer that is declared behind others.
static std::optional<std::string> declareAlone(const TypeSourceInfo &Info,
                                               llvm::StringRef Name, bool Const,
                                               const SourceText &Text) {
  std::string Out = (Const ? "const " : "") + Name.str();
  TypeLoc Base = Info.getTypeLoc().getUnqualifiedLoc();
  while (auto Pointer = Base.getAs<PointerTypeLoc>()) {
    Base = Pointer.getPointeeLoc();
    Out.insert(0, "*");
    if (Base.getType()->isPointerType() && Base.getType().hasQualifiers())
      return std::nullopt;
  }
  std::optional<TextRange> R =
      Text.range(Base.getUnqualifiedLoc().getSourceRange());
  if (!R || Base.getType().isVolatileQualified())
    return std::nullopt;
  return (Base.getType().isConstQualified() ? "const " : "") +
         Text.text(*R).str() + " " + Out;
}

std::optional<unsigned> placeOfAlignas(const VarDecl &Tile,
                                       const SourceText &Text) {
  const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
  std::optional<TextRange> Whole = Text.range(Tile.getSourceRange()),
                           Type = Info ? Text.range(SourceRange(
                                             Info->getTypeLoc().getBeginLoc()))
                                       : std::nullopt;
  if (!Whole || !Type)
    return std::nullopt;
  // Behind `static`, or `const`, is no place for it.
  llvm::StringRef Before = Text.text({Whole->Begin, Type->Begin});
  return Before.trim().contains(' ') ? Whole->Begin : Type->Begin;
}

/// `T x[N][4]`, in the words of the declaration: N is another number in another
/// instantiation or build.
static std::optional<std::string> declareArray(const TypeSourceInfo &Info,
                                               llvm::StringRef Name,
                                               const SourceText &Text) {
  std::string Bounds;
  TypeLoc At = Info.getTypeLoc();
  while (auto Array = At.getAs<ArrayTypeLoc>()) {
    std::optional<TextRange> R = Text.range(Array.getBracketsRange());
    if (!R)
      return std::nullopt;
    Bounds += Text.text(*R);
    At = Array.getElementLoc();
  }
  std::optional<TextRange> Element = Text.range(At.getSourceRange());
  if (Bounds.empty() || !Element || At.getType()->isPointerType() ||
      At.getType().hasLocalQualifiers())
    return std::nullopt;
  return Text.text(*Element).str() + " " + Name.str() + Bounds;
}

/// `COUNT(col) = 0;`, where another build may have another COUNT.
static bool isDeclaredElsewhereOtherwise(const VarDecl &Var,
                                         const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation At = Var.getLocation();
  return At.isMacroID() &&
         MacroTable::of(Ctx).mayBeOther(Lexer::getSourceText(
             CharSourceRange::getTokenRange(SM.getExpansionLoc(At)), SM,
             Ctx.getLangOpts()));
}

/// What `auto` or `auto *` of \p Type stands for, by the alias that the user
/// has for it: another build may have another type behind that. None: it has
/// none that can be named everywhere.
static std::optional<std::string> aliasOf(QualType Type) {
  const auto *Deduced = Type->getContainedAutoType();
  if (!Deduced || Deduced->getDeducedType().isNull())
    return std::nullopt;
  QualType Named = Deduced->getDeducedType();
  std::string Behind;
  if (Type->isPointerType()) {
    if (!isa<AutoType>(Type.getTypePtr()))
      return std::nullopt;
    Named = Named->getPointeeType();
    Behind = " *";
  }
  const auto *Alias = dyn_cast<TypedefType>(Named.getTypePtr());
  if (!Alias || !Alias->getDecl()->getDeclContext()->isFileContext() ||
      Alias->getDecl()->isInAnonymousNamespace() ||
      (Behind.empty() && Named.hasLocalQualifiers()) ||
      Named.isLocalVolatileQualified())
    return std::nullopt;
  return (Named.isLocalConstQualified() ? "const " : "") +
         Alias->getDecl()->getQualifiedNameAsString() + Behind;
}

std::optional<std::string> declare(const VarDecl &Var, llvm::StringRef Name,
                                   bool Const, const SourceText &Text,
                                   const ASTContext &Ctx) {
  QualType Type = Var.getType();
  if (Type->isReferenceType() || isDeclaredElsewhereOtherwise(Var, Ctx))
    return std::nullopt;
  if (const TypeSourceInfo *Info = Var.getTypeSourceInfo();
      Info && Type->isArrayType() && !Const)
    if (std::optional<std::string> Array = declareArray(*Info, Name, Text))
      return Array;
  if (namesTemplateParameter(Type) || Type->isDependentType()) {
    // Quote the declaration, if it declares one plain variable. `auto` would
    // be deduced anew, and wider.
    if (Type->getContainedAutoType())
      return std::nullopt;
    const TypeSourceInfo *Info = Var.getTypeSourceInfo();
    std::optional<TextRange> R =
        Info ? Text.range(Info->getTypeLoc().getSourceRange()) : std::nullopt;
    if (!R || Type->isArrayType())
      return std::nullopt;
    std::string Spelled = Text.text(*R).str();
    if (Spelled.find(',') != std::string::npos && Type->isPointerType())
      return declareAlone(*Info, Name, Const, Text);
    char Last = Spelled.back();
    if (Const && !Type->isPointerType())
      return "const " + Spelled + " " + Name.str();
    return leadingQualifiers(Info->getTypeLoc(), Text) + Spelled +
           (Last == '*' ? "" : " ") + (Const ? "const " : "") + Name.str();
  }
  // `unsigned` stays `unsigned`: quote the type where it is a plain name.
  if (const TypeSourceInfo *Info = Var.getTypeSourceInfo();
      Info && !Type->isPointerType() && !Type->isArrayType() &&
      !Type->getContainedAutoType()) {
    std::optional<TextRange> R =
        Text.range(Info->getTypeLoc().getUnqualifiedLoc().getSourceRange());
    if (R && Text.text(*R).find_first_of(",\n/") == llvm::StringRef::npos)
      return (Const ? "const " : "") + Text.text(*R).str() + " " + Name.str();
  }
  Type = Type.getUnqualifiedType();
  if (const std::optional<std::string> Alias = aliasOf(Type))
    return Alias->back() == '*'
               ? *Alias + (Const ? "const " : "") + Name.str()
               : (Const ? "const " : "") + *Alias + " " + Name.str();
  if (const auto *Deduced = Type->getContainedAutoType())
    if (!Deduced->getDeducedType().isNull())
      Type = Type.getCanonicalType();
  std::string Out = Name.str();
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.adjustForCPlusPlus();
  if (Const)
    Type = Type.withConst();
  Type.getAsStringInternal(Out, Policy);
  return Out;
}

std::string parenthesized(const Expr *E, llvm::StringRef Text) {
  const Expr *Bare = E->IgnoreImpCasts();
  // A macro's expansion may hold any operator, whatever its name looks like.
  bool Loose = isa<BinaryOperator, AbstractConditionalOperator>(Bare) ||
               (Bare->getBeginLoc().isMacroID() && !isa<ParenExpr>(Bare) &&
                !isa<IntegerLiteral>(Bare));
  return Loose ? ("(" + Text + ")").str() : Text.str();
}

bool isSummand(const Expr *E) {
  const Expr *Bare = E->IgnoreImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(Bare);
  return Op && (Op->isMultiplicativeOp() || Op->isAdditiveOp()) &&
         !Op->getOperatorLoc().isMacroID();
}

std::pair<const Expr *, bool> withoutNegation(const Expr *E, bool IsTrue) {
  // `!(!a)` is a, but `!a` stays as the user wrote it.
  const auto *Not = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (IsTrue || !Not || Not->getOpcode() != UO_LNot ||
      E->getBeginLoc().isMacroID() || Not->getBeginLoc().isMacroID())
    return {E, IsTrue};
  return {Not->getSubExpr()->IgnoreParenImpCasts(), true};
}

/// \p Operand as the right side of \p Opcode, in parentheses where needed.
static std::string rightOperand(const Expr *Operand, llvm::StringRef Text,
                                BinaryOperatorKind Opcode) {
  const auto *Inner = dyn_cast<BinaryOperator>(Operand->IgnoreImpCasts());
  // k + a * b needs none, even if a is a macro; k - (a + b) does.
  if (Inner && !Inner->getOperatorLoc().isMacroID() &&
      Inner->isMultiplicativeOp() && (Opcode == BO_Add || Opcode == BO_Sub))
    return Text.str();
  return parenthesized(Operand, Text);
}

std::optional<std::string> nextValue(const Expr *Update,
                                     const SourceText &Text) {
  Update = Update->IgnoreParens();
  if (const auto *Op = dyn_cast<UnaryOperator>(Update)) {
    std::optional<std::string> Var = Text.text(Op->getSubExpr());
    if (!Var)
      return std::nullopt;
    return *Var + (Op->isIncrementOp() ? " + 1" : " - 1");
  }
  const auto *Op = cast<BinaryOperator>(Update);
  std::optional<std::string> Right = Text.text(Op->getRHS());
  std::optional<std::string> Left = Text.text(Op->getLHS());
  if (!Right || !Left)
    return std::nullopt;
  if (Op->getOpcode() == BO_Assign)
    return Right;
  BinaryOperatorKind Opcode =
      BinaryOperator::getOpForCompoundAssignment(Op->getOpcode());
  return *Left + " " + BinaryOperator::getOpcodeStr(Opcode).str() + " " +
         rightOperand(Op->getRHS(), *Right, Opcode);
}

std::optional<std::string>
renamed(const Expr *E,
        const llvm::DenseMap<const VarDecl *, std::string> &Names,
        const SourceText &Text) {
  std::optional<TextRange> Range = Text.range(E);
  if (!Range)
    return std::nullopt;
  std::vector<TextEdit> Edits;
  bool Cut = false;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    // `n--` of a loop condition: whoever asks early must not count.
    if (const auto *Op = dyn_cast<UnaryOperator>(S); Op && Op->isPostfix()) {
      std::optional<TextRange> Step = Text.range(Op);
      std::optional<std::string> Operand =
          renamed(Op->getSubExpr(), Names, Text);
      if (Step && Operand)
        Edits.push_back({*Step, *Operand});
      else
        Cut = true;
      return;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        if (auto It = Names.find(Var); It != Names.end()) {
          // Inside a macro's argument the use has a place in the file too.
          std::optional<TextRange> Use = Text.range(Ref->getSourceRange());
          if (!Use || Text.text(*Use) != Var->getName())
            Cut = true;
          else if (llvm::none_of(Edits, [&](const TextEdit &Edit) {
                     return Edit.Range.Begin == Use->Begin;
                   }))
            Edits.push_back({*Use, It->second});
        }
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  Visit(Visit, E);
  if (Cut)
    return std::nullopt;
  return Text.edited(*Range, std::move(Edits));
}

} // namespace cudapipe
