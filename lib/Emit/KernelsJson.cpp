//===- KernelsJson.cpp - Kernels for other programs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/KernelsJson.h"
#include "cudapipe/Match/PlausibleInstance.h"
#include "cudapipe/Plan/PipelineBudget.h"
#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Resources/RegisterEstimate.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace cudapipe {
namespace {

void printTexts(json::OStream &J, StringRef Key, ArrayRef<std::string> Texts) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(json::fixUTF8(Text));
  });
}

void printParameter(json::OStream &J, const KernelParameter &P) {
  J.object([&] {
    J.attribute("name", json::fixUTF8(P.Name));
    J.attribute("type", json::fixUTF8(P.Type));
    J.attribute("element", json::fixUTF8(P.Element));
    J.attribute("read", P.IsRead);
    J.attribute("written", P.IsWritten);
  });
}

void printLaunch(json::OStream &J, const KernelLaunch &L) {
  J.object([&] {
    J.attribute("line", L.Line);
    J.attribute("kernel", json::fixUTF8(L.Kernel));
    printTexts(J, "grid", L.Grid);
    printTexts(J, "block", L.Block);
    J.attribute("dynamic", json::fixUTF8(L.DynamicBytes));
    printTexts(J, "arguments", L.Arguments);
    J.attributeObject("names", [&] {
      for (const auto &[Name, Value] : L.Names)
        J.attribute(json::fixUTF8(Name),
                    Value ? json::Value(*Value) : json::Value(nullptr));
    });
  });
}

template <typename T> json::Value valueOrNull(const std::optional<T> &Value) {
  return Value ? json::Value(*Value) : json::Value(nullptr);
}

/// "type", "number" or "other" of each parameter of a template that nobody
/// instantiates here: who wants to see it compiled has to guess.
void printTemplateParameters(json::OStream &J, const KernelFacts &K) {
  const auto *Template =
      K.Example ? K.Example->getDescribedFunctionTemplate() : nullptr;
  J.attributeArray("template_parameters", [&] {
    if (!Template)
      return;
    for (const clang::NamedDecl *P : *Template->getTemplateParameters()) {
      const auto *Value = dyn_cast<clang::NonTypeTemplateParmDecl>(P);
      J.value(isa<clang::TemplateTypeParmDecl>(P)          ? "type"
              : Value && Value->getType()->isIntegerType() ? "number"
                                                           : "other");
    }
  });
}

void printGpu(json::OStream &J, const Gpu &Card) {
  J.object([&] {
    J.attribute("name", json::fixUTF8(Card.Name));
    J.attribute("chip", json::fixUTF8(Card.Chip));
    J.attribute("sm", Card.SmVersion);
    J.attribute("multiprocessors", Card.Multiprocessors);
    J.attribute("clock_mhz", valueOrNull(Card.ClockMHz));
    J.attribute("fp32_tflops", valueOrNull(Card.Fp32Tflops));
    J.attribute("fp64_tflops", valueOrNull(Card.Fp64Tflops));
    J.attribute("fp16_tensor_tflops", valueOrNull(Card.Fp16TensorTflops));
    J.attribute("int8_tensor_tops", valueOrNull(Card.Int8TensorTops));
    J.attribute("bandwidth_gb_s", valueOrNull(Card.BandwidthGBs));
    J.attribute("l2_kb", valueOrNull(Card.L2KB));
  });
}

StringRef threadsSource(const BlockThreads &Threads) {
  switch (Threads.Source) {
  case BlockThreads::Unknown:
    return "unknown";
  case BlockThreads::LaunchBounds:
    return "launch bounds";
  case BlockThreads::Launches:
    return "launches";
  case BlockThreads::SomeLaunch:
    return "a launch";
  }
  llvm_unreachable("covered switch");
}

/// A thread's, in one trip.
void printWork(json::OStream &J, const WorkCount &Work) {
  J.object([&] {
    J.attribute("operations", Work.Operations);
    J.attribute("math", Work.Math);
    J.attribute("global_loads", Work.GlobalLoads);
    J.attribute("async_copies", Work.AsyncCopies);
    J.attribute("loaded_bytes", Work.LoadedBytes);
    J.attribute("complete", Work.isComplete());
  });
}

void printRow(json::OStream &J, const BudgetRow &Row) {
  J.object([&] {
    J.attribute("form", Row.Name);
    J.attribute("chosen", Row.IsChosen);
    J.attribute("why_not", Row.WhyNot);
    J.attribute("bytes", valueOrNull(Row.Bytes));
    J.attribute("blocks",
                Row.Use ? json::Value(Row.Use->Blocks) : json::Value(nullptr));
    J.attribute("bytes_ahead", valueOrNull(Row.BytesAhead));
    J.attribute("copies", Row.Copies);
    J.attribute("copy_bytes", Row.CopyBytes);
  });
}

/// What the choice went by.
void printFigures(json::OStream &J, const PipelineBudget &Budget) {
  const KernelFigures &F = Budget.Figures;
  J.object([&] {
    J.attribute("sm",
                F.Arch ? json::Value(F.Arch->SmVersion) : json::Value(nullptr));
    J.attribute("threads", F.Threads.Threads);
    J.attribute("threads_from", threadsSource(F.Threads));
    J.attribute("registers", F.Registers);
    J.attribute("registers_measured", F.RegistersMeasured);
    J.attribute("dynamic", valueOrNull(F.DynamicShared));
    J.attribute("tile_bytes", Budget.TileBytes);
    J.attribute("trips", valueOrNull(F.Trips ? F.Trips : F.TripsByLaunch));
    J.attributeBegin("load");
    printWork(J, F.Work.Load);
    J.attributeEnd();
    J.attributeBegin("compute");
    printWork(J, F.Work.Compute);
    J.attributeEnd();
    J.attributeArray("forms", [&] {
      for (const BudgetRow &Row : Budget.Rows)
        printRow(J, Row);
    });
    J.attribute("reason", json::fixUTF8(StringRef(Budget.Reason).ltrim("> ")));
  });
}

void printLoop(json::OStream &J, const LoopReport &Loop) {
  J.object([&] {
    J.attribute("line", Loop.Where.Line);
    J.attribute("rewritten", !Loop.Why.has_value());
    if (Loop.Figures) {
      J.attributeBegin("figures");
      printFigures(J, *Loop.Figures);
      J.attributeEnd();
    }
    if (Loop.Why) {
      std::string Why = rejectionMessage(Loop.Why->Kind).str();
      if (!Loop.Why->Detail.empty())
        Why += ": " + Loop.Why->Detail;
      J.attribute("why", json::fixUTF8(Why));
      J.attribute("id", rejectionId(Loop.Why->Kind));
      return;
    }
    J.attribute("summary", json::fixUTF8(Loop.Made.Summary));
    printTexts(J, "also", Loop.Made.Also);
    J.attribute("stages", Loop.Made.Stages);
    if (Loop.Made.Dynamic)
      J.attributeObject("dynamic", [&] {
        J.attribute("times", Loop.Made.Dynamic->Times);
        J.attribute("align", Loop.Made.Dynamic->Align);
        J.attribute("plus", Loop.Made.Dynamic->Plus
                                ? json::Value(*Loop.Made.Dynamic->Plus)
                                : json::Value(nullptr));
        J.attribute("least", Loop.Made.Dynamic->Least);
      });
  });
}

} // namespace

void printKernels(raw_ostream &OS, ArrayRef<KernelFacts> Kernels,
                  ArrayRef<LoopReport> Loops, const clang::ASTContext &Ctx,
                  const Gpu *RunsOn) {
  json::OStream J(OS, /*IndentSize=*/1);
  auto PrintKernel = [&](const KernelFacts &K) {
    J.attribute("name", json::fixUTF8(K.Name));
    J.attribute("qualified", json::fixUTF8(K.QualifiedName));
    J.attribute("line", K.Line);
    J.attribute("template", K.IsTemplate);
    J.attribute("threads", valueOrNull(K.MaxThreads));
    J.attribute("registers_guess",
                K.Example ? json::Value(estimateRegisters(*K.Example, Ctx))
                          : json::Value(nullptr));
    J.attribute("static_shared",
                K.Example ? valueOrNull(staticSharedBytes(*K.Example, Ctx))
                          : json::Value(nullptr));
    printTemplateParameters(J, K);
    J.attribute("instance",
                K.Example ? json::fixUTF8(plausibleInstance(*K.Example, Ctx))
                          : "");
    J.attribute("dynamic_shared",
                K.Example && usesDynamicShared(*K.Example, Ctx));
    J.attributeArray("parameters", [&] {
      for (const KernelParameter &P : K.Parameters)
        printParameter(J, P);
    });
    J.attributeArray("launches", [&] {
      for (const KernelLaunch &L : K.Launches)
        printLaunch(J, L);
    });
    J.attributeObject("tiles", [&] {
      for (const auto &[Name, Step] : K.Tiles)
        J.attribute(json::fixUTF8(Name), Step);
    });
    J.attributeArray("bounds", [&] {
      for (const std::string &Name : K.Bounds)
        J.value(json::fixUTF8(Name));
    });
    J.attributeArray("loops", [&] {
      for (const LoopReport &Loop : Loops)
        if (Loop.Kernel == K.Name && Loop.Where.Line >= K.Line &&
            Loop.Where.Line <= K.EndLine)
          printLoop(J, Loop);
    });
  };
  J.object([&] {
    if (RunsOn) {
      J.attributeBegin("gpu");
      printGpu(J, *RunsOn);
      J.attributeEnd();
    }
    J.attributeArray("kernels", [&] {
      for (const KernelFacts &K : Kernels)
        J.object([&] { PrintKernel(K); });
    });
  });
  OS << '\n';
}

} // namespace cudapipe
