//===- ShardFile.h - What a shard leaves ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A field is its length, a colon and its bytes; what stands in which order is
// told once, for writing and reading (visit() in ShardFile.cpp). Only the
// version of the tool that wrote it reads it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_SHARDFILE_H
#define CUDAPIPE_TOOL_SHARDFILE_H

#include "ProcessFile.h"

namespace cudapipe {

/// The work on one file, and which argument of the run it is.
struct ShardWork {
  size_t Index = 0;
  FileWork Work;
};

/// One shard.
struct ShardFile {
  std::string Version, WorkingDirectory;
  unsigned Number = 0, Count = 0;
  std::vector<std::string> Arguments;
  /// Files that it was made from, by their path, and hashes of them.
  std::vector<std::pair<std::string, std::string>> Sources;
  /// Without texts.
  std::vector<ShardWork> Works;
};

/// \p Shard as text.
std::string printShard(ShardFile &Shard);

/// The shard in \p Text; nothing if it is none of this version of the tool.
std::optional<ShardFile> readShard(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_SHARDFILE_H
