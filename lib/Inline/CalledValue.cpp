//===- CalledValue.cpp - What a call returns, as text ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalledValue.h"
#include "../Rewrite/Spelling.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "BodyNames.h"
#include "PassedType.h"
#include "ReturnedText.h"
#include "SameCallee.h"
#include "TemplateText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// A text that is short enough to stand in two places.
constexpr size_t Short = 16;

class ValuePrinter {
public:
  ValuePrinter(const CallExpr &Call, const FunctionDecl &Function,
               const CallSite &Site, bool MayDeclare, const NameSet &Taken)
      : Call(Call), Function(Function), Site(Site), MayDeclare(MayDeclare),
        Taken(Taken), Text(Function, Site.Ctx),
        Templates(Call, Function, Site) {}

  std::optional<CalledValue> print();

private:
  bool passObject();
  bool pass(const ParmVarDecl &Param, const Expr &Arg);
  bool place(const Stmt *S);
  bool place(const VarDecl &Var);
  bool declare(const VarDecl &Var, StringRef Init, const Expr *E, bool Const);
  void freeName(const VarDecl &Var);
  bool changes(const VarDecl &Var) const {
    return !Var.getType().getNonReferenceType().isConstQualified() &&
           mayChange(Function.getBody(), &Var);
  }
  bool mayMove(const Expr *E) const;
  bool standsFor(const Expr *E, const VarDecl &Var) const;

  const CallExpr &Call;
  const FunctionDecl &Function;
  const CallSite &Site;
  const bool MayDeclare;
  const NameSet &Taken;
  ReturnedText Text;
  TemplateText Templates;
  CalledValue Out;
  llvm::DenseMap<const VarDecl *, std::string> Names;
};

/// Nothing in the function changes what \p E reads.
bool ValuePrinter::mayMove(const Expr *E) const {
  auto Reads = [&](auto &&Self, const Stmt *S) -> bool {
    if (!S)
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && Var->getDeclContext() == &Function && changes(*Var))
        return false;
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  return Reads(Reads, E);
}

/// \p E has the type of \p Var without a conversion.
bool ValuePrinter::standsFor(const Expr *E, const VarDecl &Var) const {
  const ASTContext &Ctx = Site.Ctx;
  QualType Wanted = Var.getType().getNonReferenceType();
  const Expr *Plain = stripCopies(E)->IgnoreParens();
  if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(Plain))
    Plain = Value->getReplacement();
  if (const auto *Decay = dyn_cast<ImplicitCastExpr>(Plain)) {
    if (Decay->getCastKind() != CK_ArrayToPointerDecay)
      return false;
    // sizeof and templates see an array where they saw a pointer.
    const auto *Param = dyn_cast<ParmVarDecl>(&Var);
    if (!Param || !usesAsArray(Function.getBody(), *Param))
      return false;
  }
  if (isa<InitListExpr, CXXConstructExpr>(Plain))
    return false;
  QualType Given = Plain->getType();
  while (Wanted->isPointerType() && Given->isPointerType()) {
    Wanted = Wanted->getPointeeType();
    Given = Given->getPointeeType();
  }
  const auto *Param = dyn_cast<ParmVarDecl>(&Var);
  return Ctx.hasSameUnqualifiedType(Wanted, Given) &&
         (Param ? staysUnconverted(Call, *Param, *Plain)
                : hasTypeForAll(*Plain, Var.getType()));
}

/// A name, a number, or a member of a name.
bool isWord(const Expr *E) {
  E = stripCopies(E)->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isWord(Member->getBase());
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
             CXXNullPtrLiteralExpr, SubstNonTypeTemplateParmExpr>(E);
}

bool readsMemory(const Stmt *S) {
  if (!S || isa<PseudoObjectExpr, MSPropertyRefExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->getOpcode() == UO_AddrOf)
    return false;
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  return isa<ArraySubscriptExpr, CallExpr>(S) ||
         (Unary && Unary->getOpcode() == UO_Deref) ||
         llvm::any_of(S->children(), readsMemory);
}

/// Gives \p Var another name if its own is taken.
void ValuePrinter::freeName(const VarDecl &Var) {
  std::string Name = Var.getNameAsString();
  auto IsTaken = [&] { return Taken.count(Name) || Out.Declares.count(Name); };
  if (IsTaken() && Function.getIdentifier())
    Name = (Function.getName() + "_" + Name).str();
  for (unsigned I = 2; IsTaken(); ++I)
    Name = Var.getNameAsString() + "_" + std::to_string(I);
  if (Name != Var.getName())
    Text.rename(&Var, Name);
  Out.Declares.insert(Name);
  Names[&Var] = Name;
}

bool ValuePrinter::declare(const VarDecl &Var, StringRef Init, const Expr *E,
                           bool Const) {
  if (!MayDeclare || Var.getType()->isReferenceType())
    return false;
  freeName(Var);
  std::optional<std::string> Declaration = cudapipe::declare(
      Var, Names[&Var], Const && !Var.getType()->isPointerType(), Text.source(),
      Site.Ctx);
  if (!Declaration || !Templates.putInto(*Declaration))
    return false;
  Out.Before += *Declaration + " = " + Init.str() + ";\n";
  Out.Passed.Before.push_back({&Var, E, nullptr});
  return true;
}

bool ValuePrinter::pass(const ParmVarDecl &Param, const Expr &Arg) {
  const Expr *Given = &Arg;
  std::optional<std::string> Value;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(&Arg)) {
    Given = Default->getExpr();
    if (!isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(
            Given->IgnoreParenImpCasts()))
      return false;
    Value = Text.source().text(Given);
  } else {
    Value = Site.Text.text(Given->IgnoreUnlessSpelledInSource());
  }
  unsigned Uses = Text.count(&Param);
  if (Uses == 0)
    return true;
  if (!Value || isa<InitListExpr>(Given) || StringRef(*Value).contains("//"))
    return false;
  const bool ByReference = Param.getType()->isReferenceType();
  const Expr *Plain = stripCopies(Given)->IgnoreParens();
  bool Stands = !changes(Param) && standsFor(Given, Param) &&
                (!ByReference || isWord(Given));
  if (Stands && (isWord(Given) || Uses == 1 || !MayDeclare ||
                 (Value->size() <= Short && !readsMemory(Given)))) {
    Text.replace(&Param, *Value, Plain);
    Out.Passed.ByName.emplace_back(&Param, Plain);
    return true;
  }
  return !Param.getOriginalType()->isArrayType() &&
         declare(Param, *Value, Given, !changes(Param));
}

bool ValuePrinter::place(const VarDecl &Var) {
  const Expr *Init = Var.getInit();
  std::optional<std::string> Value =
      Init ? Text.print(Init->IgnoreUnlessSpelledInSource()) : std::nullopt;
  if (!Value || Var.getInitStyle() != VarDecl::CInit)
    return false;
  unsigned Uses = Text.count(&Var);
  if (!changes(Var) && mayMove(Init) && standsFor(Init, Var) &&
      (isWord(Init) || Uses <= 1 || !MayDeclare ||
       (Value->size() <= Short && !readsMemory(Init)))) {
    const Expr *Plain = stripCopies(Init)->IgnoreParens();
    Text.replace(&Var, *Value, Plain);
    Out.Passed.ByName.emplace_back(&Var, Plain);
    return true;
  }
  return declare(Var, *Value, Init, Var.getType().isConstQualified());
}

/// \p S, a statement of the function that runs whatever it returns.
bool ValuePrinter::place(const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  if (Decls && llvm::all_of(Decls->decls(), [](const Decl *D) {
        return cast<VarDecl>(D)->getInit() &&
               cast<VarDecl>(D)->getInitStyle() == VarDecl::CInit &&
               !isa<InitListExpr>(cast<VarDecl>(D)->getInit());
      }))
    return llvm::all_of(Decls->decls(), [&](const Decl *D) {
      return place(*cast<VarDecl>(D));
    });
  if (!MayDeclare)
    return false;
  if (Decls)
    for (const Decl *D : Decls->decls())
      freeName(*cast<VarDecl>(D));
  std::optional<TextRange> R = Text.source().statement(S);
  std::optional<std::string> Lines = Text.print(S);
  if (!R || !Lines)
    return false;
  if (!StringRef(*Lines).ends_with(";") && !StringRef(*Lines).ends_with("}"))
    *Lines += ";";
  Out.Before += reindent(*Lines, Text.source().indentAt(R->Begin), "") + "\n";
  Out.Passed.Before.push_back({nullptr, nullptr, S});
  return true;
}

/// What is called this becomes the object of the call.
bool ValuePrinter::passObject() {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || Method->getParent()->isLambda() || Method->isStatic())
    return true;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Call))
    Object = Call.getArg(0);
  if (!Object || !isWord(Object))
    return false;
  std::optional<std::string> Name =
      Site.Text.text(Object->IgnoreUnlessSpelledInSource());
  if (!Name)
    return false;
  Text.replaceThis(*Name + (Object->getType()->isPointerType() ? "->" : "."));
  Out.Passed.Object = Object;
  return true;
}

std::optional<CalledValue> ValuePrinter::print() {
  std::optional<ReturnedBody> Body = readReturnedBody(Function, Site.Ctx);
  std::optional<TextRange> Range = Text.source().range(Function.getBody());
  // What only its place gives a meaning.
  if (!Body || !Range || Text.source().hasConditionals(*Range) ||
      dependsOnPlace(Function.getBody(), Site.Ctx.getSourceManager()) ||
      isOneOfTwo(Function, Text.source(), Site) ||
      !isSameForAllInstances(Call, Function, Site.Kernel, CalleeText::Instance))
    return std::nullopt;
  Out.Passed.Call = &Call;
  if (!Templates.read(
          [&](SourceRange Name, StringRef Value) { Text.edit(Name, Value); }) ||
      !passObject())
    return std::nullopt;
  unsigned First = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  if (Function.isVariadic() ||
      Call.getNumArgs() != Function.getNumParams() + First)
    return std::nullopt;
  for (auto [I, Param] : llvm::enumerate(Function.parameters()))
    if (!pass(*Param, *Call.getArg(I + First)))
      return std::nullopt;
  for (const Stmt *S : Body->Before)
    if (!place(S))
      return std::nullopt;
  QualType Type = Function.getReturnType();
  std::optional<std::string> Result =
      Templates.resultType(Type.getNonReferenceType(), Text.source());
  std::optional<std::string> Value =
      Result ? Text.print(Body->Value, *Result, Type.getNonReferenceType())
             : std::nullopt;
  if (!Value || StringRef(*Value).contains("//"))
    return std::nullopt;
  Out.Value = std::move(*Value);
  Out.IsChoice = !Body->Value.Leaf;
  Out.Passed.Value = std::move(Body->Value);
  return std::move(Out);
}

} // namespace

std::optional<CalledValue> valueOfCall(const CallExpr &Call,
                                       const FunctionDecl &Function,
                                       const CallSite &Site, bool MayDeclare,
                                       const NameSet &Taken) {
  return ValuePrinter(Call, Function, Site, MayDeclare, Taken).print();
}

} // namespace cudapipe
