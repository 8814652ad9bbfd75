//===- Shards.h - One run, on several machines ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cuda-pipeline-rewrite -i src/*.cu --shard=1/2 --shard-dir=parts
//   cuda-pipeline-rewrite -i src/*.cu --shard=2/2 --shard-dir=parts
//   cuda-pipeline-rewrite --merge=parts
//
// A shard works on its part of the files, as any run does, and leaves what it
// found. The merge goes on from there, with the arguments of the shards: files
// that must agree on a header agree here, and all that is written and printed
// is written and printed here. So it is what one run would give.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_SHARDS_H
#define CUDAPIPE_TOOL_SHARDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudapipe {

class HeaderLists;
struct FileWork;

/// --shard, --shard-dir and --merge.
struct ShardChoice {
  /// Part Number of Count, from 1; 0: all files.
  unsigned Number = 0, Count = 0;
  /// Go on from what the shards of Folder found.
  bool Merges = false;
  std::string Folder;
  /// The command line of the shard without --shard, response files expanded.
  std::vector<std::string> Arguments;
};

/// The command line with response files expanded; of a merge, behind the
/// arguments of its shards. What follows `--` comes last.
llvm::Expected<std::vector<std::string>>
expandArguments(int Argc, const char *const *Argv);

/// The indexes of \p Files that part \p Number of \p Count works on: each of
/// them is in one part, and all parts have about as much to read.
std::vector<size_t> filesOfShard(llvm::ArrayRef<std::string> Files,
                                 unsigned Number, unsigned Count);

/// Leaves \p Works, as far as they are in \p Indexes, in the folder of \p
/// Shard; with hashes of what they were made from.
llvm::Error saveShard(const ShardChoice &Shard,
                      llvm::MutableArrayRef<FileWork> Works,
                      llvm::ArrayRef<size_t> Indexes, HeaderLists &Headers);

/// Fills all \p Works from the shards in the folder of \p Shard. Fails if one
/// is missing, or a file has changed since.
llvm::Error loadShards(const ShardChoice &Shard,
                       llvm::MutableArrayRef<FileWork> Works);

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_SHARDS_H
