//===- TileAddress.h - Where the address of a tile goes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *p = &As[ty][0];   followed: p lives for one trip
//   acc += dot(As[ty], b);   followed into dot()
//   Matrix m{As, BK};        followed through m and what its functions do
//   view.p = As;             escapes: the next trip would find another stage
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TILEADDRESS_H
#define CUDAPIPE_LIB_ANALYZE_TILEADDRESS_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// Follows one use of a tile, through variables of the trip and called
/// functions, to every place its address reaches.
class TileAddress {
public:
  explicit TileAddress(LoopAnalysis &A) : A(A) {}

  /// Where the address that \p Use names is kept beyond the trip, or null. Use
  /// is the tile, or a pointer into it.
  const clang::Stmt *escapeOf(const clang::DeclRefExpr *Use);
  /// The widest alignment that the accesses seen so far rely on, bytes.
  unsigned alignment() const { return Alignment; }

private:
  /// What an expression on the way is.
  enum class Form {
    Memory,  ///< An lvalue in the tile.
    Address, ///< A pointer, or an integer made from one.
    Holder,  ///< A variable that holds an address.
    Object   ///< An object, a member of which does; or a pointer to it.
  };
  struct Scope {
    const clang::ParentMap &Parents;
    const clang::FunctionDecl *Callee; ///< Null: the kernel itself.
    bool Returned = false;             ///< The callee hands the address back.
  };

  const clang::Stmt *climb(const clang::Stmt *Child, Form F, Scope &S);
  const clang::Stmt *climbCast(const clang::CastExpr *Cast, Form &F,
                               bool &Done);
  const clang::Stmt *keep(const clang::VarDecl *Var, const clang::Stmt *Where,
                          Scope &S);
  const clang::Stmt *enter(const clang::CallExpr *Call, const clang::Stmt *Arg,
                           Form F, bool &Returned);
  const clang::Stmt *usesOf(const clang::VarDecl *Var,
                            const clang::Stmt *Within, Form F, Scope &S);
  const clang::Stmt *usesOfThis(const clang::Stmt *Within, Form F, Scope &S);
  bool readsElement(const clang::Stmt *Parent, const clang::Stmt *E) const;
  std::optional<Form> builtinResult(const clang::Stmt *Parent,
                                    const clang::Stmt *Child) const;

  LoopAnalysis &A;
  unsigned Alignment = 1;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Followed;
  /// Member functions that are being followed.
  llvm::SmallPtrSet<const clang::CXXMethodDecl *, 4> Entered;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TILEADDRESS_H
