//===- RestrictText.cpp - What says that a pointer is alone ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestrictText.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/UserFiles.h"

using namespace clang;

namespace cudapipe {

namespace {

/// What a type name stands for: `float *` in `using F = float *;`.
struct NamedType {
  MacroTokens Tokens;
  const MacroTable &Macros;
};

/// The type names of the user's files, in branches that the parse passed over,
/// too.
class TypeNames {
public:
  static const TypeNames &of(const ASTContext &Ctx) {
    struct Told : std::optional<TypeNames> {};
    auto &Known = perAst<Told>(Ctx);
    if (!Known)
      Known.emplace().read(Ctx);
    return *Known;
  }
  llvm::ArrayRef<NamedType> typesOf(llvm::StringRef Name) const {
    auto It = Types.find(Name);
    return It == Types.end() ? llvm::ArrayRef<NamedType>()
                             : llvm::ArrayRef(It->second);
  }

private:
  void read(const ASTContext &Ctx);
  void add(llvm::ArrayRef<MacroToken> Tokens, bool IsUsing,
           const MacroTable &Macros);
  llvm::StringMap<std::vector<NamedType>> Types;
};

} // namespace

void TypeNames::read(const ASTContext &Ctx) {
  forUserFiles(Ctx.getSourceManager(), [&](FileID File) {
    const SourceText Text(File, Ctx);
    if (!Text.code().contains("typedef") && !Text.code().contains("using"))
      return;
    MacroTokens Open;
    bool IsOpen = false, IsUsing = false;
    Text.forTokens({0, unsigned(Text.code().size())},
                   [&](const Token &Tok, unsigned At) {
                     const llvm::StringRef Word = Tok.is(tok::raw_identifier)
                                                      ? Tok.getRawIdentifier()
                                                      : llvm::StringRef();
                     if (!IsOpen) {
                       IsUsing = Word == "using";
                       IsOpen = IsUsing || Word == "typedef";
                     } else if (Tok.is(tok::semi)) {
                       add(Open, IsUsing, MacroTable::in(File, {At, At}, Ctx));
                       Open.clear();
                       IsOpen = false;
                     } else {
                       Open.push_back({Tok.getKind(), Word.str()});
                     }
                   });
  });
}

/// \p Tokens stand between `typedef` or `using` and the semicolon.
void TypeNames::add(llvm::ArrayRef<MacroToken> Tokens, bool IsUsing,
                    const MacroTable &Macros) {
  if (IsUsing) {
    if (Tokens.size() > 2 && Tokens[0].isWord() && Tokens[1].Kind == tok::equal)
      Types[Tokens[0].Word].push_back({Tokens.drop_front(2).vec(), Macros});
    return;
  }
  // `typedef float F, *G;`: each has what stands in front of it, and more.
  for (size_t I = 0; I < Tokens.size(); ++I)
    if (Tokens[I].isWord() &&
        (I + 1 == Tokens.size() || Tokens[I + 1].Kind == tok::comma))
      Types[Tokens[I].Word].push_back({Tokens.take_front(I).vec(), Macros});
}

static bool isRestrictWord(llvm::StringRef Word) {
  return Word == "__restrict__" || Word == "__restrict" || Word == "restrict";
}

/// The same of all definitions of the name at \p At of \p Tokens. Moves \p At
/// to the last token that a macro takes.
RestrictText::Answer RestrictText::ofName(llvm::ArrayRef<MacroToken> Tokens,
                                          size_t &At, const MacroTable &Macros,
                                          unsigned Depth) {
  const llvm::StringRef Name = Tokens[At].Word;
  size_t End = At;
  const auto Given = MacroTable::arguments(Tokens, End);
  unsigned Say = 0, SayNot = 0;
  bool TakesGiven = false;
  auto Add = [&](llvm::ArrayRef<MacroToken> Body, const MacroTable &There) {
    const Answer One = read(Body, There, Depth + 1);
    Say += One != Never;
    SayNot += One != Always;
  };
  for (const auto &All :
       {Macros.definitions(Name), Macros.givenDefinitions(Name)})
    for (const DefinedMacro &D : All) {
      if (D.TakesArguments && !Given)
        continue;
      TakesGiven |= D.TakesArguments;
      Add(MacroTable::replaced(D, Given ? *Given : std::vector<MacroTokens>()),
          Macros);
    }
  for (const NamedType &Type : TypeNames::of(Ctx).typesOf(Name))
    Add(Type.Tokens, Type.Macros);
  if (TakesGiven)
    At = End;
  // `#ifndef RESTRICT` invites others to define it as nothing.
  if (Say && Macros.isOfCommand(Name)) {
    OfCommand = Name.str();
    return Sometimes;
  }
  return !Say ? Never : !SayNot ? Always : Sometimes;
}

RestrictText::Answer RestrictText::read(llvm::ArrayRef<MacroToken> Tokens,
                                        const MacroTable &Macros,
                                        unsigned Depth) {
  Answer Out = Never;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const MacroToken &Tok = Tokens[I];
    if (Tok.Kind == tok::star || Tok.Kind == tok::amp)
      Out = Never; // what stood in front is what it points to
    else if (Tok.Kind == tok::hash)
      return Sometimes; // an #if amid the declaration
    if (!Tok.isWord() || Depth > 8)
      continue;
    if (isRestrictWord(Tok.Word))
      Out = Always;
    else if (Answer One = ofName(Tokens, I, Macros, Depth); One != Never)
      Out = One;
  }
  return Out;
}

} // namespace cudapipe
