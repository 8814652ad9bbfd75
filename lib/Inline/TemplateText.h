//===- TemplateText.h - What a call passes to a template --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_TEMPLATETEXT_H
#define CUDAPIPE_LIB_INLINE_TEMPLATETEXT_H

#include "CalledText.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace cudapipe {

/// What the template parameter number \p Index of \p Function stands for, where
/// \p Call at \p Site does not say it: deduced, or a default. Nothing in an
/// instantiation, if it may stand for something else in another one.
std::optional<std::string> impliedArgument(const clang::CallExpr &Call,
                                           const clang::FunctionDecl &Function,
                                           unsigned Index,
                                           const CallSite &Site);

/// The parameters of the template that a call's function comes from, as the
/// caller spells them.
class TemplateText {
public:
  /// \p Call, at \p Site, runs \p Function.
  TemplateText(const clang::CallExpr &Call, const clang::FunctionDecl &Function,
               const CallSite &Site);

  /// Calls \p Replace for each use of a parameter in the body. False if one
  /// cannot be spelled.
  bool
  read(llvm::function_ref<void(clang::SourceRange, llvm::StringRef)> Replace);
  /// What read() has replaced is right for this instantiation only.
  bool usesValues() const { return UsesValues; }
  /// Calls \p Visit for the names of all parameters.
  void forEachName(llvm::function_ref<void(llvm::StringRef)> Visit) const {
    for (const auto &Spelling : Spellings)
      Visit(Spelling.first);
  }
  /// Puts them into \p Code, the text of a type. False as above.
  bool putInto(std::string &Code) const;
  /// The type \p Type that the function, whose text is \p Text, returns.
  std::optional<std::string> resultType(clang::QualType Type,
                                        const SourceText &Text) const;

private:
  std::optional<std::string> spellingOf(const clang::NamedDecl &Param,
                                        unsigned Index) const;
  void readClass(const clang::ClassTemplateSpecializationDecl &Class);

  const clang::CallExpr &Call;
  const clang::FunctionDecl &Function;
  const CallSite &Site;
  /// Nothing for what cannot be spelled.
  std::map<std::string, std::optional<std::string>> Spellings;
  /// Parameters that stand for what they are in this instantiation.
  NameSet Values;
  bool UsesValues = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_TEMPLATETEXT_H
