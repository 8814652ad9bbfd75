//===- HostFlags.h - The host compiler's options that parsing sees -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_HOSTFLAGS_H
#define CUDAPIPE_LIB_FRONTEND_HOSTFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// Of the options that nvcc hands to GCC or Clang, those that change what is
/// parsed: macros, include folders, the standard. The rest (-Wall, -fPIC,
/// -mavx) is dropped, known to Clang or not.
std::vector<std::string> keepHostFlags(llvm::ArrayRef<std::string> Arguments);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_HOSTFLAGS_H
