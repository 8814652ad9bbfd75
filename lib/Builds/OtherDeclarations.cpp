//===- OtherDeclarations.cpp - Types and qualifiers under an #if ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef DOUBLE                          #ifdef ALIASED
//   typedef double real;                   #define RESTRICT
//   #else                                  #else
//   typedef float real;                    #define RESTRICT __restrict__
//   #endif                                 #endif
//
// Asynchronous copies move bytes: they are right for both types if source and
// tile change together, and the compiler checks the size. That pointers do not
// meet is right where all configurations say so.
//
//===----------------------------------------------------------------------===//

#include "OtherBuilds.h"
#include "OtherTypes.h"
#include "Rewrite/Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// What \p Copy loads, as it is written.
static std::optional<std::string> sourceType(const TileCopy &Copy,
                                             const SourceText &Text,
                                             const ASTContext &Ctx) {
  if (Copy.From.SourcePointer)
    return spelled(Copy.From.SourcePointer->getType()->getPointeeType(), Ctx);
  if (!Copy.From.Source)
    return std::nullopt;
  return typeOf(Copy.From.Source, elementOf(Copy.From.Source), Text, Ctx);
}

/// A copy that is asynchronous converts nothing in any configuration.
std::optional<Rejection> OtherBuilds::checkOtherTypes() {
  OtherTypes Types(*M.Kernel, Text, Ctx);
  for (auto [I, Copy] : llvm::enumerate(M.Copies)) {
    if (Copy.Kind != TileCopy::Copy || Copy.From.IsAsync ||
        (Plan.Travels[I] != Travel::Async &&
         !(Plan.UsesWide && M.wideCopyOf(Copy))))
      continue;
    if (Types.hasOtherCast(Copy.Destination) || Types.hasOtherCast(Copy.Value))
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "another definition of the macro in this cast may copy "
                       "values of another type"};
    const QualType Type = accessType(Copy.Destination, Ctx);
    std::optional<std::string> To =
        typeOf(Copy.Destination, Copy.Name, Text, Ctx);
    std::optional<std::string> From = sourceType(Copy, Text, Ctx);
    const bool IsChosen =
        Types.isOneOf(Type, To.value_or("")) ||
        (Copy.From.Source &&
         Types.isOneOf(accessType(Copy.From.Source, Ctx), From.value_or("")));
    if (IsChosen && (To != From || !Copy.Path.Calls.empty() || Copy.StoreCall))
      return Rejection{RejectionKind::MacroLoop, Copy.Store->getSourceRange(),
                       "an #if chooses the type '" + To.value_or("T") +
                           "', which may not be that of the source"};
  }
  return std::nullopt;
}

static bool isRestrictWord(llvm::StringRef Word) {
  return Word == "__restrict__" || Word == "__restrict" || Word == "restrict";
}

namespace {

/// Of words in front of a name: whether they qualify it.
class RestrictReader {
public:
  explicit RestrictReader(const ASTContext &Ctx)
      : Macros(MacroTable::of(Ctx)) {}

  /// Always, never, or sometimes.
  enum Answer { Never, Always, Sometimes };
  Answer read(llvm::ArrayRef<MacroToken> Tokens, unsigned Depth = 0) const {
    Answer Out = Never;
    for (const MacroToken &Tok : Tokens) {
      if (!Tok.isWord() || Depth > 8)
        continue;
      if (isRestrictWord(Tok.Word))
        return Always;
      Answer OfMacro = Never;
      bool IsFirst = true;
      for (const DefinedMacro &D : Macros.definitions(Tok.Word)) {
        Answer One = read(D.Body, Depth + 1);
        OfMacro = IsFirst || One == OfMacro ? One : Sometimes;
        IsFirst = false;
      }
      for (const DefinedMacro &D : Macros.givenDefinitions(Tok.Word))
        if (read(D.Body, Depth + 1) != Never)
          OfMacro = Sometimes;
      // `#ifndef RESTRICT` invites others to define it as nothing.
      if (OfMacro == Always && !Macros.isOfCommand(Tok.Word))
        return Always;
      if (OfMacro != Never)
        Out = Sometimes;
    }
    return Out;
  }

private:
  const MacroTable &Macros;
};

} // namespace

static bool writesOutside(const Stmt *S, const LoopModel &M,
                          const ASTContext &Ctx) {
  const Effects E = effectsOf(S, *M.Pointers, Ctx);
  return llvm::any_of(E.MemoryWrites, [](const MemoryAccess &X) {
    return X.Root.Kind != MemoryRoot::Shared;
  });
}

/// In \p Around, the loop or what may run in front of it writes memory that is
/// not shared.
static bool writesByThen(const Stmt *Around, const LoopModel &M,
                         const ASTContext &Ctx) {
  if (isa<ForStmt, WhileStmt, DoStmt>(Around))
    return writesOutside(Around, M, Ctx);
  for (const Stmt *Child : Around->children()) {
    if (!Child)
      continue;
    if (contains(Child, M.Header.Loop))
      return writesByThen(Child, M, Ctx);
    if (writesOutside(Child, M, Ctx))
      return true;
  }
  return false;
}

/// Where stores of the loop may meet its loads, or would if pointers were not
/// qualified, the qualifiers are those of all configurations.
std::optional<Rejection> OtherBuilds::checkOtherQualifiers() {
  VarSet Relied;
  for (const BodyItem &Item : M.Items)
    for (const auto *All : {&Item.E.MemoryReads, &Item.E.MemoryWrites})
      for (const MemoryAccess &X : *All)
        if (X.Root.Var && X.Root.Var->getIdentifier() &&
            X.Root.Var->getType().isRestrictQualified())
          Relied.insert(X.Root.Var);
  std::optional<TextRange> Head = Text.range(
      SourceRange(M.Kernel->getLocation(), M.Kernel->getBody()->getBeginLoc()));
  if (Relied.empty() || !Head || !writesByThen(M.Kernel->getBody(), M, Ctx))
    return std::nullopt;
  auto Reject = [](const VarDecl &Var) {
    return Rejection{RejectionKind::MacroLoop, Var.getSourceRange(),
                     "an #if hides that '" + Var.getNameAsString() +
                         "' is not __restrict__"};
  };
  const RestrictReader Reader(Ctx);
  OtherTypes Types(*M.Kernel, Text, Ctx);
  for (const VarDecl *Var : Relied) {
    if (Types.isOneOf(Var->getType(), ""))
      return Reject(*Var);
    if (isa<ParmVarDecl>(Var))
      continue;
    std::optional<TextRange> R =
        Text.range(SourceRange(Var->getBeginLoc(), Var->getLocation()));
    if (isUnderOtherIf(Var->getLocation(), *M.Kernel, Text, Ctx) ||
        (R && Reader.read(macroTokens(Text, *R, Ctx, nullptr)) ==
                  RestrictReader::Sometimes))
      return Reject(*Var);
  }
  // Each declarator of a parameter's name, those that an #if hides too.
  llvm::StringMap<RestrictReader::Answer> Known;
  const MacroTokens Tokens = macroTokens(Text, *Head, Ctx, nullptr);
  for (size_t I = 0, First = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].Kind == tok::comma)
      First = I + 1;
    const VarDecl *const *Var = llvm::find_if(Relied, [&](const VarDecl *V) {
      return Tokens[I].isWord() && V->getName() == Tokens[I].Word;
    });
    if (Var == Relied.end())
      continue;
    const RestrictReader::Answer Answer =
        Reader.read(llvm::ArrayRef(Tokens).slice(First, I - First));
    auto [It, IsNew] = Known.try_emplace(Tokens[I].Word, Answer);
    if (Answer == RestrictReader::Sometimes || (!IsNew && It->second != Answer))
      return Reject(**Var);
  }
  return std::nullopt;
}

} // namespace cudapipe
