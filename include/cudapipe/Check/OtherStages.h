//===- cudapipe/Check/OtherStages.h - Rings of another size -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   constexpr int Stages = 3;                    2 and 4 in the place of 3
//   __shared__ float tile[Stages][256];     <-   the first extent of an array
//   ... tile[k % Stages] ...                <-   what goes round
//
// A ring that is right with one number of stages only is right by chance.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CHECK_OTHERSTAGES_H
#define CUDAPIPE_CHECK_OTHERSTAGES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// A file with a ring of another size.
struct OtherStages {
  /// The constant, macro or template parameter, and the line of its number.
  std::string Name;
  unsigned Line = 0;
  /// As it is written, and instead.
  unsigned Written = 0, Instead = 0;
  std::string Text;
};

/// \p Text with one stage less and one more, for each number of stages in it.
std::vector<OtherStages> withOtherStages(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_CHECK_OTHERSTAGES_H
