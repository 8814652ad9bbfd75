//===- Spelling.h - Types, addresses and next values as text ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_SPELLING_H
#define CUDAPIPE_LIB_REWRITE_SPELLING_H

#include "SourceText.h"
#include "cudapipe/Analyze/LoopModel.h"
#include "llvm/ADT/StringMap.h"

namespace cudapipe {

/// 3 as "three": a count of stages or tiles, at most 8.
llvm::StringRef inWords(unsigned Count);

/// `&Text`, which names an object of \p Type; `__builtin_addressof(Text)` where
/// `&` calls a function of the user.
std::string addressOfText(clang::QualType Type, llvm::StringRef Text);

/// `&A[i]`, or `p` for `*p` and `p[0]`.
std::optional<std::string> addressOf(const clang::Expr *Object,
                                     const SourceText &Text);

/// The element type in the declaration of \p Tile, if it is spelled there.
std::optional<std::string> quotedElementType(const clang::VarDecl &Tile,
                                             const SourceText &Text);

/// The type of one element of \p Tile, an array or a pointer, as the user wrote
/// it: `T`, `float`.
std::string elementType(const clang::VarDecl &Tile, const SourceText &Text,
                        const clang::ASTContext &Ctx);

/// A template parameter stands in \p Type: its printed form would be that of
/// one instantiation.
bool namesTemplateParameter(clang::QualType Type);

/// \p Type as C++ spells it. Clang's own names, `__size_t` of what sizeof
/// gives, are none.
std::string spelled(clang::QualType Type, const clang::ASTContext &Ctx);

/// The offset at which `alignas(..) ` goes into the declaration of \p Tile;
/// nothing if a macro spells its type.
std::optional<unsigned> placeOfAlignas(const clang::VarDecl &Tile,
                                       const SourceText &Text);

/// A register for \p Copy has the type of what it loads, not that of the tile.
bool keepsLoadedType(const TileCopy &Copy, const clang::ASTContext &Ctx);

/// The type of \p E for a declaration or sizeof. \p Tile is the array that E
/// is an element of, if any: its element type keeps template parameters.
/// Nothing where the type can't be spelled for every instantiation.
std::optional<std::string> typeOf(const clang::Expr *E,
                                  const clang::VarDecl *Tile,
                                  const SourceText &Text,
                                  const clang::ASTContext &Ctx);

/// `const int k_next`, `float *p`: a declaration of \p Name with the type of
/// \p Var.
std::optional<std::string> declare(const clang::VarDecl &Var,
                                   llvm::StringRef Name, bool Const,
                                   const SourceText &Text,
                                   const clang::ASTContext &Ctx);

/// The value that \p Update gives its variable: `k + BK` for `k += BK`.
std::optional<std::string> nextValue(const clang::Expr *Update,
                                     const SourceText &Text);

/// Text of \p E with every use of a variable in \p Names renamed; nothing if
/// a use comes out of a macro.
std::optional<std::string>
renamed(const clang::Expr *E,
        const llvm::DenseMap<const clang::VarDecl *, std::string> &Names,
        const SourceText &Text);

/// \p E in parentheses unless it binds tighter than any binary operator.
std::string parenthesized(const clang::Expr *E, llvm::StringRef Text);

/// A sum takes \p E without parentheses.
bool isSummand(const clang::Expr *E);

/// The condition \p E, or its negation, as one that is not negated itself:
/// what has to hold and whether it has to be true.
std::pair<const clang::Expr *, bool> withoutNegation(const clang::Expr *E,
                                                     bool IsTrue);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_SPELLING_H
