//===- cudapipe/Emit/FixesYaml.h - For clang-apply-replacements -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_FIXESYAML_H
#define CUDAPIPE_EMIT_FIXESYAML_H

#include "cudapipe/Emit/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// Prints rewrites and races in the form of `clang-tidy --export-fixes`.
void printFixesYaml(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_FIXESYAML_H
