//===- Transport.cpp - The table of variants ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Transport/Transport.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

std::optional<Rejection> Transport::whyNot(const TileCopy &, const LoopModel &,
                                           const ASTContext &) const {
  return std::nullopt;
}

llvm::ArrayRef<const Transport *> allTransports() {
  static const Transport *const All[] = {
#define TRANSPORT(Variant) &Variant(),
#include "cudapipe/Transport/Transports.def"
  };
  return All;
}

unsigned ordinalOf(const Transport &How) {
  return llvm::find(allTransports(), &How) - allTransports().begin();
}

} // namespace cudapipe
