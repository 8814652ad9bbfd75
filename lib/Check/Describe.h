//===- Describe.h - Hazards for people --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_DESCRIBE_H
#define CUDAPIPE_LIB_CHECK_DESCRIBE_H

#include "Dependence.h"
#include "MemoryLayout.h"
#include "Program.h"
#include "Shadow.h"
#include "clang/AST/Decl.h"

namespace cudapipe::check {

/// Where \p I stands in \p MainFile, if any of the calls that led to it does.
HazardSide placeOf(const llvm::Instruction *I, llvm::StringRef MainFile);

/// Says what \p Raw is, of the kernel \p Kernel.
Hazard describe(const RawHazard &Raw, const Program &Code, const Layout &Places,
                const Dependence &Rests, const clang::FunctionDecl &Kernel);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_DESCRIBE_H
