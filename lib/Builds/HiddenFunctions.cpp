//===- HiddenFunctions.cpp - What functions do elsewhere ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What functions do elsewhere
//   What of a function is read
//
//===----------------------------------------------------------------------===//

#include "HiddenFunctions.h"
#include "OtherTypes.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace cudapipe {

//===- What functions do elsewhere --------------------------------------===//
// What an #if switches off is text. It may compute with the function's own
// numbers, and write through a pointer that the code that is read writes
// through too; all else stands against a rewrite of the caller.

/// A variable of the file, or one that blocks share, has the name \p Word.
bool HiddenFunctions::isVariableElsewhere(llvm::StringRef Word,
                                          bool SharedOnly) const {
  const IdentifierInfo *Known = findIdentifier(Word, Ctx);
  if (!Known)
    return false;
  return llvm::any_of(Ctx.getTranslationUnitDecl()->lookup(Known),
                      [&](const NamedDecl *D) {
                        const auto *Var = dyn_cast<VarDecl>(D);
                        return Var && !Var->getType().isConstQualified() &&
                               (!SharedOnly || Var->hasAttr<CUDASharedAttr>());
                      });
}

/// The asm statement at \p At of \p Tokens computes, or loads, no more.
static bool isPlainAsm(llvm::ArrayRef<MacroToken> Tokens, size_t At,
                       bool Moves) {
  const std::string Code = asmTextAt(Tokens, At);
  return !Code.empty() && isReadOnlyAsm(Code) &&
         !(Moves && mindsItsPlace(Code));
}

/// `x` in `float x`, `half2 x`, `const int *x`: a new variable through which
/// nothing is stored.
static bool isDeclared(llvm::ArrayRef<MacroToken> Tokens, size_t At,
                       const ASTContext &Ctx) {
  if (At > 2 && Tokens[At - 1].Kind == tok::star &&
      Tokens[At - 3].Word == "const" &&
      (At == 3 || Tokens[At - 4].Kind == tok::semi ||
       Tokens[At - 4].Kind == tok::l_brace ||
       Tokens[At - 4].Kind == tok::r_brace))
    --At;
  if (At == 0 || !Tokens[At - 1].isWord())
    return false;
  llvm::StringRef Type = Tokens[At - 1].Word;
  const IdentifierInfo *Known = findIdentifier(Type, Ctx);
  if (!Known || Type == "auto" || Type == "return" || Type == "else" ||
      Type == "do" || Type == "case")
    return false;
  if (Known->getTokenID() != tok::identifier)
    return true;
  return llvm::any_of(
      Ctx.getTranslationUnitDecl()->lookup(Known), [&](const NamedDecl *D) {
        const auto *Named = dyn_cast<TypeDecl>(D);
        return Named && !mayReachOthers(Ctx.getTypeDeclType(Named));
      });
}

std::string HiddenFunctions::checkTokens(const FunctionDecl &Function,
                                         const Parts &Of,
                                         llvm::ArrayRef<MacroToken> Hidden,
                                         bool Moves) const {
  llvm::StringSet<> Known, Declared;
  bool HasAsm = false;
  for (const MacroToken &Tok : Of.Read) {
    Known.insert(Tok.Word);
    HasAsm |= isAsm(Tok.Word);
  }
  const bool GivesPointer = mayReachOthers(Function.getReturnType());
  HiddenChanges Changes(Ctx);
  for (size_t I = 0; I < Hidden.size(); ++I) {
    llvm::StringRef Word = Hidden[I].Word;
    if (!Hidden[I].isWord())
      continue;
    const bool IsFlow = Word == "return" || Word == "break" ||
                        Word == "continue" || Word == "goto";
    if (isAsm(Word) ? !isPlainAsm(Hidden, I, Moves)
                    : (leavesOrWaits(Word) && !IsFlow) ||
                          isVariableElsewhere(Word, /*SharedOnly=*/true))
      return "'" + Word.str() + "'";
    if (Of.Own.contains(Word) || Declared.contains(Word))
      continue;
    if (isDeclared(Hidden, I, Ctx)) {
      Declared.insert(Word);
      continue;
    }
    if (!Known.contains(Word) &&
        ((Moves && (isVariableElsewhere(Word, /*SharedOnly=*/false) ||
                    isOfMoment(Word))) ||
         ((Moves || GivesPointer) && Of.Reaching.contains(Word))))
      return "'" + Word.str() + "'";
    // A type, or what is called, is no variable.
    const IdentifierInfo *Known = findIdentifier(Word, Ctx);
    const bool IsKeyword = Known && Known->getTokenID() != tok::identifier;
    if (!IsKeyword &&
        (I + 1 == Hidden.size() ||
         (Hidden[I + 1].Kind != tok::l_paren && !Hidden[I + 1].isWord()))) {
      if (Of.Fixed.contains(Word))
        Changes.keepFixed(Word);
      else
        Changes.keep(Word);
    }
  }
  const llvm::StringSet<> Proved = Changes.find(Of.Read);
  for (const auto &Name : Changes.find(Hidden))
    if (!Proved.contains(Name.getKey()) &&
        !(HasAsm && Known.contains(Name.getKey())))
      return "a change of '" + Name.getKey().str() + "'";
  return "";
}

std::optional<SourceText>
HiddenFunctions::textOf(const FunctionDecl &Function) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Loc = SM.getExpansionLoc(Function.getLocation());
  if (!Function.getBody() || Loc.isInvalid() ||
      !SM.getFileEntryRefForID(SM.getFileID(Loc)))
    return std::nullopt;
  // A lambda of the kernel is looked at with it.
  const FileID File = SM.getFileID(Loc);
  const unsigned At = SM.getFileOffset(Loc);
  std::optional<TextRange> Whole = Text.range(Kernel.getBody());
  if (File == Text.file() && Whole && Whole->contains({At, At}))
    return std::nullopt;
  return SourceText(File, Ctx);
}

bool HiddenFunctions::isWhole(const FunctionDecl &Function) const {
  std::optional<SourceText> There = textOf(Function);
  if (!There)
    return true;
  Parts Of = partsOf(Function, *There);
  addOtherDefinitions(Function, *There, Of);
  return Of.Hidden.empty();
}

std::string HiddenFunctions::check(const FunctionDecl &Function,
                                   bool Moves) const {
  std::optional<SourceText> There = textOf(Function);
  if (!There)
    return "";
  Parts Of = partsOf(Function, *There);
  addOtherDefinitions(Function, *There, Of);
  return Of.Hidden.empty() ? "" : checkTokens(Function, Of, Of.Hidden, Moves);
}

std::string HiddenFunctions::checkMacros(const FunctionDecl &Function,
                                         bool Moves) const {
  std::optional<SourceText> There = textOf(Function);
  if (!There)
    return "";
  if (std::optional<TextRange> Body = There->range(Function.getBody()))
    if (llvm::StringRef Name =
            MacroTable::in(There->file(), *Body, Ctx)
                .filledIn(statementTokens(*There, *Body, Ctx));
        !Name.empty())
      return "what the command line makes of '" + Name.str() + "'";
  const Parts Of = partsOf(Function, *There);
  const std::string Why = Of.Otherwise.empty()
                              ? ""
                              : checkTokens(Function, Of, Of.Otherwise, Moves);
  return Why.empty() ? "" : Why + " in another definition of a macro";
}

//===- What of a function is read ---------------------------------------===//

namespace {

/// The offsets of all statements and variables of a function in its file, and
/// the names of its variables.
struct Places {
  llvm::DenseSet<unsigned> Seen;
  std::vector<const VarDecl *> Variables;

  void add(const Stmt *S, FileID File, const SourceManager &SM) {
    if (!S)
      return;
    note(S->getBeginLoc(), File, SM);
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls()) {
        note(D->getLocation(), File, SM);
        if (const auto *Var = dyn_cast<VarDecl>(D))
          Variables.push_back(Var);
      }
    for (const Stmt *Child : S->children())
      add(Child, File, SM);
  }

private:
  void note(SourceLocation Loc, FileID File, const SourceManager &SM) {
    Loc = SM.getExpansionLoc(Loc);
    if (Loc.isValid() && SM.getFileID(Loc) == File)
      Seen.insert(SM.getFileOffset(Loc));
  }
};

/// The branches of an #if: which of them a compiler of device code may read.
class Branches {
public:
  void take(const Directive &D, llvm::StringRef Line) {
    if (D.opens()) {
      Open.push_back({isDead(Line), isDeviceTest(Line)});
    } else if (D.divides() && !Open.empty()) {
      Open.back().IsDead = Open.back().IsDevice;
    } else if (D.closes() && !Open.empty()) {
      Open.pop_back();
    }
  }
  bool areDead() const {
    return llvm::any_of(Open, [](const Branch &B) { return B.IsDead; });
  }
  bool isOpen() const { return !Open.empty(); }

private:
  struct Branch {
    bool IsDead;
    bool IsDevice;
  };
  static std::string packed(llvm::StringRef Line) {
    std::string Out;
    for (char C : Line)
      if (!isWhitespace(C) && C != '#' && C != '(' && C != ')')
        Out += C;
    return Out;
  }
  static bool isDeviceTest(llvm::StringRef Line) {
    const std::string Test = packed(Line);
    return Test == "ifdef__CUDA_ARCH__" || Test == "ifdefined__CUDA_ARCH__" ||
           Test == "ifdef__CUDACC__" || Test == "ifdefined__CUDACC__";
  }
  static bool isDead(llvm::StringRef Line) {
    const std::string Test = packed(Line);
    return Test == "if0" || Test == "ifndef__CUDA_ARCH__" ||
           Test == "if!defined__CUDA_ARCH__" || Test == "ifndef__CUDACC__" ||
           Test == "if!defined__CUDACC__";
  }
  llvm::SmallVector<Branch, 4> Open;
};

} // namespace

/// The token at \p I of code that is read, with what it is as a macro. Moves
/// \p I to the last token that the macro takes.
void HiddenFunctions::addToken(llvm::ArrayRef<MacroToken> Tokens, size_t &I,
                               const MacroTable &Macros, Parts &Out) {
  size_t End = I;
  const auto Given = MacroTable::arguments(Tokens, End);
  bool IsMacro = false, TakesGiven = false;
  llvm::ArrayRef<DefinedMacro> All = Tokens[I].isWord()
                                         ? Macros.definitions(Tokens[I].Word)
                                         : llvm::ArrayRef<DefinedMacro>();
  for (const DefinedMacro &D : All) {
    if (D.TakesArguments && !Given)
      continue;
    IsMacro = true;
    TakesGiven |= D.TakesArguments;
    (void)Macros.expand(
        MacroTable::replaced(D, Given ? *Given : std::vector<MacroTokens>()),
        D.IsRead ? Out.Read : Out.Otherwise);
    if (!D.IsRead)
      Out.Otherwise.push_back({tok::semi, ""});
  }
  if (!IsMacro)
    Out.Read.push_back(Tokens[I]);
  else if (TakesGiven)
    I = End;
}

/// `const double2 &`: who is given it can change nothing through it.
static bool refersToFixed(const Type &Reference) {
  const QualType To = Reference.getPointeeType();
  const auto *Class = To->getAsCXXRecordDecl();
  return To.isConstQualified() && !To->isDependentType() &&
         !mayReachOthers(To) && !(Class && Class->hasMutableFields());
}

/// The text of \p Function, in \p There, by whether it is read; a macro with
/// another definition is read in one way and hidden in the other.
HiddenFunctions::Parts HiddenFunctions::partsOf(const FunctionDecl &Function,
                                                const SourceText &There) const {
  const SourceManager &SM = Ctx.getSourceManager();
  Parts Out;
  Places Of;
  Of.add(Function.getBody(), There.file(), SM);
  Of.Variables.insert(Of.Variables.end(), Function.param_begin(),
                      Function.param_end());
  for (const VarDecl *Var : Of.Variables) {
    if (!Var->getIdentifier())
      continue;
    const QualType Type = Ctx.getBaseElementType(Var->getType());
    const bool IsOwn = Var->hasLocalStorage() && !Type->isDependentType() &&
                       !mayReachOthers(Type);
    (IsOwn ? Out.Own : Out.Reaching).insert(Var->getName());
    if (Type->isReferenceType() && refersToFixed(*Type))
      Out.Fixed.insert(Var->getName());
  }
  std::optional<TextRange> Body = There.range(Function.getBody());
  if (!Body)
    return Out;
  const std::vector<Directive> Lines =
      There.directives({Body->Begin, Body->End});
  const MacroTable &Macros = MacroTable::in(There.file(), *Body, Ctx);
  Branches At;
  auto Add = [&](TextRange Part) {
    if (Part.Begin >= Part.End || At.areDead())
      return;
    const bool IsRead =
        llvm::any_of(Of.Seen,
                     [&](unsigned Place) {
                       return Part.Begin <= Place && Place < Part.End;
                     }) ||
        !At.isOpen();
    const MacroTokens Tokens = macroTokens(There, Part, Ctx, nullptr);
    if (!IsRead)
      (void)Macros.expand(Tokens, Out.Hidden);
    for (size_t I = 0; IsRead && I < Tokens.size(); ++I)
      addToken(Tokens, I, Macros, Out);
    if (!IsRead)
      Out.Hidden.push_back({tok::semi, ""});
  };
  unsigned Begin = Body->Begin;
  for (const Directive &D : Lines) {
    Add({Begin, D.Line.Begin});
    At.take(D, There.text(D.Line));
    Begin = D.Line.End;
  }
  Add({Begin, Body->End});
  return Out;
}

/// What \p Tokens, from a `(` on, take up to its `)`.
static size_t closing(llvm::ArrayRef<MacroToken> Tokens, size_t At,
                      tok::TokenKind Opens, tok::TokenKind Closes) {
  unsigned Depth = 0;
  for (; At < Tokens.size(); ++At) {
    Depth += Tokens[At].Kind == Opens;
    if (Tokens[At].Kind == Closes && --Depth == 0)
      return At;
  }
  return Tokens.size();
}

/// Definitions of the name of \p Function that were not read. What they are
/// given has the names that it has here.
void HiddenFunctions::addOtherDefinitions(const FunctionDecl &Function,
                                          const SourceText &There,
                                          Parts &Out) const {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!Function.getIdentifier() ||
      !isUnderOtherIf(Function.getLocation(), Kernel, Text, Ctx))
    return;
  llvm::DenseSet<unsigned> Known;
  for (const NamedDecl *D :
       Function.getDeclContext()->lookup(Function.getDeclName()))
    if (const FunctionDecl *F = D->getAsFunction())
      for (const FunctionDecl *Redecl : F->redecls())
        Known.insert(SM.getFileOffset(Redecl->getLocation()));
  std::vector<unsigned> At;
  const MacroTokens Tokens =
      macroTokens(There, {0, unsigned(There.code().size())}, Ctx, &At);
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (!Tokens[I].isWord() || Tokens[I].Word != Function.getName() ||
        Known.contains(At[I]) || Tokens[I + 1].Kind != tok::l_paren)
      continue;
    const size_t End = closing(Tokens, I + 1, tok::l_paren, tok::r_paren);
    if (End + 1 >= Tokens.size() || Tokens[End + 1].Kind != tok::l_brace)
      continue;
    llvm::StringMap<std::string> Names;
    size_t First = I + 2;
    unsigned Place = 0;
    for (size_t P = First; P <= End; ++P) {
      if (Tokens[P].Kind != tok::comma && P != End)
        continue;
      if (P > First && Tokens[P - 1].isWord() &&
          Place < Function.getNumParams()) {
        const ParmVarDecl &Param = *Function.getParamDecl(Place);
        Names[Tokens[P - 1].Word] = Param.getNameAsString();
        // By value here, by reference there.
        for (size_t X = First; X < P; ++X)
          if (Tokens[X].Kind == tok::star || Tokens[X].Kind == tok::amp)
            Out.Own.erase(Param.getName()), Out.Fixed.erase(Param.getName());
      }
      First = P + 1;
      ++Place;
    }
    const size_t Last = closing(Tokens, End + 1, tok::l_brace, tok::r_brace);
    MacroTokens Body(Tokens.begin() + End + 2,
                     Tokens.begin() + std::min(Last, Tokens.size()));
    for (MacroToken &Tok : Body)
      if (auto It = Names.find(Tok.Word);
          Tok.isWord() && It != Names.end() && !It->second.empty())
        Tok.Word = It->second;
    (void)MacroTable::in(There.file(), {At[I], At[I]}, Ctx)
        .expand(Body, Out.Hidden);
    Out.Hidden.push_back({tok::semi, ""});
  }
}

} // namespace cudapipe
