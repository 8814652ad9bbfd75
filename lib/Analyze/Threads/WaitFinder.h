//===- WaitFinder.h - Loops that wait for others ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   while (state != expected)      a wait: nothing moves but the memory
//     state = load(lock);
//   while (tries++ < 99 && __ldcg(flag) == 0)
//     ;                            a wait: one way out does not move
//   while ((tile = atomicAdd(next, 1)) < tiles)
//     ;                            none: each trip moves what it looks at
//   do {                           none: the loop goes round when another
//     seen = old;                  thread came first, which needs no answer
//     old = atomicCAS(p, seen, seen + x);
//   } while (seen != old);
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_WAITFINDER_H
#define CUDAPIPE_LIB_ANALYZE_WAITFINDER_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <vector>

namespace cudapipe {

/// Whether statements are repeated until memory changes, as others write it.
/// One walk collects all relations between values that the questions go by.
class WaitFinder {
public:
  /// \p Body repeats while \p Cond holds, which may be null; ifs that leave it
  /// count besides. \p Asks: the value of a statement or expression is what
  /// others have stored by now, in memory of all blocks.
  WaitFinder(llvm::ArrayRef<const clang::Stmt *> Body, const clang::Expr *Cond,
             llvm::function_ref<bool(const clang::Stmt *)> Asks);

  /// Nothing that its end hangs on moves by itself, and memory has a part in
  /// it; or one way out asks for the same again, however often at most.
  bool isWait();
  /// As isWait(): what the end hangs on.
  const std::vector<const clang::Stmt *> &watched() const { return Watched; }

private:
  using DeclSet = llvm::SmallPtrSet<const clang::ValueDecl *, 8>;
  using Sources = std::vector<const clang::Stmt *>;
  /// What a value is made of.
  struct Parts {
    DeclSet Decls;
    Sources From;
    bool Memory = false;
  };

  /// An if around a statement; Ours: in the function of the loop.
  struct Control {
    const clang::Stmt *Cond;
    bool Ours;
  };
  using Controls = std::vector<Control>;

  static void addTo(Parts &P, const clang::Stmt *S, bool IsSource = true);
  void addExits(const clang::Expr *Cond);
  void set(const clang::Expr *Target, const clang::Stmt *Value, bool Moves);
  void move(const clang::ValueDecl &D) { Moves[&D].push_back(Around); }
  void collect(const clang::Stmt *S, unsigned Depth);
  void collectCall(const clang::CallExpr &Call, unsigned Depth);
  bool collectAtomic(const clang::CallExpr &Call);
  void collectBody(const clang::CallExpr &Call,
                   const clang::FunctionDecl &Callee, unsigned Depth);
  void findFresh(llvm::ArrayRef<const clang::Stmt *> Body);

  bool moves(const Parts &From, bool &Memory);
  bool asksAgain(const Parts &Exit);
  DeclSet closure(const Parts &From, bool WithControls, Sources &All) const;
  bool asks(const Parts &From) const;
  bool retries(const Sources &Values) const;

  llvm::function_ref<bool(const clang::Stmt *)> Asks;
  Parts Ends;
  std::vector<Parts> Exits;
  std::map<const clang::ValueDecl *, Parts> Sets, ControlsOf;
  /// By their own value, under these conditions in the loop.
  std::map<const clang::ValueDecl *, std::vector<Controls>> Moves;
  /// Parameters through which a called function sets what they point to.
  DeclSet SetThrough;
  /// Each trip starts them anew; Foreign: as they are a called function's.
  DeclSet Fresh, Foreign;
  DeclSet Seen, OnTheWay, Entered;
  Controls Around;
  Sources Watched;
  /// The call in the function of the loop that has led to where we are, and the
  /// function that this is; null there.
  const clang::CallExpr *Through = nullptr;
  const clang::FunctionDecl *Inside = nullptr;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_WAITFINDER_H
