//===- Pipeline.cpp - cp.async by libcu++'s cuda::pipeline ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
//   ...
//   pipe.producer_acquire();
//   cuda::memcpy_async(&As_stages[stage ^ 1][tx], &A[k_next + tx],
//                      cuda::aligned_size_t<16>(16), pipe);
//   pipe.producer_commit();
//   ...
//   cuda::pipeline_consumer_wait_prior<0>(pipe);
//   __syncthreads();
//   ...
//   pipe.consumer_release();
//
// A pipeline of one thread counts its commit groups. consumer_wait() does so at
// run time, of which nvcc 13 makes a switch over nine waits in each trip.
//
//===----------------------------------------------------------------------===//

#include "CpAsyncCopies.h"
#include "cudapipe/Plan/Schedule.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct Pipeline : Transport {
  Pipeline()
      : Transport("pipeline", "cp.async by cuda::pipeline, sm_80",
                  /*MostStages=*/8) {
    Instruction = "cp.async";
    LeastSm = 80;
    Header = "<cuda/pipeline>";
    Names = {{"cuda"}};
    Object = "pipe";
  }

  std::optional<Rejection> whyNot(const TileCopy &Copy, const LoopModel &M,
                                  const clang::ASTContext &Ctx) const override {
    if (!Copy.Path.Calls.empty())
      return Rejection{RejectionKind::CopyNotAsync,
                       Copy.Store->getSourceRange(),
                       "a called function makes it, which does not have the "
                       "pipeline that counts it; --variant=cpasync needs none"};
    return whyNotCpAsync(Copy, M, Ctx);
  }

  std::string declare(llvm::StringRef Object) const override {
    return ("cuda::pipeline<cuda::thread_scope_thread> " + Object +
            " = cuda::make_pipeline();")
        .str();
  }

  std::string spell(const Step &S, const StepWords &Words) const override {
    const std::string &Object = Words.Object;
    switch (S.Kind) {
    case Step::Acquire:
      return Object + ".producer_acquire();";
    case Step::Commit:
      return Object + ".producer_commit();";
    case Step::Wait:
      return "cuda::pipeline_consumer_wait_prior<" + pendingText(S, Words) +
             ">(" + Object + ");";
    case Step::Release:
      return Object + ".consumer_release();";
    default:
      return "";
    }
  }

  /// Without the alignment that the type or the size says, it would be no
  /// cp.async. No bytes of it can be zero.
  CopyCall spell(const CopyText &Copy, llvm::StringRef Object) const override {
    const std::string Size =
        Copy.IsElement
            ? Copy.Bytes
            : "cuda::aligned_size_t<" + Copy.Bytes + ">(" + Copy.Bytes + ")";
    return {"cuda::memcpy_async",
            {Copy.To, Copy.From, Size, Object.str()},
            /*InBranch=*/!Copy.Condition.empty()};
  }
};

} // namespace

const Transport &pipeline() {
  static const Pipeline It;
  return It;
}

} // namespace cudapipe
