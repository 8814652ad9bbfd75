//===- LaneValue.h - An index, as one thread computes it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   threadIdx.x / 8 + i          thread 17, first trip of the loop over i:  2
//
// For the model of bank conflicts only: what is not known counts as zero, as it
// mostly is the same for all threads of a warp. Proves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LANEVALUE_H
#define CUDAPIPE_LIB_ANALYZE_LANEVALUE_H

#include "Analyze/Threads/LaunchFacts.h"
#include "IndexForm.h"
#include <array>
#include <deque>

namespace cudapipe {

class LaneValue {
public:
  LaneValue(std::array<int64_t, 3> BlockDim, const Definitions &Defs,
            const LaunchFacts &Facts, const clang::ASTContext &Ctx)
      : BlockDim(BlockDim), Defs(Defs), Facts(Facts), Ctx(Ctx) {}

  /// From here on of() speaks of thread \p To.
  void goTo(std::array<int64_t, 3> To) { Thread = To; }
  /// \p E in the first trip of all loops around it.
  int64_t of(const clang::Expr *E) {
    Known = true;
    Node *&Root = Roots[E];
    if (!Root)
      Root = node(E, 0);
    return value(*Root);
  }
  /// The last value was computed from nothing but known numbers.
  bool isKnown() const { return Known; }

private:
  /// What is the same of an expression for all threads.
  struct Node {
    enum KindTy {
      Unread,
      Unknown,
      Constant,
      ThreadIndex, ///< Number: of which dimension.
      Rank,
      Not,
      Minus,
      Choice,
      Binary
    } Kind;
    /// Unread.
    const clang::Expr *E;
    unsigned Depth;
    int64_t Number = 0;
    clang::BinaryOperatorKind Op = clang::BO_Add;
    std::array<Node *, 3> Parts = {};
  };
  Node *node(const clang::Expr *E, unsigned Depth) {
    return &Nodes.emplace_back(Node{Node::Unread, E, Depth});
  }
  void read(Node &N);
  int64_t value(Node &N);
  int64_t binary(const Node &N);
  int64_t unknown() {
    Known = false;
    return 0;
  }

  std::array<int64_t, 3> Thread = {}, BlockDim;
  const Definitions &Defs;
  const LaunchFacts &Facts;
  const clang::ASTContext &Ctx;
  std::deque<Node> Nodes;
  llvm::DenseMap<const clang::Expr *, Node *> Roots;
  bool Known = true;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LANEVALUE_H
