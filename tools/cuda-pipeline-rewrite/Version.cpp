//===- Version.cpp - --version --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

llvm::StringRef toolVersion() { return CUDAPIPE_VERSION; }

void printVersion(llvm::raw_ostream &OS) {
  OS << "cuda-pipeline-rewrite " CUDAPIPE_VERSION "\n"
     << "LLVM/Clang " LLVM_VERSION_STRING "\n";
  std::optional<CudaToolkit> Toolkit = findToolkit();
  if (!Toolkit) {
    OS << "CUDA: no toolkit found, embedded declarations are used\n";
    return;
  }
  OS << "CUDA ";
  if (Toolkit->Major != 0)
    OS << Toolkit->Major << '.' << Toolkit->Minor << ' ';
  OS << "in " << Toolkit->Path;
  const std::string Known = Toolkit->sdkVersion();
  if (Known !=
      std::to_string(Toolkit->Major) + "." + std::to_string(Toolkit->Minor))
    OS << " (read as " << Known << ", the newest that this Clang knows)";
  OS << '\n';
}

} // namespace cudapipe
