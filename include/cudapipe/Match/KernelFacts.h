//===- cudapipe/Match/KernelFacts.h - How a kernel is called ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What who wants to run a kernel has to know, as far as its file says it:
//
//   __global__ void scale(const float *A, float *B, int n)
//   ...
//   cudaMalloc(&a, n * sizeof(float));
//   scale<<<(n + 255) / 256, 256>>>(a, b, n);
//
// Grids, blocks and sizes are arithmetic on names: of kernel parameters where
// the launch passes a variable as such, else of host variables. It is spelled
// as Python does, `//` for the division of integers. None of this is proved;
// where the file does not say, texts are empty.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_KERNELFACTS_H
#define CUDAPIPE_MATCH_KERNELFACTS_H

#include "clang/AST/ASTContext.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

struct KernelParameter {
  std::string Name;
  /// Canonical: "const float *".
  std::string Type;
  /// Of a pointer to objects: what it points to, without const. Else empty.
  std::string Element;
  /// The kernel's body reads, or may read, what it points to; or writes it.
  bool IsRead = false, IsWritten = false;
};

/// One `<<<...>>>`.
struct KernelLaunch {
  unsigned Line = 0;
  /// With template arguments: "gemm<64, 8>".
  std::string Kernel;
  /// One to three texts each; none if unknown.
  std::vector<std::string> Grid, Block;
  /// "0" where it is left out.
  std::string DynamicBytes;
  /// Of each argument: its value; of a pointer, its number of elements.
  std::vector<std::string> Arguments;
  /// The names that the texts above speak of, and their values where they are
  /// constants of the file.
  std::map<std::string, std::optional<int64_t>> Names;
};

struct KernelFacts {
  /// The kernel, of a template an instantiation if there is one; as long as the
  /// AST is there.
  const clang::FunctionDecl *Example = nullptr;
  std::string Name, QualifiedName;
  unsigned Line = 0, EndLine = 0;
  bool IsTemplate = false;
  std::optional<int64_t> MaxThreads;
  std::vector<KernelParameter> Parameters;
  std::vector<KernelLaunch> Launches;
  /// Parameters that bound a K-loop, and how much of it one trip takes.
  std::map<std::string, int64_t> Tiles;
  /// Integers that it compares with something, not only in the header of a
  /// loop: as a rule they are bounds, and need not be multiples of a tile.
  std::set<std::string> Bounds;
};

/// The kernels with a body in the main file of \p Ctx, in source order; a
/// template once.
std::vector<KernelFacts> findKernels(clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_KERNELFACTS_H
