//===- HostArithmetic.h - Sizes as host code computes them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_MATCH_HOSTARITHMETIC_H
#define CUDAPIPE_LIB_MATCH_HOSTARITHMETIC_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// Spells host expressions as arithmetic on names.
class HostArithmetic {
public:
  explicit HostArithmetic(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// \p Var is called \p Name, not what it starts with.
  void keep(const clang::VarDecl &Var, std::string Name) {
    Kept.try_emplace(Var.getCanonicalDecl(), std::move(Name));
  }
  /// Empty if \p E is more than arithmetic.
  std::string text(const clang::Expr *E);
  /// The number of elements of \p ElementSize bytes that \p Bytes are.
  std::string elements(const clang::Expr *Bytes, int64_t ElementSize);
  /// `256`, `dim3(16, n)`, or a variable that starts so: one to three texts;
  /// none if one of them is not known.
  std::vector<std::string> shape(const clang::Expr *E, unsigned Depth = 0);
  /// The names in all texts so far, with their values where known.
  const std::map<std::string, std::optional<int64_t>> &names() const {
    return Names;
  }

private:
  /// A text and how tightly its last operator binds; unknown: empty.
  struct Spelled {
    std::string Text;
    enum { Loose, Sum, Product, Atom } Binds = Atom;
  };
  Spelled spell(const clang::Expr *E, unsigned Depth);
  Spelled spellVariable(const clang::ValueDecl &D, unsigned Depth);
  Spelled spellBinary(const clang::BinaryOperator &Op, unsigned Depth);
  Spelled spellCall(const clang::CallExpr &Call, unsigned Depth);
  Spelled name(const clang::VarDecl &Var, std::string Name);
  std::string within(const Spelled &S, int Binds) const {
    return S.Text.empty() || S.Binds >= Binds ? S.Text : "(" + S.Text + ")";
  }

  const clang::ASTContext &Ctx;
  std::map<const clang::VarDecl *, std::string> Kept;
  /// Parameters of functions that are being read, and their arguments.
  std::map<const clang::ParmVarDecl *, Spelled> Arguments;
  std::map<std::string, std::optional<int64_t>> Names;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_MATCH_HOSTARITHMETIC_H
