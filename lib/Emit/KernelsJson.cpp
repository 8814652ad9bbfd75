//===- KernelsJson.cpp - Kernels for other programs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/KernelsJson.h"
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

void printLoop(json::OStream &J, const LoopReport &Loop) {
  J.object([&] {
    J.attribute("line", Loop.Where.Line);
    J.attribute("rewritten", !Loop.Why.has_value());
    if (Loop.Why) {
      std::string Why = rejectionMessage(Loop.Why->Kind).str();
      if (!Loop.Why->Detail.empty())
        Why += ": " + Loop.Why->Detail;
      J.attribute("why", json::fixUTF8(Why));
      J.attribute("id", rejectionId(Loop.Why->Kind));
      return;
    }
    J.attribute("summary", json::fixUTF8(Loop.Made.Summary));
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
                  ArrayRef<LoopReport> Loops) {
  json::OStream J(OS, /*IndentSize=*/1);
  auto PrintKernel = [&](const KernelFacts &K) {
    J.attribute("name", json::fixUTF8(K.Name));
    J.attribute("qualified", json::fixUTF8(K.QualifiedName));
    J.attribute("line", K.Line);
    J.attribute("template", K.IsTemplate);
    J.attribute("threads", K.MaxThreads ? json::Value(*K.MaxThreads)
                                        : json::Value(nullptr));
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
    J.attributeArray("kernels", [&] {
      for (const KernelFacts &K : Kernels)
        J.object([&] { PrintKernel(K); });
    });
  });
  OS << '\n';
}

} // namespace cudapipe
