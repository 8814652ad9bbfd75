//===- Divisions.cpp - A flat index split into row and column -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   As[e / 24][e % 24]       ->  e
//   As[e / 16 * 17 + e % 16]  ->  e
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"

using namespace clang;

namespace cudapipe {
namespace {

/// A quotient and a remainder of one dividend in \p Forms.
struct DivisionPair {
  size_t QuotientAt, RemainderAt;
  LinearTerm Quotient, Remainder;
};

/// No term of \p F but the halves of \p Pair differs from trip to trip.
bool hasNoOtherVaryingTerm(const LinearForm &F, const Division &Whole,
                           llvm::ArrayRef<const VarDecl *> Counters) {
  return llvm::all_of(F.Terms, [&](const auto &Entry) {
    const LinearTerm &T = Entry.second;
    const Division *Half = T.Quotient ? T.Quotient.get() : T.Remainder.get();
    return (Half && Half->Key == Whole.Key) ||
           llvm::none_of(Counters,
                         [&](const VarDecl *Var) { return T.Vars.count(Var); });
  });
}

std::optional<DivisionPair>
findDivisionPair(const std::vector<LinearForm> &Forms) {
  for (auto [I, A] : llvm::enumerate(Forms))
    for (const auto &[QuotientName, Q] : A.Terms)
      for (auto [J, B] : llvm::enumerate(Forms))
        for (const auto &[RemainderName, R] : B.Terms)
          if (Q.Quotient && R.Remainder && Q.Quotient->Key == R.Remainder->Key)
            return DivisionPair{I, J, Q, R};
  return std::nullopt;
}

} // namespace

void joinDivisions(std::vector<LinearForm> &Forms, int64_t &Width,
                   llvm::ArrayRef<const VarDecl *> Counters) {
  std::optional<DivisionPair> Pair = findDivisionPair(Forms);
  if (!Pair)
    return;
  const auto &[At, To, Q, R] = *Pair;
  const Division &Whole = *Q.Quotient;
  size_t Last = Forms.size() - 1;
  int64_t PerStep = std::abs(R.Factor);
  if (!hasNoOtherVaryingTerm(Forms[At], Whole, Counters) ||
      !hasNoOtherVaryingTerm(Forms[To], Whole, Counters))
    return;
  // In one subscript the rows must not overlap; the same sign makes the sum
  // grow with e.
  if (At == To && (!Whole.Divisor || !Whole.ScaleKey.empty() ||
                   (Q.Factor > 0) != (R.Factor > 0) ||
                   std::abs(Q.Factor) < std::abs(Whole.Divisor) * PerStep))
    return;
  if (At != To && At == Last && std::abs(Q.Factor) < Width)
    return;
  bool Innermost = At == Last || To == Last;
  int64_t Needed = To == Last ? (Width + PerStep - 1) / PerStep : 1;
  LinearForm Dividend = Whole.Dividend;
  std::vector<LinearForm> Out;
  for (auto [I, F] : llvm::enumerate(Forms))
    if (I != At && I != To)
      Out.push_back(std::move(F));
  Out.insert(Innermost ? Out.end() : Out.begin(), std::move(Dividend));
  if (Innermost)
    Width = Needed;
  Forms = std::move(Out);
}

} // namespace cudapipe
