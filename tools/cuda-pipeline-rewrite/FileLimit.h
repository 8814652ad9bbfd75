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

/// Seconds of processor time for the loops of a file with so many kernels, each
/// time that another form of them is tried, as --time-limit has it; 0: as many
/// as they take.
unsigned limitFor(size_t Kernels);

/// The same once the file was read, in \p ReadIn seconds: it is read again, in
/// part, with each text that is tried.
double limitOnceRead(unsigned Seconds, double ReadIn);

/// And for what comes before, which is the headers of others: those of torch
/// take as long as a hundred kernels.
unsigned readingLimit();

/// Why nothing came of a file that did not return within \p Seconds.
/// \p IsRead: its loops were being worked on.
std::string failureOf(Ending How, unsigned Seconds, bool IsRead);

} // namespace cudapipe

#endif // CUDAPIPE_TOOLS_FILELIMIT_H
