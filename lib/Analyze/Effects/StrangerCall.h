//===- StrangerCall.h - Calls of what an instantiation brings ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a template, what a functor does is not in sight:
//
//   acc.add(op(As[ty][k], Bs[k][tx]));      op is a parameter
//
// Nor is that of a function of another file. It may do anything to what it is
// given, to what it was given before and may
// have kept, and to memory that its own objects lead to (MemoryRoot::Stranger);
// it may wait for the block. What that means for a loop is not decided here.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_EFFECTS_STRANGERCALL_H
#define CUDAPIPE_ANALYZE_EFFECTS_STRANGERCALL_H

#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace cudapipe {

/// The object, if there is one, and the arguments of \p Call; none if it may be
/// the call of a member of the object that the function itself belongs to, or
/// of something that is no functor, function or member.
std::optional<llvm::SmallVector<const clang::Expr *, 8>>
operandsOfStranger(const clang::CallExpr &Call);

/// Variables of \p Flow's function that a stranger may have kept the address
/// of.
VarSet knownToStrangers(const PointerFlow &Flow);

/// A stranger may be called in \p E.
bool callsStranger(const Effects &E);

/// Why nobody knows what the stranger of \p E does: "a call of 'f', whose body
/// is not seen".
std::string strangerOf(const Effects &E);

/// Of what \p E may do, strangers are the whole of what cannot be seen: from
/// now on they are accesses to memory of theirs, and stay where they are.
void admitStrangers(Effects &E);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_EFFECTS_STRANGERCALL_H
