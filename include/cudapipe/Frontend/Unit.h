//===- cudapipe/Frontend/Unit.h - A file that is parsed often ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who rewrites a file parses many texts of it, all with the same headers in
// front. A unit reads these once.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_UNIT_H
#define CUDAPIPE_FRONTEND_UNIT_H

#include "cudapipe/Frontend/ParseFile.h"
#include <memory>

namespace cudapipe {

/// A file and how it is parsed.
class Unit {
public:
  /// Headers whose canonical paths match \p EditedHeaders, if not empty, are
  /// read in each parse.
  Unit(const DeviceCommand &Command, llvm::StringRef Path,
       llvm::StringRef EditedHeaders);
  ~Unit();

  /// As parseFile().
  llvm::Error parse(llvm::StringRef Text, AstConsumer Consume,
                    const FileTexts &Others);

  class Parser;

private:
  std::unique_ptr<Parser> Mine;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_UNIT_H
