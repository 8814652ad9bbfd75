//===- cudapipe/Resources/RegisterEstimate.h - Without nvcc -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_REGISTERESTIMATE_H
#define CUDAPIPE_RESOURCES_REGISTERESTIMATE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace cudapipe {

/// A guess at the registers of a thread of \p Kernel, for want of nvcc. Who
/// shows it says that it is one.
///
/// It is 24, for addresses, indices and what the compiler keeps of its own,
/// and a register for every four bytes of the variables that are in scope
/// together, those of called functions included; constants, references and
/// arrays of more than 1 KB (which go to local memory) count for nothing. The
/// sum is rounded up to 8, held at 255, and at what __launch_bounds__ leaves.
/// It knows nothing of lifetimes, unrolling and reuse: test/Resources compares
/// it with ptxas.
unsigned estimateRegisters(const clang::FunctionDecl &Kernel,
                           const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_REGISTERESTIMATE_H
