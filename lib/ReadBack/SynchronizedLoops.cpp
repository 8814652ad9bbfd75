//===- SynchronizedLoops.cpp - A loop, found again ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "cudapipe/ReadBack/ReadBack.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Calls \p Use with each function that \p Decls define, instantiations
/// included.
template <typename DeclRange>
void forFunctions(const DeclRange &Decls, const SourceManager &SM,
                  llvm::function_ref<void(const FunctionDecl &)> Use) {
  auto Visit = [&](const FunctionDecl &F) {
    if (F.doesThisDeclarationHaveABody())
      Use(F);
  };
  for (const Decl *D : Decls) {
    if (D->isImplicit() || SM.isInSystemHeader(D->getLocation()))
      continue;
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      Visit(*F);
    } else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      Visit(*Template->getTemplatedDecl());
      for (const FunctionDecl *Made : Template->specializations())
        if (Made->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          Visit(*Made);
    } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      forFunctions(Template->getTemplatedDecl()->decls(), SM, Use);
      for (const ClassTemplateSpecializationDecl *Made :
           Template->specializations())
        if (Made->getSpecializationKind() != TSK_ExplicitSpecialization)
          forFunctions(Made->decls(), SM, Use);
    } else if (const auto *Inner = dyn_cast<DeclContext>(D)) {
      forFunctions(Inner->decls(), SM, Use);
    }
  }
}

/// A barrier, or a wait for copies, stands in \p S.
bool synchronizes(const Stmt *S, const ASTContext &Ctx, unsigned Depth = 0) {
  if (!S)
    return false;
  if (std::optional<Operation> Op = readOperation(S, Ctx);
      Op && Op->synchronizes())
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && Depth < 4)
    if (const FunctionDecl *Callee = userFunction(*Call, Ctx);
        Callee && synchronizes(Callee->getBody(), Ctx, Depth + 1))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return synchronizes(Child, Ctx, Depth);
  });
}

} // namespace

SynchronizedLoops::SynchronizedLoops(ASTContext &Ctx)
    : Ctx(Ctx), Files(Ctx.getSourceManager(), "") {
  forFunctions(topLevelDecls(Ctx), Ctx.getSourceManager(),
               [&](const FunctionDecl &F) { add(F); });
}

void SynchronizedLoops::add(const FunctionDecl &Function) {
  std::vector<const Stmt *> Around;
  auto Visit = [&](auto &&Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) &&
        synchronizes(S, Ctx))
      All[keyOf(*S)].push_back({&Function, S, Around});
    Around.push_back(S);
    for (const Stmt *Child : S->children())
      Self(Self, Child);
    Around.pop_back();
  };
  Visit(Visit, Function.getBody());
}

std::pair<std::string, unsigned>
SynchronizedLoops::keyOf(const Stmt &Loop) const {
  // A header that was edited is found by another name than the one on disk.
  const FileID File = Files.fileOf(Loop.getBeginLoc());
  const SourceManager &SM = Ctx.getSourceManager();
  return {Files.pathOf(File).str(),
          SM.getFileOffset(SM.getExpansionLoc(Loop.getBeginLoc()))};
}

std::optional<LoopIndex> SynchronizedLoops::placeOf(const Stmt &Loop) const {
  auto Key = keyOf(Loop);
  if (!All.count(Key))
    return std::nullopt;
  LoopIndex Out{Key.first, 0};
  for (const auto &Entry : All)
    Out.Index += Entry.first.first == Key.first && Entry.first < Key;
  return Out;
}

std::vector<SynchronizedLoops::Found>
SynchronizedLoops::at(const LoopIndex &Place) const {
  unsigned Index = 0;
  for (auto [Key, Loops] : All)
    if (Key.first == Place.File && Index++ == Place.Index) {
      auto IsPattern = [](const Found &Each) {
        return Each.Function->isDependentContext();
      };
      if (!llvm::all_of(Loops, IsPattern))
        llvm::erase_if(Loops, IsPattern);
      return Loops;
    }
  return {};
}

} // namespace cudapipe
