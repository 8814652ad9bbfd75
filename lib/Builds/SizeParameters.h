//===- SizeParameters.h - What instantiations give a template ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_SIZEPARAMETERS_H
#define CUDAPIPE_LIB_REWRITE_SIZEPARAMETERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace cudapipe {

/// Depth of a template, index of its parameter, and what of that is a number:
/// nothing for the parameter itself, else `sizeof(T)` or `Traits::BM`.
using SizeParameterKey = std::tuple<unsigned, unsigned, std::string>;

/// A number that instantiations give a template.
struct SizeParameter {
  std::string Name;
  /// One for each instantiation of the template in the file, as the source
  /// would spell it.
  std::vector<std::string> Values;

  /// All instantiations agree on it.
  bool isOne() const;
  /// `BM == 128`; of a bool, `Guarded` or `!Guarded`.
  std::string term(llvm::StringRef Value) const;
};

using SizeParameters = std::map<SizeParameterKey, SizeParameter>;

/// What holds for all instantiations in the file, and for no other values:
/// `BK == 8`, `(BM == 64 || BM == 128)`, or where values go together
/// `((BM == 64 && BN == 32) || (BM == 128 && BN == 64))`.
std::vector<std::string> sizeTerms(const SizeParameters &Parameters);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_SIZEPARAMETERS_H
