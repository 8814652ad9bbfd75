//===- cudapipe/Listed.h - Names in a sentence ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LISTED_H
#define CUDAPIPE_LISTED_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace cudapipe {

/// "As, Bs and Cs".
inline std::string listed(llvm::ArrayRef<std::string> Names) {
  std::string Out;
  for (size_t I = 0; I < Names.size(); ++I)
    Out += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Out;
}

} // namespace cudapipe

#endif // CUDAPIPE_LISTED_H
