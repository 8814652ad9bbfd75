//===- Canonical.h - Statements, to be compared -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   &As[stage ^ 1][ty][tx], &A[row * K + k + 8 + tx]      k stands for k0
//   &As[0][ty][tx],         &A[row * K + tx + (k0 + 8)]
//
// are the same: integers are sums of products, the stage of a tile is left out,
// variables that the statements declare are counted.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_CANONICAL_H
#define CUDAPIPE_LIB_UNDO_CANONICAL_H

#include "../Analyze/Integers/Polynomial.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>

namespace cudapipe {

/// Spells statements so that equal texts do the same. Declarations of another
/// parse of the file are told by their names.
class Canonical {
public:
  /// The first subscript of these arrays is left out.
  explicit Canonical(const clang::ASTContext &Ctx,
                     llvm::ArrayRef<std::string> Tiles)
      : Ctx(Ctx), Tiles(Tiles.begin(), Tiles.end()) {}

  /// From now on the variable \p Name is \p Value, as it is spelled.
  void set(llvm::StringRef Name, const Polynomial &Value) {
    Values[Name.str()] = Value;
  }
  /// ... is \p Text, which spell() has made.
  void setText(llvm::StringRef Name, const std::string &Text) {
    Whole[Name.str()] = Text;
  }
  Polynomial valueOf(const clang::Expr *E);
  Polynomial variable(llvm::StringRef Name) { return atom(Name.str()); }
  /// Empty: something in it is not understood.
  std::string spell(llvm::ArrayRef<const clang::Stmt *> All);
  std::string spell(const clang::Stmt *S);
  bool isKnown() const { return Known; }

private:
  Polynomial atom(const std::string &Text);
  std::string print(const Polynomial &P);
  std::string name(const clang::ValueDecl &D);

  const clang::ASTContext &Ctx;
  std::vector<std::string> Tiles;
  std::map<std::string, Polynomial> Values;
  std::map<std::string, std::string> Own, Whole;
  std::map<std::string, unsigned> Atoms;
  std::vector<std::string> Texts;
  unsigned Count = 0;
  bool Known = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_CANONICAL_H
