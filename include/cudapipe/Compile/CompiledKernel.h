//===- cudapipe/Compile/CompiledKernel.h - What became of it ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler made of kernels: registers, spills and local memory as
// ptxas reports them, and what the machine code of the main loop shows.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_COMPILE_COMPILEDKERNEL_H
#define CUDAPIPE_COMPILE_COMPILEDKERNEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// The loop that copies tiles and computes with them, in machine code; of a
/// kernel whose loop is unrolled, all of its code. Instructions are counted as
/// they stand there, inner loops once.
struct MachineLoop {
  bool IsUnrolled = false;
  /// From its first instruction to its last.
  uint64_t Bytes = 0;
  /// Arithmetic on data, and barriers of the block.
  unsigned Math = 0, Barriers = 0;
  /// Reads of shared memory.
  unsigned SharedLoads = 0;
  /// Copies by cp.async; loads whose values are stored to shared memory.
  unsigned AsyncCopies = 0, RegisterCopies = 0;
  /// Math between such a load and the first instruction that waits for it, of
  /// all, by bytes.
  double MathAhead = 0;

  bool operator==(const MachineLoop &) const = default;
};

/// What one kernel takes.
struct CompiledKernel {
  std::string MangledName;
  unsigned Registers = 0;
  unsigned Barriers = 0;
  /// Bytes of local memory of a thread, called functions included.
  uint64_t LocalBytes = 0;
  /// Bytes that spilled registers are stored and loaded with.
  uint64_t SpillStoreBytes = 0, SpillLoadBytes = 0;
  uint64_t StaticSharedBytes = 0;
  /// Bytes of machine code; 0: nobody looked.
  uint64_t CodeBytes = 0;
  /// Nothing: no loop copies tiles, or this machine's code cannot be read.
  std::optional<MachineLoop> Loop = std::nullopt;

  bool operator==(const CompiledKernel &) const = default;
};

/// Reads what ptxas prints with -v:
///
///   ptxas info : Compiling entry function '_Z4gemmPfi' for 'sm_80'
///       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
///   ptxas info : Used 32 registers, used 1 barriers, 8192 bytes smem, ...
///
/// Functions that are no kernels are left out.
std::vector<CompiledKernel> readPtxasReport(llvm::StringRef Text);

/// Adds the code of \p Kernels, as it stands in the file \p Cubin. False if it
/// is none of an architecture that can be read (sm_70 to sm_121).
bool readMachineCode(llvm::StringRef Cubin,
                     std::vector<CompiledKernel> &Kernels);

/// The main loop of \p Code, whole instructions of 16 bytes; \p SmVersion is
/// the compute capability times ten.
std::optional<MachineLoop> findMachineLoop(llvm::ArrayRef<uint8_t> Code,
                                           unsigned SmVersion);

/// The one that is the kernel \p MangledName, as Clang mangles it; nvcc mangles
/// static ones and those of unnamed namespaces in its own way. Null if there is
/// none.
const CompiledKernel *findKernel(llvm::ArrayRef<CompiledKernel> Kernels,
                                 llvm::StringRef MangledName);

} // namespace cudapipe

#endif // CUDAPIPE_COMPILE_COMPILEDKERNEL_H
