//===- FileLimit.h - How long a file may take -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOLS_FILELIMIT_H
#define CUDAPIPE_TOOLS_FILELIMIT_H

#include "GuardedCall.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace cudapipe {

/// Reads --time-limit; before the first limitFor().
llvm::Error readTimeLimit();

/// Seconds of processor time for a file of this text, as --time-limit has it;
/// 0: as many as it takes.
unsigned limitFor(llvm::StringRef Text);

/// Why nothing came of a file that could take \p Seconds and did not return;
/// \p IsRead: its loops were being worked on.
std::string failureOf(Ending How, unsigned Seconds, bool IsRead);

} // namespace cudapipe

#endif // CUDAPIPE_TOOLS_FILELIMIT_H
