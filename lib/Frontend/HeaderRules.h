//===- HeaderRules.h - What is read otherwise in headers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_HEADERRULES_H
#define CUDAPIPE_FRONTEND_HEADERRULES_H

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace cudapipe {

/// Bodies of the standard library's host functions are a third of the time, and
/// nobody looks at them.
bool isBodySkipped(const clang::Decl &Function, const clang::SourceManager &SM);

/// Clang refuses shared variables whose constructor or destructor may do
/// something. nvcc runs neither for libcu++'s barriers.
void makeTrivialAsNvcc(clang::TagDecl &Tag, const clang::SourceManager &SM);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_HEADERRULES_H
