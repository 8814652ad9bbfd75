//===- AgreeingTargets.cpp - Attributes of a function's declarations ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgreeingTargets.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

static constexpr llvm::StringLiteral MacroFront = "__CUDAPIPE_AGREES_";

static std::string placeOf(SourceLocation At, const SourceManager &SM) {
  const PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(At));
  if (Place.isInvalid())
    return "";
  return std::to_string(Place.getLine()) + ":" +
         std::to_string(Place.getColumn()) + ":" + Place.getFilename();
}

std::string agreeingPlace(SourceLocation At, const SourceManager &SM,
                          bool IsOfHost) {
  return (IsOfHost ? "h" : "d") + placeOf(At, SM);
}

std::string agreeingMacro(StringRef Place) {
  return MacroFront.str() + llvm::utohexstr(llvm::xxh3_64bits(Place)) + "=" +
         Place.str();
}

/// Declarations with attributes begin with a macro: what stands in front of one
/// is complete.
class AgreeingTargets::Watcher : public PPCallbacks {
public:
  explicit Watcher(AgreeingTargets &Of) : Of(Of) {}

  void MacroExpands(const Token &, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    if (!Of.Compiler.hasSema())
      return;
    const DeclContext *Context = Of.Compiler.getSema().CurContext;
    if (Context && Context->isFileContext())
      Of.mendNew(*Context);
  }

private:
  AgreeingTargets &Of;
};

AgreeingTargets::AgreeingTargets(CompilerInstance &Compiler)
    : Compiler(Compiler) {
  for (const auto &[Macro, IsUndef] : Compiler.getPreprocessorOpts().Macros)
    if (StringRef Text = Macro; Text.consume_front(MacroFront)) {
      const StringRef Place = Text.split('=').second;
      Places[Place.drop_front()] = Place.front() == 'h';
    }
  if (!Places.empty())
    Compiler.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(*this));
}

void AgreeingTargets::mend(Decl &D) {
  FunctionDecl *Function = D.getAsFunction();
  if (!Function || Function->hasAttr<CUDAGlobalAttr>())
    return;
  const auto Found = Places.find(
      placeOf(Function->getLocation(), Compiler.getSourceManager()));
  if (Found == Places.end())
    return;
  ASTContext &Ctx = Compiler.getASTContext();
  if (!Function->hasAttr<CUDADeviceAttr>())
    Function->addAttr(CUDADeviceAttr::CreateImplicit(Ctx));
  if (!Found->second)
    Function->dropAttr<CUDAHostAttr>();
  else if (!Function->hasAttr<CUDAHostAttr>())
    Function->addAttr(CUDAHostAttr::CreateImplicit(Ctx));
}

void AgreeingTargets::mendIn(const DeclContext &Context) {
  if (!Places.empty())
    for (Decl *D : Context.noload_decls())
      mend(*D);
}

void AgreeingTargets::mendNew(const DeclContext &Context) {
  const Decl *&Seen = Last[&Context];
  auto Next = Context.noload_decls_begin();
  if (Seen)
    Next = DeclContext::decl_iterator(
        const_cast<Decl *>(Seen)->getNextDeclInContext());
  for (; Next != Context.noload_decls_end(); ++Next) {
    mend(**Next);
    Seen = *Next;
  }
}

} // namespace cudapipe
