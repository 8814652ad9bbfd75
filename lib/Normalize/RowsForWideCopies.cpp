//===- RowsForWideCopies.cpp - Rows that wide copies can fill -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float As[32][32 + 1];   ->   __shared__ float As[32][32 + 4];
//
// A row of `T + 1` elements is filled one element at a time. What auto chooses
// for the loop depends on that, so all of it is chosen again with longer rows,
// which stay if more copies are wide then and nothing else is lost.
//
//===----------------------------------------------------------------------===//

#include "NormalizePass.h"

using namespace llvm;

namespace cudapipe {
namespace {

struct RowsForWideCopies : NormalizePass {
  std::vector<Proposal> propose(const LoopInText &Loop) const override {
    return Loop.lengthened(Loop.Agreed.Aligned);
  }
  bool accept(const LoopReport &Before, const LoopReport &After,
              const Proposal &) const override {
    auto IsDynamic = [](const FormKey &Form) { return Form.IsDynamic; };
    // Dynamic memory is a larger edit, the launches too.
    return !After.Why &&
           After.Form.WideCopies > (Before.Why ? 0 : Before.Form.WideCopies) &&
           none_of(After.Form.Keys,
                   [](const FormKey &F) { return F.RowsLost; }) &&
           (none_of(After.Form.Keys, IsDynamic) ||
            any_of(Before.Form.Keys, IsDynamic));
  }
  bool spares(const LoopReport &Before,
              const LoopReport &After) const override {
    return isSameForm(After, Before);
  }
};

} // namespace

const NormalizePass &rowsForWideCopies() {
  static const RowsForWideCopies Pass;
  return Pass;
}

} // namespace cudapipe
