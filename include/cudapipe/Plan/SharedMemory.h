//===- cudapipe/Plan/SharedMemory.h - How much a block may have -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Compute Capabilities", table "Technical
// Specifications per Compute Capability".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_SHAREDMEMORY_H
#define CUDAPIPE_PLAN_SHAREDMEMORY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <cstdint>
#include <string>

namespace cudapipe {

/// Shared memory a block may have on any architecture without asking, bytes;
/// of static shared memory it may not have more.
inline constexpr uint64_t MaxStaticSharedBytes = uint64_t(48) * 1024;

/// Shared memory, static and dynamic together, that a block may have when the
/// launch asks for it. \p SmVersion is the compute capability times ten.
uint64_t maxSharedBytesPerBlock(unsigned SmVersion);

/// Shared memory of a multiprocessor, for all its blocks.
uint64_t sharedBytesPerMultiprocessor(unsigned SmVersion);

/// What the system takes for itself of every block's share.
uint64_t reservedSharedBytesPerBlock(unsigned SmVersion);

/// The blocks per multiprocessor that __launch_bounds__ of \p Kernel asks for;
/// 1 where it does not, or where a template parameter decides.
uint64_t minBlocksOf(const clang::FunctionDecl &Kernel,
                     const clang::ASTContext &Ctx);

/// Why \p Blocks blocks of \p Bytes each do not fit on a multiprocessor; empty
/// if they do.
std::string whyNotResident(uint64_t Bytes, uint64_t Blocks, unsigned SmVersion);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_SHAREDMEMORY_H
