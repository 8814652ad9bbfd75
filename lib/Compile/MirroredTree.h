//===- MirroredTree.h - Headers that are not on disk yet --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   /home/me/src/run.cu        ROOT/home/me/src/run.cu
//   /home/me/inc/tile.cuh      ROOT/home/me/inc/tile.cuh, another text
//   -I /home/me/inc            -I ROOT/home/me/inc -I /home/me/inc
//
// Includes beside a file, and in folders, find what stands in the tree first.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_COMPILE_MIRROREDTREE_H
#define CUDAPIPE_LIB_COMPILE_MIRROREDTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace cudapipe {

/// Files of a user in folders under one root.
class MirroredTree {
public:
  /// \p Texts by canonical paths.
  MirroredTree(std::string Root,
               const std::map<std::string, std::string> &Texts)
      : Root(std::move(Root)), Texts(Texts) {}

  /// False: a file cannot be written.
  bool write() const;
  /// Of a file or folder, absolute; links to its folder are followed.
  std::string placeOf(llvm::StringRef Path) const;
  /// nvcc's \p Flags; the folders that files of the tree are in come last, for
  /// what they include by other ways.
  std::vector<std::string> flags(llvm::ArrayRef<std::string> Flags) const;
  /// None of \p Read, what a compilation has read, is a file on disk in whose
  /// place another text stands here.
  bool isReadIn(llvm::ArrayRef<std::string> Read) const;

private:
  std::string Root;
  const std::map<std::string, std::string> &Texts;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_COMPILE_MIRROREDTREE_H
