//===- cudapipe/Compile/BrokenItems.h - What does not compile ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <torch/extension.h>            not found: goes
//   __global__ void kernel(..) { .. }
//   torch::Tensor run(torch::Tensor x) {    does not compile then: goes
//     kernel<<<..>>>(..);
//   }
//
// Of a file whose headers for the host are not there, the kernels may compile
// all the same, and what they are compiled to is all that is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_COMPILE_BROKENITEMS_H
#define CUDAPIPE_COMPILE_BROKENITEMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

/// The texts of the includes and items at file scope of \p Text that stand in
/// \p Lines.
std::vector<std::string> itemsIn(llvm::StringRef Text,
                                 const std::set<unsigned> &Lines);

/// \p Text with blanks in the place of \p Items, but for directives in them:
/// lines stay what they are.
std::string withoutItems(llvm::StringRef Text,
                         llvm::ArrayRef<std::string> Items);

/// The lines of \p File of which \p Log, what nvcc has said, has errors; those
/// that follow from others are left out.
std::set<unsigned> brokenLines(llvm::StringRef Log, llvm::StringRef File);

/// The headers that \p Text includes and that are in none of \p Folders, a
/// line each.
std::string headersNotIn(llvm::StringRef Text,
                         llvm::ArrayRef<std::string> Folders);

} // namespace cudapipe

#endif // CUDAPIPE_COMPILE_BROKENITEMS_H
