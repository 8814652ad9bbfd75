//===- DroppedWords.cpp - What macros make nothing of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/DroppedWords.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Of one function.
struct Dropped {
  /// By the offset of the macro, and by that of the semicolon behind it.
  llvm::DenseMap<unsigned, VarSet> At;
  VarSet All;
};

/// Where \p Function names something in the file \p File.
llvm::DenseSet<unsigned> namedIn(const FunctionDecl &Function, FileID File,
                                 const SourceManager &SM) {
  llvm::DenseSet<unsigned> Out;
  auto Add = [&](SourceLocation Loc) {
    if (Loc.isInvalid())
      return;
    auto [In, At] = SM.getDecomposedLoc(SM.getSpellingLoc(Loc));
    if (In == File)
      Out.insert(At);
  };
  holds(Function.getBody(), [&](const Stmt &S) {
    Add(S.getBeginLoc());
    Add(S.getEndLoc());
    if (const auto *E = dyn_cast<Expr>(&S))
      Add(E->getExprLoc());
    if (const auto *Decls = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Decls->decls())
        Add(D->getLocation());
    return false;
  });
  return Out;
}

llvm::StringMap<VarSet> variablesOf(const FunctionDecl &Function) {
  llvm::StringMap<VarSet> Out;
  auto Add = [&](const VarDecl *Var) {
    if (Var && Var->getIdentifier() && Var->hasLocalStorage())
      Out[Var->getName()].insert(Var);
  };
  for (const ParmVarDecl *Param : Function.parameters())
    Add(Param);
  forEach<DeclStmt>(Function.getBody(), [&](const DeclStmt &Decls) {
    for (const Decl *D : Decls.decls())
      Add(dyn_cast<VarDecl>(D));
  });
  return Out;
}

Dropped read(const FunctionDecl &Function, const ASTContext &Ctx) {
  Dropped Out;
  const SourceManager &SM = Ctx.getSourceManager();
  const Stmt *Body = Function.getBody();
  if (!Body || Body->getBeginLoc().isMacroID() || Body->getEndLoc().isMacroID())
    return Out;
  const auto [File, Begin] = SM.getDecomposedLoc(Body->getBeginLoc());
  const unsigned End = SM.getFileOffset(Body->getEndLoc());
  const llvm::StringRef Code = SM.getBufferData(File);
  Lexer Lex(SM.getLocForStartOfFile(File), Ctx.getLangOpts(), Code.begin(),
            Code.begin() + Begin, Code.end());
  llvm::DenseSet<unsigned> Named;
  llvm::StringMap<VarSet> Variables;
  Token Tok;
  // The macro whose arguments are being read, and the last word in front.
  std::optional<unsigned> Macro, Last;
  unsigned Depth = 0;
  VarSet Here;
  tok::TokenKind Before = tok::semi;
  while (!Lex.LexFromRawLexer(Tok)) {
    const unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= End)
      break;
    if (!Macro) {
      if (Tok.is(tok::l_paren) && Last) {
        Macro = Last;
        Depth = 1;
      }
      Last.reset();
      if (Tok.is(tok::raw_identifier)) {
        const IdentifierInfo *Known =
            findIdentifier(Tok.getRawIdentifier(), Ctx);
        if (Known && Known->hadMacroDefinition())
          Last = At;
      }
    } else if (Depth == 0) {
      // Behind the last parenthesis.
      if (!Here.empty()) {
        Out.At[*Macro].insert(Here.begin(), Here.end());
        if (Tok.is(tok::semi))
          Out.At[At].insert(Here.begin(), Here.end());
        Out.All.insert(Here.begin(), Here.end());
      }
      Here.clear();
      Macro.reset();
    } else if (Tok.is(tok::l_paren)) {
      ++Depth;
    } else if (Tok.is(tok::r_paren)) {
      --Depth;
    } else if (Tok.is(tok::raw_identifier) && Before != tok::period &&
               Before != tok::arrow && Before != tok::coloncolon) {
      if (Variables.empty()) {
        Named = namedIn(Function, File, SM);
        Variables = variablesOf(Function);
      }
      auto It = Variables.find(Tok.getRawIdentifier());
      if (It != Variables.end() && !Named.contains(At))
        Here.insert(It->second.begin(), It->second.end());
    }
    Before = Tok.getKind();
  }
  return Out;
}

const Dropped &droppedIn(const FunctionDecl &Function, const ASTContext &Ctx) {
  struct Told : llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Dropped>> {
  };
  std::unique_ptr<Dropped> &Known = perAst<Told>(Ctx)[&Function];
  if (!Known)
    Known = std::make_unique<Dropped>(read(Function, Ctx));
  return *Known;
}

} // namespace

VarSet droppedReads(const Stmt &S, const FunctionDecl &Function,
                    const ASTContext &Ctx) {
  const auto *Empty = dyn_cast<NullStmt>(&S);
  if (Empty ? !Empty->hasLeadingEmptyMacro() : !S.getBeginLoc().isMacroID())
    return {};
  const Dropped &Found = droppedIn(Function, Ctx);
  if (Found.At.empty())
    return {};
  const SourceManager &SM = Ctx.getSourceManager();
  auto It =
      Found.At.find(SM.getFileOffset(SM.getExpansionLoc(S.getBeginLoc())));
  return It == Found.At.end() ? VarSet() : It->second;
}

bool isDroppedSomewhere(const VarDecl &Var, const FunctionDecl &Function,
                        const ASTContext &Ctx) {
  return droppedIn(Function, Ctx).All.count(&Var);
}

} // namespace cudapipe
