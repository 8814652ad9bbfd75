//===- TemplateArguments.cpp - What instantiations are given --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemplateSizes.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// \p D belongs to an instantiation of a template: a member, at any depth, or
/// a variable template's.
bool TemplateSizes::isOfTemplate(const ValueDecl &D) {
  if (isa<VarTemplateSpecializationDecl>(D))
    return true;
  for (const DeclContext *In = D.getDeclContext()->getNonTransparentContext();
       In->isRecord(); In = In->getParent())
    if (isa<ClassTemplateSpecializationDecl>(In))
      return true;
  return false;
}

/// The arguments that all instantiations of this file give the parameters of
/// \p Of, the template that the function or its class is made from.
llvm::SmallVector<const TemplateArgumentList *, 4>
TemplateSizes::argumentsOf(const Decl &Of) const {
  llvm::SmallVector<const TemplateArgumentList *, 4> Out;
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (isa<FunctionDecl, FunctionTemplateDecl>(Of)) {
    const auto *Of1 = dyn_cast<FunctionDecl>(&Of);
    const FunctionTemplateDecl *Its =
        Of1 ? Of1->getPrimaryTemplate() : cast<FunctionTemplateDecl>(&Of);
    if (Template && Its &&
        Its->getCanonicalDecl() == Template->getCanonicalDecl())
      for (const FunctionDecl *F : Template->specializations())
        if (F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          Out.push_back(F->getTemplateSpecializationArgs());
  } else if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(
                 Function.getDeclContext())) {
    const auto *Its = dyn_cast<ClassTemplateSpecializationDecl>(&Of);
    const Decl *Own = Class->getSpecializedTemplate()->getCanonicalDecl();
    if (Own != (Its ? Its->getSpecializedTemplate()->getCanonicalDecl()
                    : Of.getCanonicalDecl()))
      return Out;
    for (const ClassTemplateSpecializationDecl *C :
         Class->getSpecializedTemplate()->specializations())
      if (C->getSpecializationKind() != TSK_ExplicitSpecialization &&
          C->getSpecializedTemplateOrPartial() ==
              Class->getSpecializedTemplateOrPartial())
        Out.push_back(&C->getTemplateInstantiationArgs());
  }
  return Out;
}

/// Notes a number, \p Name, of what the parameter at \p Key of \p Of is given;
/// false if it is not known of all instantiations.
bool TemplateSizes::note(const Decl &Of, SizeParameterKey Key, StringRef Name,
                         ValueOf Value) {
  SizeParameter Out = {Name.str(), {}};
  const unsigned Index = std::get<1>(Key);
  for (const TemplateArgumentList *List : argumentsOf(Of)) {
    Out.Values.push_back(Index < List->size() ? Value(List->get(Index)) : "");
    if (Out.Values.back().empty())
      return false;
  }
  if (Out.Values.empty())
    return false;
  Parameters[std::move(Key)] = std::move(Out);
  return true;
}

/// `128`, `true`, `Mode::Fast`; nothing if it is no such.
static std::string spelled(const TemplateArgument &Argument,
                           const ASTContext &Ctx) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  if (Argument.getKind() == TemplateArgument::Integral)
    Argument.print(Ctx.getPrintingPolicy(), OS, /*IncludeType=*/false);
  return Out;
}

void TemplateSizes::note(const SubstNonTypeTemplateParmExpr &E) {
  const NonTypeTemplateParmDecl *Parameter = E.getParameter();
  IsWhole &=
      !Parameter->isParameterPack() && Parameter->getIdentifier() &&
      note(*E.getAssociatedDecl(), {Parameter->getDepth(), E.getIndex(), ""},
           Parameter->getName(), [&](const TemplateArgument &Argument) {
             return spelled(Argument, Ctx);
           });
}

/// What \p Var is in \p Function, another instantiation.
static const VarDecl *sameIn(const FunctionDecl &Function, const VarDecl &Var) {
  struct Finder : DynamicRecursiveASTVisitor {
    SourceLocation At;
    const VarDecl *Found = nullptr;
    bool VisitVarDecl(VarDecl *V) override {
      if (V->getLocation() == At)
        Found = V;
      return !Found;
    }
  } F;
  F.At = Var.getLocation();
  F.TraverseDecl(const_cast<FunctionDecl *>(&Function));
  return F.Found;
}

/// The size of the elements of \p Tile, by \p Name: a parameter of the template
/// has a part in their type.
void TemplateSizes::noteElement(const VarDecl &Tile, StringRef Name) {
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (!Template) {
    Members[Name.str()] = sizeOf(namedElement(Tile, Ctx), Ctx);
    return;
  }
  SizeParameter Out = {Name.str(), {}};
  for (const FunctionDecl *F : Template->specializations()) {
    if (F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      continue;
    const VarDecl *Its = sameIn(*F, Tile);
    Out.Values.push_back(Its ? sizeOf(namedElement(*Its, Ctx), Ctx) : "");
    IsWhole &= !Out.Values.back().empty();
  }
  const TemplateParameterList &All = *Template->getTemplateParameters();
  if (IsWhole)
    Parameters[{All.getDepth(), All.size(), Out.Name}] = std::move(Out);
}

/// What \p Class names \p Member, as a number; or nothing.
static std::string memberOf(const CXXRecordDecl *Class, StringRef Member,
                            const ASTContext &Ctx) {
  if (!Class)
    return "";
  for (const NamedDecl *D : Class->lookup(&Ctx.Idents.get(Member)))
    if (const auto *Number = dyn_cast<EnumConstantDecl>(D)) {
      return llvm::toString(Number->getInitVal(), 10);
    } else if (const auto *Var = dyn_cast<VarDecl>(D)) {
      std::optional<int64_t> Value =
          constantValue(Var->getAnyInitializer(), Ctx);
      return Value ? std::to_string(*Value) : "";
    }
  return "";
}

/// The qualifier of \p Ref names a type that is a template parameter.
static bool isChosenByType(const DeclRefExpr &Ref) {
  struct Finder : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *) override {
      Found = true;
      return false;
    }
  } F;
  F.TraverseNestedNameSpecifierLoc(Ref.getQualifierLoc());
  return F.Found;
}

/// \p Ref names a constant of a class that a template parameter chooses:
/// `Traits::BM`, where Traits is one, or `Config<BM>::Half`.
void TemplateSizes::noteMember(const DeclRefExpr &Ref) {
  std::optional<int64_t> Own = constantValue(&Ref, Ctx);
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  // Its arguments are spelled here.
  if (!IsTemplate || isa<VarTemplateSpecializationDecl>(Ref.getDecl()))
    return;
  const std::string Spelled = Text.text(&Ref).value_or("");
  if (Template)
    for (const NamedDecl *D : *Template->getTemplateParameters()) {
      const auto *Type = dyn_cast<TemplateTypeParmDecl>(D);
      StringRef Member = Spelled;
      if (!Own || !Type || !Type->getIdentifier() ||
          !Member.consume_front(Type->getName()) || !Member.consume_front("::"))
        continue;
      const TemplateArgument &OwnType =
          Function.getTemplateSpecializationArgs()->get(Type->getIndex());
      IsWhole &= note(
          *Template, {Type->getDepth(), Type->getIndex(), Spelled}, Spelled,
          [&](const TemplateArgument &Argument) {
            if (&Argument == &OwnType)
              return std::to_string(*Own);
            return Argument.getKind() == TemplateArgument::Type
                       ? memberOf(Argument.getAsType()->getAsCXXRecordDecl(),
                                  Member, Ctx)
                       : "";
          });
      return;
    }
  // Any of the numbers may have chosen it.
  if (!isOfTemplate(*Ref.getDecl()) && !isChosenByType(Ref))
    return;
  if (Template)
    noteAll(*Template, *Template->getTemplateParameters());
  if (const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(Function.getDeclContext()))
    noteAll(*Class, *Class->getSpecializedTemplate()->getTemplateParameters());
}

void TemplateSizes::noteAll(const Decl &Of, const TemplateParameterList &All) {
  for (auto [Index, D] : llvm::enumerate(All)) {
    const auto *Number = dyn_cast<NonTypeTemplateParmDecl>(D);
    IsWhole &= Number && !Number->isParameterPack() &&
               Number->getIdentifier() &&
               note(Of, {Number->getDepth(), Index, ""}, Number->getName(),
                    [&](const TemplateArgument &Argument) {
                      return spelled(Argument, Ctx);
                    });
  }
}

} // namespace cudapipe
