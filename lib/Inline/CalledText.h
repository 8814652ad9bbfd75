//===- CalledText.h - What a call stands for, as text -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_CALLEDTEXT_H
#define CUDAPIPE_LIB_INLINE_CALLEDTEXT_H

#include "../Rewrite/SourceText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include <set>

namespace cudapipe {

using NameSet = std::set<std::string, std::less<>>;

/// What becomes of an argument of a call that gives way to a text.
struct PassedArgument {
  const clang::ParmVarDecl *Param;
  const clang::Expr *Arg;
  enum { ByName, AsVariable, NotNamed } How;
};

/// What a call does.
struct PassedCall {
  const clang::CallExpr *Call;
  const clang::Stmt *Body;
  std::vector<PassedArgument> Arguments;
  /// Of a template that nobody instantiates, what its parameters stand for.
  std::vector<std::pair<const clang::Decl *, const clang::Expr *>> Constants =
      {};
  /// The variable that vanishes with it.
  const clang::VarDecl *Gone = nullptr;
  /// What the function calls this, or null.
  const clang::Expr *Object = nullptr;
};

/// The statements that a call stands for.
struct CalledText {
  /// Lines; the outermost are not indented.
  std::string Body;
  /// The call has a scope of its own. Else the text is what stands there, with
  /// or without braces of the caller's.
  bool HasScope = true;
  /// Its #pragma lines have no indentation in the user's text.
  bool PragmasAtLineStart = false;
  /// What the outermost block declares.
  NameSet Declares;
  /// What leads out of it, arguments included.
  NameSet Means;
  /// What nobody needs once its calls are gone, whole lines.
  std::optional<TextRange> Definition;
  /// How many calls that are.
  unsigned CallsOfDefinition = 1;
  /// The comment that stands above Definition, whole lines, not indented.
  std::string Comment;
  /// The same as an AST; of a macro, the AST has it already.
  std::optional<PassedCall> Passed;
};

/// \p Definition, whole lines, with one of the blank lines around it.
TextRange withBlankLine(TextRange Definition, const SourceText &Text);

/// Where a call stands.
struct CallSite {
  const clang::FunctionDecl &Kernel;
  const SourceText &Text;
  /// The statement with its semicolon.
  TextRange Range;
  clang::ASTContext &Ctx;
};

/// \p File, or the command line, is what includes the header with the call:
/// where another file includes it, the text may be another one.
bool isOfIncluder(clang::FileID File, const CallSite &Site);

/// With other macros defined, or where another file includes the call, another
/// function than \p Function, which stands in \p Text, would be called.
bool isOneOfTwo(const clang::FunctionDecl &Function, const SourceText &Text,
                const CallSite &Site);

/// \p Call, of the lambda in the variable \p Lambda.
std::optional<CalledText> textOfLambda(const clang::CallExpr &Call,
                                       const clang::VarDecl &Lambda,
                                       const CallSite &Site);

/// \p Call, of the definition \p Function, which may stand in another file.
std::optional<CalledText> textOfFunction(const clang::CallExpr &Call,
                                         const clang::FunctionDecl &Function,
                                         const CallSite &Site);

/// The macro that \p Inside, a place in its expansion, comes from.
std::optional<CalledText> textOfMacro(clang::SourceLocation Inside,
                                      const CallSite &Site);

/// The identifiers of \p Code that are looked up by their own name: neither
/// members nor qualified.
NameSet namesIn(llvm::StringRef Code);

/// How often \p Code names \p Name, members included.
unsigned countName(llvm::StringRef Code, llvm::StringRef Name);

/// \p Text has a line that starts with # and others that are indented.
bool hasPragmasAtLineStart(llvm::StringRef Text);

/// The lines of \p Text without the indentation that all of them have, and
/// without blank lines at both ends.
std::string unindented(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_CALLEDTEXT_H
