//===- Sizes.h - What sizes of launches come to -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_SIZES_H
#define CUDAPIPE_LIB_CHECK_SIZES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cudapipe::check {

/// Values of the names in an expression.
using SizeNames = std::map<std::string, int64_t>;

/// The value of \p Text, as HostArithmetic spells it: "(n + 255) // 256". None
/// if a name has no value.
std::optional<int64_t> sizeOf(llvm::StringRef Text, const SizeNames &Names);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_SIZES_H
