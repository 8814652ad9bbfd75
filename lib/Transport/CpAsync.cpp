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
#include "cudapipe/Plan/Schedule.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct CpAsync : Transport {
  CpAsync() : Transport("cpasync", "cp.async, sm_80", /*MostStages=*/8) {
    Instruction = "cp.async";
    LeastSm = 80;
    KeepsAsyncCopies = true;
    Header = "<cuda_pipeline.h>";
    Names = {{"__pipeline_memcpy_async"},
             {"__pipeline_commit", CudaName::None},
             {"__pipeline_wait_prior", CudaName::Some}};
  }

  std::optional<Rejection> whyNot(const TileCopy &Copy, const LoopModel &M,
                                  const clang::ASTContext &Ctx) const override {
    return whyNotCpAsync(Copy, M, Ctx);
  }

  std::string spell(const Step &S, const StepWords &Words) const override {
    if (S.Kind == Step::Wait)
      return "__pipeline_wait_prior(" + pendingText(S, Words) + ");";
    return S.Kind == Step::Commit ? "__pipeline_commit();" : "";
  }

  /// The fourth argument are the bytes at the end that are zero.
  CopyCall spell(const CopyText &Copy, llvm::StringRef) const override {
    CopyCall Out{"__pipeline_memcpy_async", {Copy.To, Copy.From, Copy.Bytes}};
    if (!Copy.Condition.empty())
      Out.Args.push_back(Copy.Condition + (Copy.IsTrue
                                               ? " ? 0 : " + Copy.Bytes
                                               : " ? " + Copy.Bytes + " : 0"));
    return Out;
  }
};

} // namespace

const Transport &cpAsync() {
  static const CpAsync It;
  return It;
}

} // namespace cudapipe
