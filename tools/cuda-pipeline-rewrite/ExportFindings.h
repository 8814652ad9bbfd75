//===- ExportFindings.h - What other programs are told ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_EXPORTFINDINGS_H
#define CUDAPIPE_TOOL_EXPORTFINDINGS_H

#include "EditedFiles.h"

namespace cudapipe {

/// Writes --export-fixes, --sarif and --json, as far as they are asked for, of
/// the first of the files of \p Agreed and \p Edited: \p Arguments.
llvm::Error exportFindings(const Settings &Settings,
                           llvm::ArrayRef<FileWork> Arguments,
                           const Agreement &Agreed, const EditedFiles &Edited);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_EXPORTFINDINGS_H
