//===- SourceTypes.cpp - Pointers that are arguments of a template --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <typename Input> __global__ void sum(Input A, ...) {
//     __shared__ float tile[64];
//     tile[t] = A[k + t];          a copy, for all that Input is in this file:
//
//   static_assert(std::is_convertible<Input, const float *>::value, ..)
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "TemplateSizes.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

/// What \p Argument, of a template, is a pointer to; or the member \p Member of
/// it, if there is one.
static QualType pointee(QualType Argument, const MemberExpr *Member) {
  if (Member) {
    const auto *Class = Argument->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition())
      return QualType();
    Argument = QualType();
    for (const FieldDecl *Field : Class->fields())
      if (Field->getDeclName() == Member->getMemberDecl()->getDeclName())
        Argument = Field->getType();
  }
  return Argument.isNull() ? Argument : Argument->getPointeeType();
}

void TemplateSizes::addType(const HiddenChoice &Choice) {
  if (!IsTemplate || !Choice)
    return;
  const auto *Member =
      Choice.By == Choice.Pointer ? nullptr : cast<MemberExpr>(Choice.Pointer);
  const auto *Base = dyn_cast<DeclRefExpr>(Choice.By);
  const auto *Parameter =
      Choice.By->getType()->getAs<SubstTemplateTypeParmType>();
  const IdentifierInfo *Name =
      Parameter->getReplacedParameter()->getIdentifier();
  const QualType Own =
      Choice.Pointer->getType()->getPointeeType().getUnqualifiedType();
  // What a parameter of the kernel is can be said in front of the loop.
  const bool IsNamed =
      Member ? Base && isa<ParmVarDecl>(Base->getDecl()) : Name != nullptr;
  bool IsOne = IsNamed;
  for (const TemplateArgumentList *List :
       argumentsOf(*Parameter->getAssociatedDecl())) {
    const TemplateArgument &Argument = List->get(Parameter->getIndex());
    QualType Its = Argument.getKind() == TemplateArgument::Type
                       ? pointee(Argument.getAsType(), Member)
                       : QualType();
    IsOne &= !Its.isNull() && Ctx.hasSameUnqualifiedType(Its, Own);
  }
  if (!IsOne) {
    IsWhole = false;
    return;
  }
  const std::string Pointer =
      Member ? "decltype(" + Text.text(Member).value_or("") + ")"
             : Name->getName().str();
  const std::string Term = "std::is_convertible<" + Pointer + ", const " +
                           spelled(Own, Ctx) + " *>::value";
  Parameters[{Parameter->getReplacedParameter()->getDepth(),
              Parameter->getIndex(), Term}] = {Term, {"true"}};
}

} // namespace cudapipe
