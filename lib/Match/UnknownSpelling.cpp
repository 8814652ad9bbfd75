//===- UnknownSpelling.cpp - Names in code that was not read --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/UnknownSpelling.h"
#include "cudapipe/Frontend/DeviceText.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace cudapipe {

namespace {

/// The places where parsed code spells one name, whatever it means there.
class Spellings : public DynamicRecursiveASTVisitor {
public:
  /// \p Whole: what a function holds that does not parse as a whole is not
  /// known, though parts of it are.
  Spellings(const ASTContext &Ctx, DeclarationName Name, bool Whole)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Name(Name), Whole(Whole) {}

  bool TraverseDecl(Decl *D) override {
    if (D && isa_and_nonnull<TranslationUnitDecl>(D->getLexicalDeclContext()) &&
        SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseFunctionDecl(FunctionDecl *D) override {
    return isBroken(*D) || DynamicRecursiveASTVisitor::TraverseFunctionDecl(D);
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *D) override {
    return isBroken(*D) || DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(D);
  }
  bool VisitNamedDecl(NamedDecl *D) override {
    return add(D->getDeclName(), D->getLocation());
  }
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *D) override {
    for (const FunctionDecl *F : D->specializations())
      add(D->getDeclName(), F->getPointOfInstantiation());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return add(E->getDecl()->getDeclName(), E->getLocation());
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    return add(E->getName(), E->getNameLoc());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return add(E->getMemberDecl()->getDeclName(), E->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *E) override {
    return add(E->getDeclName(), E->getLocation());
  }
  bool
  VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    return add(E->getMember(), E->getMemberLoc());
  }

  llvm::SmallPtrSet<void *, 16> Places;

private:
  bool isBroken(const FunctionDecl &D) const {
    return Whole && D.doesThisDeclarationHaveABody() && holdsParseError(D, Ctx);
  }
  bool add(DeclarationName Spelled, SourceLocation Loc) {
    if (Spelled == Name && Loc.isValid())
      Places.insert(SM.getSpellingLoc(Loc).getPtrEncoding());
    return true;
  }

  const ASTContext &Ctx;
  const SourceManager &SM;
  DeclarationName Name;
  bool Whole;
};

} // namespace

static std::optional<UnknownSpelling>
findSpelling(const NamedDecl &Named, const ASTContext &Ctx, bool Whole) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::optional<UnknownSpelling> Found;
  if (!Named.getIdentifier())
    return Found;
  Spellings Known(Ctx, Named.getDeclName(), Whole);
  for (Decl *D : Ctx.getTraversalScope())
    Known.TraverseDecl(D);
  forUserBuffers(SM, [&](FileID File) {
    SourceLocation Start = SM.getLocForStartOfFile(File);
    std::optional<llvm::StringRef> Code = SM.getBufferDataOrNone(File);
    if (Found || !Code || !Code->contains(Named.getName()))
      return;
    Lexer Lex(Start, Ctx.getLangOpts(), Code->begin(), Code->begin(),
              Code->end());
    unsigned Depth = 0;
    bool AfterHash = false, Defines = false, Member = false;
    Token Tok;
    while (!Lex.LexFromRawLexer(Tok)) {
      if (Tok.isAtStartOfLine())
        Defines = false;
      bool IsMember =
          std::exchange(Member, Tok.is(tok::period) || Tok.is(tok::arrow));
      bool Directive =
          std::exchange(AfterHash, Tok.is(tok::hash) && Tok.isAtStartOfLine());
      if (!Tok.is(tok::raw_identifier))
        continue;
      llvm::StringRef Word = Tok.getRawIdentifier();
      if (Directive) {
        Depth += Word == "if" || Word == "ifdef" || Word == "ifndef";
        Depth -= Word == "endif" && Depth > 0;
        Defines = Word == "define";
      } else if (Word == Named.getName() && !IsMember &&
                 !Known.Places.count(Tok.getLocation().getPtrEncoding())) {
        Found = {Tok.getLocation(), Defines ? "a macro that is not used here"
                                    : Depth > 0
                                        ? "code that an #if switches off"
                                        : "code that does not parse"};
        return;
      }
    }
  });
  return Found;
}

std::optional<UnknownSpelling> findUnknownSpelling(const NamedDecl &Named,
                                                   const ASTContext &Ctx) {
  return findSpelling(Named, Ctx, /*Whole=*/false);
}

std::optional<UnknownSpelling> findUnreadUse(const NamedDecl &Named,
                                             const ASTContext &Ctx) {
  const UnreadCode &Unread = unreadCodeOf(Ctx);
  for (const auto &[Header, At] : Unread.Missing)
    if (!isCommonLibrary(Header) &&
        Ctx.getSourceManager().isBeforeInTranslationUnit(Named.getLocation(),
                                                         At))
      return UnknownSpelling{At, "a header that was not found, '" + Header +
                                     "', perhaps"};
  return Unread.Errors.empty() ? std::nullopt
                               : findSpelling(Named, Ctx, /*Whole=*/true);
}

} // namespace cudapipe
