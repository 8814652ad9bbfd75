//===- CalledBody.h - The body of a call, as text ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_CALLEDBODY_H
#define CUDAPIPE_LIB_INLINE_CALLEDBODY_H

#include "BodyNames.h"
#include "EarlyReturns.h"

namespace cudapipe {

/// Puts one body into text.
class BodyPrinter {
public:
  BodyPrinter(const clang::CallExpr &Call, const clang::CompoundStmt &Body,
              const SourceText &Text, const CallSite &Site)
      : Call(Call), Body(Body), Text(Text), Site(Site), Inside(Body) {}

  /// Value of the parameter \p Param, of the type \p Type in what runs, whose
  /// position among the arguments is that of \p Arg.
  bool pass(const clang::ParmVarDecl &Param, clang::QualType Type,
            const clang::Expr &Arg);
  /// What is done with the arguments passed so far, which are parameters of
  /// \p Function.
  PassedCall passedTo(const clang::FunctionDecl &Function) const;
  /// Types of parameters that name one of \p Names cannot be spelled.
  void avoid(const NameSet &Names) {
    Foreign.insert(Names.begin(), Names.end());
  }
  /// What the body calls this is \p Object, `a.` or `p->`.
  void passObject(llvm::StringRef Object);
  void edit(clang::SourceRange Range, llvm::StringRef New);
  /// \p Param is \p Value wherever the body names it.
  void replace(const clang::NamedDecl &Param, llvm::StringRef Value);
  std::optional<CalledText> print();
  const BodyNames &names() const { return Inside; }

private:
  bool standsFor(const clang::ParmVarDecl &Param, clang::QualType Wanted,
                 const clang::Expr &Arg) const;
  std::optional<std::string> valueOf(const clang::Expr &Arg) const;
  bool isExposed(const clang::VarDecl &Var) const;
  std::optional<std::string> otherwise(const EarlyReturn &Early) const;
  std::optional<std::string> lines(TextRange Range,
                                   llvm::ArrayRef<EarlyReturn> Early) const;
  std::optional<std::string> edited(TextRange Range) const;

  const clang::CallExpr &Call;
  const clang::CompoundStmt &Body;
  const SourceText &Text;
  const CallSite &Site;
  BodyNames Inside;
  std::vector<TextEdit> Edits;
  std::string Declarations;
  NameSet Declared, Foreign;
  std::vector<PassedArgument> Passed;
  bool IsLost = false; // A macro's own text names a parameter.
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_CALLEDBODY_H
