//===- OtherTypes.h - Types that another configuration chooses --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef DOUBLE
//   typedef double real;         one word, two types
//   #else
//   typedef float real;
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_OTHERTYPES_H
#define CUDAPIPE_LIB_REWRITE_OTHERTYPES_H

#include "MacroTable.h"
#include "Rewrite/SourceText.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cudapipe {

/// \p Loc stands under an #if that is not around \p Function, which \p Text
/// holds.
bool isUnderOtherIf(clang::SourceLocation Loc,
                    const clang::FunctionDecl &Function, const SourceText &Text,
                    const clang::ASTContext &Ctx);

/// Tells which types may be others where macros are defined otherwise.
class OtherTypes {
public:
  OtherTypes(const clang::FunctionDecl &Function, const SourceText &Text,
             const clang::ASTContext &Ctx);

  /// \p Type, which is written \p Spelled, may be another type, or one of
  /// another size.
  bool isOneOf(clang::QualType Type, llvm::StringRef Spelled);
  /// \p Type may be another type because of an #if that is not around the
  /// kernel, whatever macros are defined to be.
  bool isChosenByIf(clang::QualType Type);
  /// isOneOf() of the elements of \p Tile, an array or a pointer.
  bool hasElementsOf(const clang::VarDecl &Tile);
  /// A pointer or reference in \p S is cast to a type that a macro spells which
  /// may have another definition.
  bool hasOtherCast(const clang::Stmt *S) const;

private:
  class Finder;
  bool isChosen(const clang::Decl &D);
  bool hasOtherMacro(llvm::StringRef Words, const MacroTable &Macros,
                     unsigned Depth = 0) const;

  const clang::FunctionDecl &Function;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  llvm::SmallPtrSet<const clang::Decl *, 8> Seen;
  bool MindsMacros = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_OTHERTYPES_H
