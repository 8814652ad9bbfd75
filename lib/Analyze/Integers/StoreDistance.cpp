//===- StoreDistance.cpp - Do two stores hit one element? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float *As = smem, *Bs = smem + 1024;
//   As[t] = ...;                      byte 4 t
//   Bs[t + 64 * i] = ...;             byte 4 t + 4096 + 256 i, i in [0, 3]
//
// What one thread stores is compared: both addresses as polynomials over the
// same variables, in bytes from the start of the array.
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

/// Where \p Copy stores, and what is known there.
static IndexBounds::Place placeOf(const TileCopy &Copy, const Definitions &Defs,
                                  const VarSet &Changing, IndexBounds &Bounds) {
  IndexBounds::Place Out;
  Out.Defs = Defs;
  Out.Changing = Changing;
  for (const ForStmt *Loop : Copy.Path.Loops)
    Bounds.enter(Out, *Loop);
  for (auto [I, Cond] : llvm::enumerate(Copy.Path.Conditions))
    Bounds.assume(Out, Cond, !Copy.Path.InElse[I]);
  return Out;
}

/// \p Distance, from where \p A bytes are stored to where \p B bytes are, is
/// never short: all that varies in it are whole steps, and what is left of one
/// is long enough on either side.
///
///   tile[4 * i] = ...; tile[4 * i + 3] = ...;     steps of 16 bytes, and 12
static bool liesBetweenSteps(const Polynomial &Distance, int64_t A, int64_t B) {
  if (!Distance.isValid())
    return false;
  int64_t Step = 0;
  for (const auto &[Product, Factor] : Distance.terms())
    if (!Product.empty())
      Step = std::gcd(Step, Factor);
  if (Step == 0)
    return false;
  const int64_t Left = (Distance.constant() % Step + Step) % Step;
  return Left >= A && Step - Left >= B;
}

bool storeDifferentElements(const TileCopy &A, const TileCopy &B,
                            const Definitions &DefsA, const Definitions &DefsB,
                            const VarSet &Changing, const LaunchFacts &Facts,
                            const ASTContext &Ctx) {
  if (!A.Bytes || !B.Bytes)
    return false;
  IndexBounds Bounds(Facts, Ctx);
  IndexBounds::Place InA = placeOf(A, DefsA, Changing, Bounds),
                     InB = placeOf(B, DefsB, Changing, Bounds);
  std::optional<Polynomial> AtA = Bounds.offset(A.Destination, A.Tile, InA),
                            AtB = Bounds.offset(B.Destination, B.Tile, InB);
  return AtA && AtB &&
         (Bounds.isNonNegative(*AtB - *AtA - int64_t(A.Bytes)) ||
          Bounds.isNonNegative(*AtA - *AtB - int64_t(B.Bytes)) ||
          liesBetweenSteps(*AtB - *AtA, A.Bytes, B.Bytes));
}

} // namespace cudapipe
