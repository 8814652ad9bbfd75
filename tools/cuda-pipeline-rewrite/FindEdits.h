//===- FindEdits.h - Which edits belong to which loop -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <cuda_pipeline.h>     the first loop that is rewritten
//   __global__ void a() { ... }    the loops of a(), as one
//   __global__ void b() { ... }    the loops of b(), as one
//   a<<<g, b, 2 * bytes>>>();      the loops that need it become one
//
// What somebody applies to one loop alone must be right. Loops that share an
// edit are one: the first has all their edits, the others say so.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_FINDEDITS_H
#define CUDAPIPE_TOOL_FINDEDITS_H

#include "EditedFiles.h"
#include "cudapipe/Emit/Finding.h"

namespace cudapipe {

/// All loops of the first \p Arguments files of a run, each once, in the order
/// of the arguments; together, their edits turn the old texts into the new
/// ones.
std::vector<Finding> findEdits(size_t Arguments, const Agreement &Agreed,
                               const EditedFiles &Edited);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_FINDEDITS_H
