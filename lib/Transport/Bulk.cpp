//===- Bulk.cpp - cp.async.bulk, one thread for the block -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ cuda::barrier<cuda::thread_scope_block> full[2];
//   ...
//   if (threadIdx.x == 0) {
//     cuda::device::experimental::fence_proxy_async_shared_cta();
//     cuda::device::memcpy_async_tx(&As[0], &A[k_next],
//                                   cuda::aligned_size_t<16>(sizeof(As)),
//                                   full[stage ^ 1]);
//     cuda::device::barrier_expect_tx(full[stage ^ 1], sizeof(As));
//   }
//   if (threadIdx.x == 0)
//     (void)full[stage ^ 1].arrive();
//   ...
//   full[stage].wait_parity(phase);
//
// The one arrival of a phase is that of the thread that copies: a commit. A
// phase of a stage ends when it has come, and all bytes that it may expect. So
// of two waits at one stage the parity differs, and no wait can be two phases
// late: the barrier of the block stands between it and the next copy.
//
// What the copy engine writes is not ordered behind stores of threads, to which
// a stage may have belonged, nor behind the barrier's own initialization; the
// fence is, for all that the barrier of the block has ordered in front of it.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Plan/Schedule.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {
namespace {

struct Bulk : Transport {
  Bulk()
      : Transport("bulk", "cp.async.bulk of whole tiles, sm_90",
                  /*MostStages=*/8) {
    Instruction = "cp.async.bulk";
    LeastSm = 90;
    Header = "<cuda/barrier>";
    Names = {{"cuda"}, {"init", CudaName::Some}};
    Object = "full";
    OfBlock = true;
  }

  std::optional<Rejection> whyNot(const TileCopy &Copy, const LoopModel &M,
                                  const clang::ASTContext &Ctx) const override {
    if (const WideCopy *Whole = M.wideCopyOf(Copy); Whole && Whole->IsRun)
      return std::nullopt;
    std::string Why;
    for (const auto &[Tile, Reason] : M.Wide.WhyNot)
      if (Tile == Copy.Name->getName())
        Why = ": " + Reason;
    return Rejection{RejectionKind::CopyNotAsync, Copy.Store->getSourceRange(),
                     "no bulk copy can bring all of '" +
                         Copy.Name->getNameAsString() + "'" + Why};
  }

  std::vector<std::string>
  declareAll(const std::string &Object, const std::string &Stages,
             const std::string &IsFirst) const override {
    return {"#pragma nv_diag_suppress static_var_with_dynamic_init",
            "__shared__ cuda::barrier<cuda::thread_scope_block> " + Object +
                "[" + Stages + "];",
            "if (" + IsFirst + ")",
            "\tfor (int s = 0; s < " + Stages + "; ++s)",
            "\t\tinit(&" + Object + "[s], 1);"};
  }

  std::string beginCopies() const override {
    return "cuda::device::experimental::fence_proxy_async_shared_cta();";
  }
  std::string endCopies(const std::string &Object,
                        const std::string &Bytes) const override {
    return "cuda::device::barrier_expect_tx(" + Object + ", " + Bytes + ");";
  }

  std::string spell(const Step &S, const StepWords &Words) const override {
    if (S.Kind == Step::Wait)
      return Words.Object + ".wait_parity(" + Words.Phase + ");";
    return S.Kind == Step::Commit ? "(void)" + Words.Object + ".arrive();" : "";
  }

  CopyCall spell(const CopyText &Copy, llvm::StringRef Object) const override {
    return {"cuda::device::memcpy_async_tx",
            {Copy.To, Copy.From, "cuda::aligned_size_t<16>(" + Copy.Bytes + ")",
             Object.str()}};
  }
};

} // namespace

const Transport &bulk() {
  static const Bulk It;
  return It;
}

} // namespace cudapipe
