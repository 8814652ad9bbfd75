//===- HeaderRules.cpp - What is read otherwise in headers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderRules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cudapipe {

bool isBodySkipped(const Decl &Function, const SourceManager &SM) {
  return !Function.hasAttr<CUDADeviceAttr>() &&
         !Function.hasAttr<CUDAGlobalAttr>() &&
         SM.isInSystemHeader(Function.getLocation());
}

/// The namespace of the file's scope that \p D is in, or \p D's own context.
static const DeclContext *outermostContext(const Decl &D) {
  const DeclContext *Context = D.getDeclContext();
  while (!Context->isTranslationUnit() && Context->getParent() &&
         !Context->getParent()->isTranslationUnit())
    Context = Context->getParent();
  return Context;
}

void makeTrivialAsNvcc(TagDecl &Tag, const SourceManager &SM) {
  auto *Class = dyn_cast<CXXRecordDecl>(&Tag);
  if (!Class || Class->isDependentContext() ||
      !SM.isInSystemHeader(Class->getLocation()))
    return;
  const auto *Outermost =
      dyn_cast_or_null<NamespaceDecl>(outermostContext(*Class));
  if (!Outermost || Outermost->getName() != "cuda")
    return;
  for (CXXConstructorDecl *Constructor : Class->ctors())
    if (Constructor->isDefaultConstructor() && Constructor->isDefaulted())
      Constructor->setTrivial(true);
  if (CXXDestructorDecl *Destructor = Class->getDestructor();
      Destructor && Class->getName() == "barrier")
    Destructor->setTrivial(true);
}

} // namespace cudapipe
