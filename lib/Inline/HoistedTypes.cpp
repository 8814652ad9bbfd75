//===- HoistedTypes.cpp - Types that a trip declares ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistedTypes.h"
#include "BodyNames.h"
#include "CalledText.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class TypeHoister {
public:
  TypeHoister(const LoopCandidate &Candidate, const SourceText &Text,
              ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Text(Text), Ctx(Ctx) {
  }

  HoistedTypes run();

private:
  NameSet namesOfTypes(const CompoundStmt &Body) const;
  bool mayHoist(const Decl *D) const;
  bool mayMove(const DeclStmt &Decls, TextRange Range,
               const BodyNames &Inside) const;
  bool isFree(StringRef Name) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const SourceText &Text;
  ASTContext &Ctx;
  TextRange Whole;  // of the loop
  NameSet OfHeader; // what its header declares
  NameSet Needed;   // what types and assertions name
  NameSet HasMoved;
};

} // namespace

/// Around the loop \p Name means nothing.
bool TypeHoister::isFree(StringRef Name) const {
  std::optional<TextRange> Function = Text.range(Kernel.getSourceRange());
  if (!Function || countName(Text.text({Function->Begin, Whole.Begin}), Name) ||
      countName(Text.text({Whole.End, Function->End}), Name) ||
      OfHeader.count(Name))
    return false;
  // Nor does a macro mean something by it.
  for (const DeclContext *Around = Kernel.getDeclContext(); Around;
       Around = Around->getParent())
    if (!Around->lookup(DeclarationName(&Ctx.Idents.get(Name))).empty())
      return false;
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  const FunctionTemplateDecl *Template =
      (Pattern ? Pattern : &Kernel)->getDescribedFunctionTemplate();
  return !Template || llvm::none_of(*Template->getTemplateParameters(),
                                    [&](const NamedDecl *P) {
                                      return P->getName() == Name;
                                    });
}

/// A type, an assertion, or a constant that one of those names.
bool TypeHoister::mayHoist(const Decl *D) const {
  if (isa<StaticAssertDecl>(D))
    return true;
  if (const auto *Type = dyn_cast<TypedefNameDecl>(D))
    return isFree(Type->getName());
  const auto *Var = dyn_cast<VarDecl>(D);
  return Var && Var->isConstexpr() && Needed.count(Var->getNameAsString()) &&
         isFree(Var->getName());
}

/// What the types and assertions that \p Body declares name, and what the
/// constants among that name.
NameSet TypeHoister::namesOfTypes(const CompoundStmt &Body) const {
  NameSet Out;
  for (const Stmt *S : llvm::reverse(Body.body())) {
    const auto *Decls = dyn_cast<DeclStmt>(S);
    std::optional<TextRange> R = Decls ? Text.range(Decls) : std::nullopt;
    if (R && llvm::any_of(Decls->decls(), [&](const Decl *D) {
          const auto *Var = dyn_cast<VarDecl>(D);
          return Var ? Var->isConstexpr() && Out.count(Var->getNameAsString())
                     : isa<StaticAssertDecl, TypedefNameDecl>(D);
        }))
      Out.merge(namesIn(Text.text(*R)));
  }
  return Out;
}

bool TypeHoister::mayMove(const DeclStmt &Decls, TextRange Range,
                          const BodyNames &Inside) const {
  if (!llvm::all_of(Decls.decls(), [&](const Decl *D) { return mayHoist(D); }))
    return false;
  for (const std::string &Name : namesIn(Text.text(Range)))
    if (OfHeader.count(Name) ||
        (Inside.declares(Name) && !HasMoved.count(Name) &&
         llvm::none_of(Decls.decls(), [&](const Decl *D) {
           const auto *Named = dyn_cast<NamedDecl>(D);
           return Named && Named->getNameAsString() == Name;
         })))
      return false;
  return true;
}

HoistedTypes TypeHoister::run() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(Loop));
  std::optional<TextRange> Range = Text.range(&Loop);
  if (!Body || !Range || !isInBlock(Kernel.getBody(), Loop))
    return {};
  Whole = *Range;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit()))
      for (const Decl *D : Init->decls())
        OfHeader.insert(cast<NamedDecl>(D)->getNameAsString());
  Needed = namesOfTypes(*Body);
  BodyNames Inside(*Body);
  unsigned Front = Text.leading(Whole.Begin).Begin;
  std::string Moved;
  HoistedTypes Out;
  for (const Stmt *S : Body->body()) {
    const auto *Decls = dyn_cast<DeclStmt>(S);
    std::optional<TextRange> R = Decls ? Text.range(Decls) : std::nullopt;
    if (!R || Text.hasConditionals({Front, R->End}) ||
        !mayMove(*Decls, *R, Inside))
      continue;
    unsigned Above = Text.leading(R->Begin).Begin;
    unsigned Behind = Text.endOfTrivia(R->End);
    if (Behind == R->End ||
        !Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
      continue;
    for (const Decl *D : Decls->decls())
      if (const auto *Named = dyn_cast<NamedDecl>(D))
        HasMoved.insert(Named->getNameAsString());
    Moved += reindent(StringRef(unindented(Text.text({Above, Behind}))).rtrim(),
                      "", Text.indentAt(Whole.Begin)) +
             "\n";
    Out.Edits.push_back({{Above, Behind}, ""});
    Out.Moved.push_back(S);
  }
  if (!Out.Edits.empty())
    Out.Edits.push_back({{Front, Front}, Moved});
  return Out;
}

HoistedTypes hoistTypes(const LoopCandidate &Candidate, const SourceText &Text,
                        ASTContext &Ctx) {
  return TypeHoister(Candidate, Text, Ctx).run();
}

} // namespace cudapipe
