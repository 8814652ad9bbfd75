//===- CpAsync.cpp - cp.async by the primitives of cuda_pipeline.h --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __pipeline_memcpy_async(&As_stages[stage ^ 1][tx], &A[k_next + tx], 4);
//   __pipeline_commit();
//   ...
//   __pipeline_wait_prior(0);
//
//===----------------------------------------------------------------------===//

#include "CpAsyncCopies.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct CpAsync : Transport {
  CpAsync() : Transport("cpasync", "cp.async, sm_80", /*MostStages=*/8) {
    Instruction = "cp.async";
    LeastSm = 80;
    KeepsAsyncCopies = true;
  }

  std::optional<Rejection> whyNot(const TileCopy &Copy, const LoopModel &M,
                                  const clang::ASTContext &Ctx) const override {
    return whyNotCpAsync(Copy, M, Ctx);
  }
};

} // namespace

const Transport &cpAsync() {
  static const CpAsync It;
  return It;
}

} // namespace cudapipe
