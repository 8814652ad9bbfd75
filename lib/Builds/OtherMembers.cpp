//===- OtherMembers.cpp - Objects that are others elsewhere ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Tiles { real As[TILE][TILE]; };      #if's, and macros of the build
//   Tiles<BM, BN> sh;                           is asserted by BM and BN
//   typename Config::Tiles sh;                  is another for each Config
//
//===----------------------------------------------------------------------===//

#include "OtherTypes.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cudapipe {

/// All that a template parameter may change of \p Loc is its numbers.
static bool isOneForItsNumbers(TypeLoc Loc) {
  Loc = Loc.getUnqualifiedLoc();
  if (auto Tag = Loc.getAs<RecordTypeLoc>())
    return Tag.getDecl()->getDeclContext()->isFileContext();
  auto Template = Loc.getAs<TemplateSpecializationTypeLoc>();
  if (!Template)
    return false;
  for (unsigned I = 0; I < Template.getNumArgs(); ++I)
    if (Template.getArgLoc(I).getArgument().getKind() !=
        TemplateArgument::Expression)
      return false;
  return true;
}

bool mayHaveOtherMembers(const VarDecl &Object, const FunctionDecl &Kernel,
                         const ASTContext &Ctx) {
  QualType Type = Object.getType().getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  Type = Ctx.getBaseElementType(Type);
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())),
                        Ctx);
  const TypeSourceInfo *Written = Object.getTypeSourceInfo();
  if (!Type->isRecordType())
    return false;
  if (!Written)
    return true;
  TypeLoc Loc = Written->getTypeLoc();
  std::optional<TextRange> R = Text.range(Loc.getSourceRange());
  if (OtherTypes(Kernel, Text, Ctx).isOneOf(Type, R ? Text.text(*R) : ""))
    return true;
  if (!Kernel.isTemplateInstantiation())
    return false;
  if (auto Reference = Loc.getAs<ReferenceTypeLoc>())
    Loc = Reference.getPointeeLoc();
  else if (auto Pointer = Loc.getAs<PointerTypeLoc>())
    Loc = Pointer.getPointeeLoc();
  return !isOneForItsNumbers(Loc);
}

} // namespace cudapipe
