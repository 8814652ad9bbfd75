//===- RingScopes.cpp - Names mean the same in another place --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies move out of the body, the bound and the step into it. What the
// body declares is there or is not: no name may be found somewhere else for
// that.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Names in a text that moves.
class MovedNames {
public:
  explicit MovedNames(const ASTContext &Ctx) : Ctx(Ctx) {}

  void add(const Stmt *S);
  /// What \p D declares may be meant.
  bool mayMean(const Decl &D) const;

private:
  const ASTContext &Ctx;
  llvm::StringSet<> Names;
  bool HasMacro = false;
};

void MovedNames::add(const Stmt *S) {
  const SourceManager &SM = Ctx.getSourceManager();
  const std::string Text =
      Lexer::getSourceText(SM.getExpansionRange(S->getSourceRange()), SM,
                           Ctx.getLangOpts())
          .str();
  Lexer Words(SourceLocation(), Ctx.getLangOpts(), Text.data(), Text.data(),
              Text.data() + Text.size());
  for (bool IsEnd = false; !IsEnd;) {
    Token Word;
    IsEnd = Words.LexFromRawLexer(Word) || Word.is(tok::eof);
    if (Word.is(tok::raw_identifier))
      Names.insert(Word.getRawIdentifier());
  }
  // Macros in it name more.
  holds(S, [&](const Stmt &At) {
    HasMacro |= At.getBeginLoc().isMacroID();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        Ref && Ref->getDecl()->getDeclName().isIdentifier())
      Names.insert(Ref->getDecl()->getName());
    return false;
  });
}

bool MovedNames::mayMean(const Decl &D) const {
  if (isa<StaticAssertDecl, EmptyDecl>(D))
    return false;
  if (const auto *Enum = dyn_cast<EnumDecl>(&D))
    for (const EnumConstantDecl *Value : Enum->enumerators())
      if (Names.contains(Value->getName()))
        return true;
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&D))
    return llvm::any_of(Parts->bindings(), [&](const BindingDecl *Part) {
      return Names.contains(Part->getName());
    });
  const auto *Named = dyn_cast<NamedDecl>(&D);
  if (!Named || isa<UsingDirectiveDecl, UsingEnumDecl>(D))
    return true;
  if (Named->getDeclName().isIdentifier() && !Named->getName().empty() &&
      Names.contains(Named->getName()))
    return true;
  // Types in a macro are not looked for.
  return HasMacro && !isa<ValueDecl>(D);
}

} // namespace

RingLoopReader::Why RingLoopReader::checkScopes() {
  MovedNames OutOfBody(Ctx), IntoBody(Ctx);
  for (const Stmt *S : Out.Loads)
    OutOfBody.add(S);
  for (const Stmt *S : Out.Slice)
    OutOfBody.add(S);
  IntoBody.add(Out.Header.Bound);
  if (Out.Header.Step)
    IntoBody.add(Out.Header.Step);
  for (const VarDecl *Name : Out.Names)
    IntoBody.add(Name->getInit());
  for (const Stmt *S : Items) {
    const auto *Decls = dyn_cast<DeclStmt>(S);
    if (!Decls)
      continue;
    for (const Decl *D : Decls->decls()) {
      // Variables that the copies need go with them.
      const bool IsOfCopies = !isa<VarDecl>(D) && OutOfBody.mayMean(*D);
      if (IsOfCopies || IntoBody.mayMean(*D))
        return reject(RejectionKind::UnsupportedStatement, Decls,
                      IsOfCopies
                          ? "the copies may name what is declared here, and "
                            "move out of the body; declare it in front of the "
                            "loop"
                          : "it hides a name of the loop's head; give it "
                            "another");
    }
  }
  return std::nullopt;
}

} // namespace cudapipe
