//===- NamedArch.h - Architectures that nvcc names by a word ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_NAMEDARCH_H
#define CUDAPIPE_LIB_FRONTEND_NAMEDARCH_H

#include "cudapipe/Frontend/CudaToolkit.h"
#include <optional>
#include <string>

namespace cudapipe {

/// "sm_90" for what -arch= calls \p Name: sm_90 is itself; all and all-major
/// are the newest that \p Toolkit (none: the newest) makes code for; native is
/// the newest GPU of this machine, "" if it has none.
std::string resolveArch(llvm::StringRef Name,
                        const std::optional<CudaToolkit> &Toolkit);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_NAMEDARCH_H
