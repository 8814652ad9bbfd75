//===- KernelCode.h - Which kernel an address belongs to --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared variables of all kernels of a program lie side by side: what runs
// over the end of one kernel's array lands in another kernel's. On a GPU that
// memory is not there.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_KERNELCODE_H
#define CUDAPIPE_EXECUTOR_KERNELCODE_H

#include <cstdint>
#include <string>
#include <vector>

namespace cudapipe::executor {

class KernelCode {
public:
  /// Where `__global__` puts code (Qualifiers.h).
  static constexpr const char *Section = "cudapipe_kernels";
  static constexpr int None = -1;

  void addFunction(std::string Name, uintptr_t Start, size_t Bytes,
                   bool IsKernel) {
    if (IsKernel)
      Scopes.push_back(scopeOf(Name));
    if (IsKernel || Name.compare(0, 3, "_ZZ") == 0)
      Functions.push_back({std::move(Name), Start, Bytes});
  }
  /// The kernel in which something of this mangled name is declared.
  int declaring(const std::string &Name) const {
    for (size_t I = 0; I < Scopes.size(); ++I)
      if (Name.compare(0, Scopes[I].size(), Scopes[I]) == 0)
        return static_cast<int>(I);
    return None;
  }
  /// The kernel whose code, or whose lambda's, is at \p Place.
  int running(uintptr_t Place) const {
    for (const Function &F : Functions)
      if (Place - F.Start <= F.Bytes)
        return declaring(F.Name.compare(0, 3, "_ZZ") ? scopeOf(F.Name)
                                                     : F.Name);
    return None;
  }

private:
  struct Function {
    std::string Name;
    uintptr_t Start;
    size_t Bytes;
  };

  /// What the names of a function's own declarations begin with.
  static std::string scopeOf(const std::string &Name) {
    if (Name.compare(0, 2, "_Z") == 0)
      return "_ZZ" + Name.substr(2) + "E";
    return "_ZZ" + std::to_string(Name.size()) + Name + "E"; // extern "C"
  }

  std::vector<std::string> Scopes; ///< Of the kernels.
  std::vector<Function> Functions;
};

} // namespace cudapipe::executor

#endif
