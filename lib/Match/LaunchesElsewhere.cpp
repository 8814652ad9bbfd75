//===- LaunchesElsewhere.cpp - Launches that are not in this AST ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFinder.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {
namespace {

/// The places where parsed code spells one name, whatever it means there.
class Spellings : public DynamicRecursiveASTVisitor {
public:
  Spellings(const SourceManager &SM, DeclarationName Name)
      : SM(SM), Name(Name) {}

  bool TraverseDecl(Decl *D) override {
    if (D && isa_and_nonnull<TranslationUnitDecl>(D->getLexicalDeclContext()) &&
        SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
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
  bool add(DeclarationName Spelled, SourceLocation Loc) {
    if (Spelled == Name && Loc.isValid())
      Places.insert(SM.getSpellingLoc(Loc).getPtrEncoding());
    return true;
  }

  const SourceManager &SM;
  DeclarationName Name;
};

} // namespace

/// The name in code that an `#if` switches off, that does not parse, or in a
/// macro that nobody uses here: there may be a launch.
void LaunchFinder::findNamesInSkippedCode() {
  if (!Kernel.getIdentifier())
    return;
  Spellings Known(SM, Kernel.getDeclName());
  for (Decl *D : Ctx.getTraversalScope())
    Known.TraverseDecl(D);
  forUserBuffers(SM, [&](FileID File) {
    SourceLocation Start = SM.getLocForStartOfFile(File);
    std::optional<llvm::StringRef> Code = SM.getBufferDataOrNone(File);
    if (!Code || !Code->contains(Kernel.getName()))
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
      } else if (Word == Kernel.getName() && !IsMember &&
                 !Known.Places.count(Tok.getLocation().getPtrEncoding())) {
        return hide(SourceRange(Tok.getLocation()),
                    Defines     ? "a macro that is not used here names it"
                    : Depth > 0 ? "code that an #if switches off names it"
                                : "code that does not parse names it");
      }
    }
  });
}

/// Declarations by which other files can launch the kernel.
void LaunchFinder::findLaunchesElsewhere() {
  const FunctionTemplateDecl *Template = Kernel.getDescribedFunctionTemplate();
  bool Launched = false, Dependent = false;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
  for (const LaunchSite &Site : Out.Sites)
    if (Site.isLaunch()) {
      Launched = true;
      Dependent |= !Site.Kernel;
      if (Site.Kernel)
        Seen.insert(Site.Kernel->getCanonicalDecl());
    }
  if (Template)
    for (const FunctionDecl *F : Template->specializations()) {
      TemplateSpecializationKind Kind = F->getTemplateSpecializationKind();
      if (Kind == TSK_ExplicitSpecialization)
        hide(F->getSourceRange(), "a launch may mean this specialization");
      else if (Kind == TSK_ExplicitInstantiationDefinition && !Dependent &&
               !Seen.count(F->getCanonicalDecl()) && Launched)
        hide(F->getPointOfInstantiation(),
             "it is instantiated for others to launch", OutOfSight::Launch);
    }
  if (!Launched)
    hide(Kernel.getLocation(), "no launch of it is in this file",
         OutOfSight::Launch);

  for (const FunctionDecl *F : Kernel.redecls()) {
    // A static kernel of a header is one in each file, of the same text.
    SourceLocation At = SM.getExpansionLoc(F->getLocation());
    if (!SM.isInMainFile(At))
      hide(F->getLocation(),
           "'" +
               llvm::sys::path::filename(SM.getPresumedLoc(At).getFilename()) +
               "' declares it, so other files may launch it",
           OutOfSight::Files);
  }
  llvm::StringRef Main =
      SM.getFilename(SM.getLocForStartOfFile(SM.getMainFileID()));
  llvm::StringRef Extension = llvm::sys::path::extension(Main);
  if (Extension.starts_with(".h") || Extension.starts_with(".in") ||
      Extension == ".cuh")
    hide(Kernel.getLocation(),
         "it stands in a header, so other files may launch it",
         OutOfSight::Files);
}

} // namespace cudapipe
