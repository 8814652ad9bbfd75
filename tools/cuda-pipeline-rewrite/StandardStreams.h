//===- StandardStreams.h - stdout and stderr, to their end ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_STANDARDSTREAMS_H
#define CUDAPIPE_TOOL_STANDARDSTREAMS_H

#include "Settings.h"

namespace cudapipe {

/// What is printed while stdout is closed then goes into no file that is opened
/// next. First of all.
void openStreams();

/// Failed if what was printed has not come out; that is said. A full disk is no
/// crash.
ExitCode closeStreams();

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_STANDARDSTREAMS_H
