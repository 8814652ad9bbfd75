//===- GpuFile.cpp - GPUs from a user's file ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Gpu.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;

LLVM_YAML_IS_SEQUENCE_VECTOR(cudapipe::Gpu)

namespace {

/// "sm_86" or "sm_90a".
struct ArchName {
  unsigned SmVersion = 0;
};

} // namespace

template <> struct yaml::ScalarTraits<ArchName> {
  static void output(const ArchName &A, void *, raw_ostream &OS) {
    OS << "sm_" << A.SmVersion;
  }
  static StringRef input(StringRef Text, void *, ArchName &A) {
    StringRef Number = Text;
    if (!Number.consume_front("sm_") ||
        Number.consumeInteger(10, A.SmVersion) ||
        !(Number.empty() || Number == "a" || Number == "f"))
      return "an architecture is sm_ and a number";
    if (!cudapipe::findArchitecture(A.SmVersion))
      return "architectures start at sm_70";
    return "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct yaml::MappingTraits<cudapipe::Gpu> {
  static void mapping(IO &File, cudapipe::Gpu &G) {
    ArchName Arch;
    File.mapRequired("name", G.Name);
    File.mapRequired("arch", Arch);
    File.mapRequired("multiprocessors", G.Multiprocessors);
    File.mapOptional("clock-mhz", G.ClockMHz);
    File.mapOptional("fp32-tflops", G.Fp32Tflops);
    File.mapOptional("fp64-tflops", G.Fp64Tflops);
    File.mapOptional("fp16-tensor-tflops", G.Fp16TensorTflops);
    File.mapOptional("int8-tensor-tops", G.Int8TensorTops);
    File.mapOptional("bandwidth-gb-s", G.BandwidthGBs);
    File.mapOptional("l2-kb", G.L2KB);
    G.SmVersion = Arch.SmVersion;
  }
  static std::string validate(IO &, cudapipe::Gpu &G) {
    if (StringRef(G.Name).trim().empty())
      return "a GPU needs a name";
    if (G.Multiprocessors == 0)
      return "a GPU has at least one multiprocessor";
    for (const std::optional<double> &Figure :
         {G.ClockMHz, G.Fp32Tflops, G.Fp64Tflops, G.Fp16TensorTflops,
          G.Int8TensorTops, G.BandwidthGBs})
      if (Figure && !(*Figure > 0))
        return "a figure that is not known is left out, not 0 or less";
    return "";
  }
};

namespace cudapipe {

Expected<std::vector<Gpu>> readGpuFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + Path +
                                 "': " + Buffer.getError().message());
  if ((*Buffer)->getBuffer().trim().empty())
    return createStringError(Path + " is empty");
  // The first complaint is the one to mend; others may follow from it.
  std::string Complaint;
  auto Listen = [](const SMDiagnostic &Diag, void *Into) {
    auto &Out = *static_cast<std::string *>(Into);
    if (Out.empty())
      Out = formatv("{0}: {1}", Diag.getLineNo(), Diag.getMessage());
  };
  yaml::Input In((*Buffer)->getMemBufferRef(), nullptr, Listen, &Complaint);
  std::vector<Gpu> Gpus;
  In >> Gpus;
  if (In.error())
    return createStringError(In.error(), Path + ":" + Complaint);
  return Gpus;
}

} // namespace cudapipe
