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

/// Seconds of processor time for the loops of a file of this text, as
/// --time-limit has it; 0: as many as they take.
unsigned limitFor(llvm::StringRef Text);

/// And for what comes before, which is the headers of others: those of torch
/// take as long as a hundred kernels.
unsigned readingLimit();

/// Why nothing came of a file that did not return; \p Seconds: for its loops.
/// \p IsRead: they were being worked on.
std::string failureOf(Ending How, unsigned Seconds, bool IsRead);

} // namespace cudapipe

#endif // CUDAPIPE_TOOLS_FILELIMIT_H
