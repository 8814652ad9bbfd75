//===- cudapipe/Frontend/Directives.h - The #ifs of a text ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parse sees one configuration. The lines of the text show the others:
//
//   #ifdef __CUDACC__            a branch
//   #include <cuda_pipeline.h>   what stands in it is not always there
//   #endif
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_DIRECTIVES_H
#define CUDAPIPE_FRONTEND_DIRECTIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// A line for the preprocessor, with the lines that it goes on in.
struct DirectiveLine {
  /// From the start of the line to behind its line break.
  unsigned Begin, End;
  /// `ifdef`, `else`, `include`, `define`.
  llvm::StringRef Name;
  /// What follows, without comments: `__CUDACC__`, `<cuda_pipeline.h>`.
  std::string Rest;
  /// Braces that are open there.
  unsigned Depth;

  bool opens() const { return Name.starts_with("if"); }
  bool divides() const { return Name.starts_with("el"); }
  bool closes() const { return Name == "endif"; }
  /// The first word of Rest.
  llvm::StringRef word() const;
};

/// The text that one #if, #elif or #else decides about.
struct DirectiveBranch {
  /// Index of the line that begins it, and of the one that ends it.
  unsigned First, Last;
  /// What holds in it, as an expression: `defined(A)`, `!(B > 2)`.
  std::string Condition;
};

/// The directives of a text.
class Directives {
public:
  /// \p Text has to outlive this.
  explicit Directives(llvm::StringRef Text);

  llvm::ArrayRef<DirectiveLine> lines() const { return Lines; }
  llvm::ArrayRef<DirectiveBranch> branches() const { return Branches; }
  /// The branches that \p Offset lies in, by their index, the outermost first;
  /// less a guard around the whole file.
  std::vector<unsigned> around(unsigned Offset) const;
  /// No build has both what stands at \p Offset and at \p Other: they are in
  /// two branches of one #if.
  bool excludeEachOther(unsigned Offset, unsigned Other) const;
  /// The #if that \p Branch belongs to.
  const DirectiveLine &ifOf(unsigned Branch) const;
  /// The branches that all of \p Offsets lie in.
  std::vector<unsigned> aroundAll(llvm::ArrayRef<unsigned> Offsets) const;

private:
  void readBranches();
  llvm::StringRef Text;
  std::vector<DirectiveLine> Lines;
  std::vector<DirectiveBranch> Branches;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_DIRECTIVES_H
