//===- cudapipe/Frontend/HeaderReads.h - How often headers are read -*- C++
//-*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To read the headers of a file is most of the work, and to read them twice is
// a mistake that no output shows: tests count.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_HEADERREADS_H
#define CUDAPIPE_FRONTEND_HEADERREADS_H

#include "llvm/Support/raw_ostream.h"

namespace clang {
class Preprocessor;
}

namespace cudapipe {

/// Counts from now on.
void countHeaderReads();

/// Counts what is read with \p PP, if that is wanted: once for each file.
void watchHeaderReads(clang::Preprocessor &PP);

/// Prints the number of parses, and of those that read each file that was
/// entered, a line each; and what else was done (Effort.h).
void printHeaderReads(llvm::raw_ostream &Out);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_HEADERREADS_H
