//===- ThreadQuestions.cpp - Functions that ask who runs them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadQuestions.h"
#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// What \p Asm sets hangs on more than its inputs and the block.
static bool givesEachThreadItsOwn(const GCCAsmStmt &Asm) {
  std::string Text = asmText(Asm);
  if (!isReadOnlyAsm(Text))
    return Asm.getNumOutputs() > 0;
  for (llvm::StringRef OfBlock : {"%%dynamic_smem_size", "%%total_smem_size",
                                  "%%ctaid", "%%nctaid", "%%ntid"})
    for (size_t At; (At = Text.find(OfBlock)) != std::string::npos;)
      Text.erase(At, OfBlock.size());
  return mindsItsPlace(Text);
}

bool ThreadQuestions::answersEachThread(const FunctionDecl &OfLibrary) {
  switch (classifyLibraryCall(OfLibrary.getQualifiedNameAsString())) {
  case LibraryCall::Barrier: // the votes give every thread the same answer
  case LibraryCall::AsyncCopy:
  case LibraryCall::Pure:
    return false;
  default:
    return true;
  }
}

bool ThreadQuestions::asks(const FunctionDecl &Function) {
  auto [It, IsNew] = Known.try_emplace(&Function, true);
  if (!IsNew)
    return It->second;
  const FunctionDecl *Definition = nullptr;
  bool Asks = !Function.hasBody(Definition) && !Function.isDefaulted() &&
              !Function.isTrivial();
  if (const auto *Constructor = dyn_cast_or_null<CXXConstructorDecl>(
          Definition ? Definition : &Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Asks = Asks || asks(Init->getInit());
  // A member's own initializer counts, whether or not it is written out yet.
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function);
      Constructor && Constructor->isDefaulted() &&
      !Constructor->isCopyOrMoveConstructor())
    for (const FieldDecl *Field : Constructor->getParent()->fields())
      Asks = Asks || asks(Field->getInClassInitializer());
  Asks = Asks || (Definition && asks(Definition->getBody()));
  return Known[&Function] = Asks;
}

bool ThreadQuestions::asks(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return givesEachThreadItsOwn(*Asm);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const IdentifierInfo *Id = Ref->getDecl()->getIdentifier();
    return Id && Id->getName() == "threadIdx";
  }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return asks(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return asks(Default->getExpr());
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    Callee = knownCallee(*Call);
    if (!Callee)
      Callee = calledFunction(*Call);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    Callee = Construct->getConstructor();
  }
  // In a template, operators are taken to be those of numbers.
  if (isa<CallExpr>(S) && !Callee && !isa<CXXOperatorCallExpr>(S))
    return true;
  if (Callee && isLibraryFunction(*Callee, Callee->getASTContext())) {
    if (answersEachThread(*Callee))
      return true;
  } else if (Callee && asks(*Callee)) {
    return true;
  }
  return llvm::any_of(S->children(),
                      [this](const Stmt *Child) { return asks(Child); });
}

} // namespace cudapipe
