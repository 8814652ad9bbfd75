//===- IndexBounds.h - How large a subscript can be -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = threadIdx.x; i < BM * BK; i += blockDim.x)
//     if (i / BK < rows) As[i] = ...;              0 <= i <= BM * BK - 1
//
// Subscripts become polynomials over atoms: variables that do not change, and
// what is not understood. What is known of an atom is a list of bounds, each a
// polynomial again, so that sizes may be run-time values:
//
//   BM * BK + j - i  >=  BM * BK + 0 - (BM * BK - 1)  =  1
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_INDEXBOUNDS_H
#define CUDAPIPE_LIB_ANALYZE_INDEXBOUNDS_H

#include "Analyze/Threads/LaunchFacts.h"
#include "Polynomial.h"
#include "UseScope.h"
#include "clang/AST/ParentMap.h"
#include <array>
#include <string>
#include <unordered_map>

namespace cudapipe {

/// The name and the dimension of `threadIdx.x` and its like.
std::optional<std::pair<llvm::StringRef, unsigned>>
builtinIndex(const clang::Expr *E);

/// Inclusive.
struct Interval {
  int64_t Low, High;
};

class IndexBounds {
public:
  /// \p Facts outlives this. \p HardwareLimits: blocks have 1024 threads at
  /// most, whatever the launches say.
  IndexBounds(const LaunchFacts &Facts, const clang::ASTContext &Ctx,
              bool HardwareLimits = true)
      : Facts(Facts), Ctx(Ctx), HardwareLimits(HardwareLimits) {}

  /// Where an expression is evaluated. Places share the atoms of what is the
  /// same in all of them.
  struct Place {
    /// Variables that stand for their definitions.
    Definitions Defs;
    /// Variables that may have another value in each place.
    VarSet Changing;
    /// Places of different threads have different numbers.
    unsigned Thread = 0;
    /// The expression was evaluated at some time before, in an initializer.
    bool Before = false;
    /// The counters of the loops around.
    std::map<const clang::VarDecl *, Polynomial::Atom> Counters;
    /// Variables that hold one value in all places, for all threads.
    VarSet Agreed;
    /// ... also wherever the variables of InTrip are set.
    VarSet Steady;
    VarSet InTrip;
  };

  /// Where \p S stands, for a thread of the number \p Thread: what the loops
  /// and conditions around it say.
  Place placeOf(const clang::Stmt *S, unsigned Thread,
                const clang::ParentMap &Parents);
  /// The same in \p Scope and the functions that lead to it.
  Place placeOf(const clang::Stmt *S, unsigned Thread, const UseScope &Scope);
  /// From here on \p P lies in all that is around \p S, in \p Scope and the
  /// functions that lead to it.
  void enterAll(Place &P, const clang::Stmt *S, const UseScope &Scope);
  /// From here on \p P lies in the body of \p Loop. Its condition holds there
  /// if \p Holds.
  void enter(Place &P, const clang::ForStmt &Loop, bool Holds = true);
  /// From here on \p Cond is known to be \p Holds in \p P.
  void assume(Place &P, const clang::Expr *Cond, bool Holds);

  /// From here on \p E is at most \p Most in \p P.
  void assumeAtMost(const clang::Expr *E, int64_t Most, const Place &P);

  /// The value of the integer \p E in \p P.
  Polynomial value(const clang::Expr *E, const Place &P, unsigned Depth = 0);
  /// The bytes from the start of \p Array to the glvalue or pointer \p E.
  std::optional<Polynomial> offset(const clang::Expr *E,
                                   const clang::VarDecl *Array, const Place &P,
                                   unsigned Depth = 0);

  /// It is proved that \p X is never negative.
  bool isNonNegative(const Polynomial &X);
  /// The range of \p X, if it has constant ends.
  std::optional<Interval> range(const Polynomial &X) {
    Ends.clear();
    return range(X, 0);
  }

private:
  /// Variables may start from each other; not endlessly.
  static constexpr unsigned MaxDepth = 12;

  struct Bounds {
    std::vector<Polynomial> Lower, Upper; ///< Inclusive.
    /// It is one of each two.
    std::vector<std::pair<Polynomial, Polynomial>> Either = {};
  };

  void enterAround(Place &P, const clang::Stmt *S,
                   const clang::ParentMap &Parents);
  Polynomial::Atom fresh();
  Polynomial::Atom named(const std::string &Key);
  Polynomial opaque(const clang::Expr *E, const Place &P);
  Polynomial functionOf(const std::string &Name, const Polynomial &X,
                        const Polynomial &Y = {});
  std::optional<Polynomial> sumAsSigned(const clang::Expr *E, const Place &P,
                                        unsigned Depth);
  Polynomial wrapped(const clang::Expr *E, const Polynomial &X, const Place &P);
  void addLower(Polynomial::Atom A, const Polynomial &X);
  void addUpper(Polynomial::Atom A, const Polynomial &X);
  Polynomial least(const Polynomial &X, const Polynomial &Y);
  std::optional<Polynomial> choice(const clang::Expr *Cond,
                                   const clang::Expr *True,
                                   const clang::Expr *False, const Place &P,
                                   unsigned Depth);
  std::optional<Polynomial> cutShort(const clang::VarDecl &Var, const Place &P,
                                     unsigned Depth);
  bool neverNegative(const clang::VarDecl &Var);
  const Polynomial *unwrapped(const Polynomial &X) const;
  std::optional<Polynomial> member(const clang::MemberExpr &E, const Place &P);
  Polynomial builtin(llvm::StringRef Name, unsigned Dimension, const Place &P);
  Polynomial variable(const clang::VarDecl *Var, const Place &P,
                      unsigned Depth);
  Polynomial divided(const Polynomial &X, int64_t By);
  Polynomial remainder(const clang::Expr *E, const Polynomial &X,
                       const Polynomial &By);
  Polynomial masked(int64_t Mask, const Polynomial &X);
  Polynomial multiplied(const Polynomial &X, const Polynomial &Y);
  std::optional<int64_t> residue(Polynomial X, int64_t By) const;
  void stopOnStep(Polynomial::Atom Counter, const Polynomial &Start,
                  int64_t Step, const clang::Expr *Cond, const Place &P);
  void assumeNonNegative(const Polynomial &X);
  std::optional<Polynomial> moved(const clang::Expr *Pointer,
                                  const clang::Expr *Index, int Sign,
                                  const clang::VarDecl *Array, const Place &P,
                                  unsigned Depth);
  bool prove(const Polynomial &X, unsigned Depth);
  class Refutation;
  std::optional<Interval> range(const Polynomial &X, unsigned Depth);
  std::optional<Interval> range(Polynomial::Atom A, unsigned Depth);
  static bool isUnsigned(const clang::Expr *E) {
    return E->getType()->isUnsignedIntegerOrEnumerationType();
  }

  const LaunchFacts &Facts;
  const clang::ASTContext &Ctx;
  bool HardwareLimits;
  std::vector<Bounds> Atoms;
  std::map<std::string, Polynomial::Atom> Names;
  /// Of signed numbers that may have wrapped around, what they never exceed.
  std::map<Polynomial::Atom, Polynomial> Unwrapped;
  /// What differs from an atom by a multiple of a number.
  std::map<Polynomial::Atom, std::pair<Polynomial, int64_t>> Residues;
  /// What was divided by a number to become an atom, until a multiple of the
  /// quotient has been asked for.
  std::map<Polynomial::Atom, std::pair<Polynomial, int64_t>> Quotients;
  std::map<const clang::VarDecl *, bool> NeverNegative;
  /// The variable that has not been changed yet where a value is asked for.
  const clang::VarDecl *Uncut = nullptr;
  /// How many sums prove() may still look at, and how deep it may go.
  unsigned Budget = 0, Deepest = MaxDepth;
  /// What prove() has not proved, and how deep that was.
  std::unordered_map<Polynomial::Sum, unsigned, Polynomial::Hash> Failed;
  /// What range() found of an atom at a depth, for one question.
  llvm::DenseMap<std::pair<Polynomial::Atom, unsigned>, std::optional<Interval>>
      Ends;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_INDEXBOUNDS_H
