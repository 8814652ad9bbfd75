//===- MacroTable.h - All definitions of macros -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef FAST
//   #define STEP() k += 1        both are in the table,
//   #else
//   #define STEP()               whichever the compile command chooses
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_MACROTABLE_H
#define CUDAPIPE_LIB_REWRITE_MACROTABLE_H

#include "Rewrite/SourceText.h"
#include "cudapipe/Frontend/ReadingOrder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

/// A token of a macro or of what it is given; words have their spelling.
struct MacroToken {
  clang::tok::TokenKind Kind;
  std::string Word;
  bool isWord() const { return Kind == clang::tok::raw_identifier; }
};
using MacroTokens = std::vector<MacroToken>;

/// One line `#define`.
struct DefinedMacro {
  bool TakesArguments = false;
  std::vector<std::string> Parameters;
  MacroTokens Body;
  /// Something is expanded from it: this configuration has it.
  bool IsRead = false;

  bool operator==(const DefinedMacro &O) const;
};

/// A line `#define` or `#undef` of a macro that has several.
struct MacroLine {
  clang::FileID File;
  unsigned At = 0;
  /// Nothing if it takes the macro away.
  std::optional<DefinedMacro> Definition = std::nullopt;
  ReadingPosition Place = {};
  /// Directives::around() of it.
  std::vector<unsigned> Around = {};
  /// Seen from other files, no #if decides whether it is read.
  bool IsSure = false;
};

/// The tokens of \p Code, less comments.
MacroTokens macroTokens(llvm::StringRef Code, const clang::ASTContext &Ctx);

/// The tokens in \p Range of a file, and their offsets in \p Places, if any.
MacroTokens macroTokens(const SourceText &Text, TextRange Range,
                        const clang::ASTContext &Ctx,
                        std::vector<unsigned> *Places);

/// The same, less directives.
MacroTokens statementTokens(const SourceText &Text, TextRange Range,
                            const clang::ASTContext &Ctx);

/// In \p Range, a macro spells an access to one of \p Names, or a part of it,
/// that another definition of the macro may spell otherwise.
bool hasOtherUses(const SourceText &Text, TextRange Range,
                  const llvm::StringSet<> &Names, const clang::ASTContext &Ctx);

/// The macros of the user's files, with all their definitions, in branches of
/// an #if that the parse passed over, too.
class MacroTable {
public:
  /// That of \p Ctx, read once.
  static const MacroTable &of(const clang::ASTContext &Ctx);
  /// The definitions that may hold in \p Range of \p File: less those which
  /// lines in front of it replace, or that come behind it.
  static const MacroTable &in(clang::FileID File, TextRange Range,
                              const clang::ASTContext &Ctx);
  /// The same where \p Loc is expanded.
  static const MacroTable &at(clang::SourceLocation Loc,
                              const clang::ASTContext &Ctx);

  /// Nothing if \p Name is none.
  llvm::ArrayRef<DefinedMacro> definitions(llvm::StringRef Name) const;

  /// Another configuration may define \p Name otherwise: by a definition that
  /// was not read, or by the command line, as it does here or as
  /// `#ifndef NAME` in front of a definition invites it to.
  bool mayBeOther(llvm::StringRef Name) const;

  /// The command line defines \p Name, or is invited to.
  bool isOfCommand(llvm::StringRef Name) const {
    return OfCommand.contains(Name);
  }
  /// What the command line defines \p Name by, if it does.
  llvm::ArrayRef<DefinedMacro> givenDefinitions(llvm::StringRef Name) const {
    auto It = OfCommand.find(Name);
    return It == OfCommand.end() ? llvm::ArrayRef<DefinedMacro>()
                                 : llvm::ArrayRef(It->second);
  }

  /// A macro in \p Tokens, statements of a function, that the command line may
  /// fill with code: it stands where a statement does, or is no value. Or
  /// nothing.
  llvm::StringRef filledIn(llvm::ArrayRef<MacroToken> Tokens) const;

  /// What follows \p Name at \p At of \p Tokens: `(a, b)` as its arguments.
  /// Moves \p At to the last token of it; nothing if there is none.
  static std::optional<std::vector<MacroTokens>>
  arguments(llvm::ArrayRef<MacroToken> Tokens, size_t &At);

  /// The body of \p D with \p Arguments in it, macros in it left as they are.
  static MacroTokens replaced(const DefinedMacro &D,
                              llvm::ArrayRef<MacroTokens> Arguments);

  /// Appends to \p Out \p Tokens with all macros expanded: of a macro with
  /// several definitions, all of them in a row. False if that has no end.
  bool expand(llvm::ArrayRef<MacroToken> Tokens, MacroTokens &Out,
              unsigned Depth = 0) const;

private:
  /// Definitions that were looked at, as statements or not.
  using SeenMacros = std::set<std::pair<const DefinedMacro *, bool>>;
  llvm::StringRef filledIn(llvm::ArrayRef<MacroToken> Tokens,
                           bool AreStatements, SeenMacros &Seen) const;
  void read(const clang::ASTContext &Ctx);
  void readFile(clang::FileID File, const clang::ASTContext &Ctx,
                const llvm::DenseSet<unsigned> &Read);
  void readLines(const clang::SourceManager &SM);
  void narrow(clang::FileID File, TextRange Range,
              const clang::SourceManager &SM, const MacroTable &All);
  void readCommandLine(llvm::StringRef Predefines,
                       const clang::ASTContext &Ctx);
  llvm::StringMap<std::vector<DefinedMacro>> Macros;
  /// Of macros that are defined in several ways, or undefined somewhere, all
  /// lines in the order in which they are read.
  llvm::StringMap<std::vector<MacroLine>> Lines;
  void readQuestions(llvm::StringRef Code);
  bool isValue(llvm::StringRef Name) const;
  /// What the command line defines, or may, and what is known of that.
  llvm::StringMap<std::vector<DefinedMacro>> OfCommand;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_MACROTABLE_H
