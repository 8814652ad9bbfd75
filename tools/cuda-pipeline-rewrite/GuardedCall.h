//===- GuardedCall.h - A call that may crash or never end -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_GUARDEDCALL_H
#define CUDAPIPE_TOOL_GUARDEDCALL_H

#include "Settings.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace cudapipe {

/// How a guarded call ended. TooLong: it has not, and may go on.
enum class Ending { Returned, Crashed, StackOverflow, TooLong };

/// Runs \p Call, and all guarded calls in it; false if it crashed itself.
bool survives(llvm::function_ref<void()> Call);

struct GuardedEnd {
  Ending How;
  /// TooLong: the processor time that the call had, seconds.
  double Had = 0;
};

/// Runs \p Call in a thread with a large stack. What is TooLong, more than
/// what \p Limit says by then, in seconds of processor time (0: no limit), is
/// left to itself: \p Call owns what it writes to, and the program ends with
/// leaveAbandoned().
GuardedEnd runGuarded(std::function<void()> Call,
                      llvm::function_ref<double()> Limit);

/// Ends the program with \p Code if a call was too long: it may still use what
/// destructors would take away.
void leaveAbandoned(ExitCode Code);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_GUARDEDCALL_H
