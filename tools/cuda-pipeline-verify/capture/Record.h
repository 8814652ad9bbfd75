//===- Record.h - One launch, as it is stored -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder: launch.txt and a file for each piece of memory. The format is in
// lib/Executor/harness/LaunchFile.h, which reads it, and in
// docs/developers/verify.md.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_RECORD_H
#define CUDAPIPE_CAPTURE_RECORD_H

#include "Calls.h"
#include "Driver.h"
#include "Settings.h"

#include <memory>

namespace cudapipe {

using Bytes = std::vector<unsigned char>;

/// One allocation, or one variable of the kernel's module.
struct Piece {
  Allocation At;
  std::string Global; ///< The variable's name; empty for allocations.
  Bytes Before;
  std::vector<size_t> Pointers; ///< Offsets of words that point into pieces.
};

class Record {
public:
  Record(const Driver &Cuda, Allocations &Live, const Settings &Wish)
      : Cuda(Cuda), Live(Live), Wish(Wish) {}

  std::string Kernel, Signature, Folder;
  LaunchCall Launch;
  unsigned Number = 0; ///< Among the launches of this kernel and shape.

  /// Before the launch: what is wrong, or empty.
  std::string begin(const Layout &Places, size_t Room);
  /// Before the launch, too: the module's variables. \p Function is the
  /// launch's, or a handle that the driver got for it later.
  std::string addVariables(const void *Function, size_t Room);
  bool hasVariables() const { return VariablesDone; }
  /// After it.
  std::string finish();
  size_t bytes() const { return Total; }

private:
  struct Argument {
    size_t Offset;
    Bytes Value;
  };

  std::string readArguments(const Layout &Places);
  std::string addPointedTo(size_t Room);
  std::string addWords(const Bytes &Data, std::vector<size_t> *Pointers,
                       bool IsArgument, size_t Room);
  std::string add(const Allocation &A, const std::string &Global, size_t Room);
  Allocation allocationAt(uint64_t Address, bool IsArgument) const;
  std::string write(const std::string &Name, const Bytes &Data) const;
  std::string describe(const std::vector<bool> &Changed) const;

  const Driver &Cuda;
  Allocations &Live;
  const Settings &Wish;
  std::vector<Argument> Arguments;
  std::vector<std::unique_ptr<Piece>> Pieces;
  std::vector<std::string> Notes;
  size_t Total = 0;
  bool VariablesDone = false;
};

/// The parameters of a kernel, as the driver knows them; false if it does not.
bool layoutOf(const Driver &Cuda, const void *Function, Layout &Out);

} // namespace cudapipe

#endif
