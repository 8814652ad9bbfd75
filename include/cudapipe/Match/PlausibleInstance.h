//===- cudapipe/Match/PlausibleInstance.h - For templates alone -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel template that nothing here instantiates has sizes and types that
// nobody knows: who does stands in another file, or in code that did not parse.
// One instance that the text makes plausible shows a compiler what there is to
// win. Nothing is believed of the others for that.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_PLAUSIBLEINSTANCE_H
#define CUDAPIPE_MATCH_PLAUSIBLEINSTANCE_H

#include "clang/AST/Decl.h"
#include <string>

namespace cudapipe {

/// An instance of \p Kernel, "::ns::gemm<float, 64>": itself, if it is one; of
/// a template without any, numbers are those of a launch in the text of the
/// file, whatever became of it, types those, or float, and what has a default
/// has that. "" of all else.
std::string plausibleInstance(const clang::FunctionDecl &Kernel,
                              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_PLAUSIBLEINSTANCE_H
