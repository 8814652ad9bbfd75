//===- TemplateSizes.h - Numbers of one instantiation -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <int BM, int BK> __global__ void gemm(...)
//
//   const bool wide_copies = BM == 128 && BK == 8 && ...;
//   ...
//   if (wide_copies) {
//     if (threadIdx.x < 256) {       128 * 8 / 4
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_TEMPLATESIZES_H
#define CUDAPIPE_LIB_REWRITE_TEMPLATESIZES_H

#include "MacroTable.h"
#include "Rewrite/SourceText.h"
#include "SizeParameters.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include <map>
#include <memory>

namespace cudapipe {

/// What text proved for the numbers of one instantiation, or configuration,
/// asks of the others.
class TemplateSizes {
public:
  /// \p Function is the instantiation, or no template at all.
  TemplateSizes(const clang::FunctionDecl &Function, const SourceText &Text,
                const clang::ASTContext &Ctx);

  /// The text relies on the numbers in \p S, and in what its variables start
  /// with and are declared as.
  void add(const clang::Stmt *S);
  void add(const clang::VarDecl &Var);
  /// The same, and on the size of the elements of \p Tile, an array or a
  /// pointer.
  void addTile(const clang::VarDecl &Tile);
  /// The text relies on the type that \p Choice makes.
  void addType(const HiddenChoice &Choice);
  /// The same for the loops of the function around what names one of \p Names.
  void addLoopsAround(llvm::ArrayRef<const clang::VarDecl *> Names);

  /// `BM == 128`, `(BK == 8 || BK == 16)`, in the order of the parameters, for
  /// all that instantiations of the file give them, as the text is the same for
  /// all; then macros and constants which may be others. Less \p Said.
  std::vector<std::string> terms(llvm::ArrayRef<std::string> Said = {}) const;
  /// terms() are all that the text relies on.
  bool isWhole() const { return IsWhole; }
  /// A macro that the text relies on, is no number, and has other definitions;
  /// or nothing.
  llvm::StringRef otherMacro() const { return OtherMacro; }
  /// Macros and constants that may be others have a part in the text.
  bool relyOnMacros() const {
    return !MacroSizes.empty() || !OtherMacro.empty();
  }

private:
  class Callees;
  class Finder;
  static bool isOfTemplate(const clang::ValueDecl &D);
  using ValueOf =
      llvm::function_ref<std::string(const clang::TemplateArgument &)>;
  void note(const clang::SubstNonTypeTemplateParmExpr &Parameter);
  void noteMember(const clang::DeclRefExpr &Ref);
  void noteSize(clang::QualType Type, llvm::StringRef Name);
  void noteElement(const clang::VarDecl &Tile, llvm::StringRef Name);
  void noteSizeOf(const clang::UnaryExprOrTypeTraitExpr &E);
  void noteAll(const clang::Decl &Of, const clang::TemplateParameterList &All);
  bool note(const clang::Decl &Of, SizeParameterKey Key, llvm::StringRef Name,
            ValueOf Value);
  void noteMacros(const clang::Stmt &S);
  void noteChosen(const clang::DeclRefExpr &Ref, const clang::ValueDecl &D);
  void noteValue(const clang::Expr &E);
  bool isAtTop(const clang::VarDecl &Local) const;
  llvm::SmallVector<const clang::TemplateArgumentList *, 4>
  argumentsOf(const clang::Decl &Of) const;

  const clang::FunctionDecl &Function;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  const bool IsTemplate;
  VarSet Seen;
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Chosen;
  llvm::SmallPtrSet<const clang::DeclContext *, 4> Enums;
  /// Functions, classes and variables whose macros are noted.
  llvm::SmallPtrSet<const clang::Decl *, 8> Entered;
  bool IsWhole = true;
  SizeParameters Parameters;
  /// `sizeof(T)`, where T is no template parameter.
  std::map<std::string, std::string> Members;
  /// As Members, macros and constants that another configuration defines
  /// otherwise.
  std::map<std::string, std::string> MacroSizes;
  std::string OtherMacro;
};

/// Bytes of \p Type, if it has any.
std::string sizeOf(clang::QualType Type, const clang::ASTContext &Ctx);

/// \p Text, less the parentheses around all of it.
llvm::StringRef withoutParens(llvm::StringRef Text);

/// `BM == 128 && (BK == 8 || BK == 16)`; what stands alone has no parentheses.
std::string allOf(const std::vector<std::string> &Terms);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_TEMPLATESIZES_H
