//===- cudapipe/Frontend/UserFlags.h - What a compile command says -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   nvcc -gencode arch=compute_90,code=sm_90 -rdc=true -I inc -Xcompiler -Wall
//        -c gemm.cu -o gemm.o
//
// says, as far as parsing goes:
//
//   Flags  -I inc -fgpu-rdc -D__CUDACC_RDC__
//   Archs  sm_90
//   Nvcc   /usr/local/cuda/bin/nvcc
//
// A compile command is read with a table that knows how many values each option
// takes. An option that is in no table is a failure that names it: dropping it
// or guessing would parse something the user does not build.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_USERFLAGS_H
#define CUDAPIPE_FRONTEND_USERFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cudapipe {

/// What a user's compile command means to a parser, in Clang's spelling.
struct UserFlags {
  /// No inputs, outputs, architectures or toolkit; those follow.
  std::vector<std::string> Flags;
  /// "sm_80", as named, in order; also "native", "all", "all-major".
  std::vector<std::string> Archs;
  std::string CudaPath;
  /// -x: "cu", "cuda", "c++"; empty: the extension says it.
  std::string Language;
  /// The compiler, if it was nvcc: it leads to the toolkit.
  std::string Nvcc;
  /// What parsing does not see, but code generation does, in nvcc's spelling:
  /// --maxrregcount=64.
  std::vector<std::string> CodeFlags;
  /// Things the user should know, a sentence each.
  std::vector<std::string> Notes;

  /// Puts \p Later behind these; its architectures and its toolkit replace
  /// those here.
  void append(UserFlags Later);
};

/// Is \p Program nvcc, under any path or name such as nvcc-12, nvcc_wrapper?
bool isNvcc(llvm::StringRef Program);

/// Reads the options of Clang or GCC (no program name).
llvm::Expected<UserFlags> readClangFlags(llvm::ArrayRef<std::string> Arguments);

/// Reads the options of nvcc (no program name). Files of options
/// (--options-file) belong to \p Directory. A wrapper hands what nvcc does not
/// know to the host compiler.
llvm::Expected<UserFlags> readNvccFlags(llvm::ArrayRef<std::string> Arguments,
                                        llvm::StringRef Directory,
                                        bool IsWrapper = false);

/// How many words at the front of \p Words are one flag that a parse can be
/// given, its value included, as Clang or nvcc spells it; 0: they are none.
unsigned flagLength(llvm::ArrayRef<std::string> Words);

/// Reads flags each of which is as Clang or as nvcc spells it, and appends them
/// to \p Flags, whose architectures they replace if they name any.
llvm::Error addFlags(llvm::ArrayRef<std::string> Words,
                     llvm::StringRef Directory, UserFlags &Flags);

/// The flags with which nvcc compiles what \p Flags says, from any folder:
/// relative paths belong to \p Directory. No inputs, outputs, architectures.
std::vector<std::string> flagsForNvcc(const UserFlags &Flags,
                                      llvm::StringRef Directory);

/// Reads a whole command with the table of its compiler: program name,
/// launchers (ccache), `cd` and `&&` included. \p Directory becomes the folder
/// that relative paths belong to.
llvm::Expected<UserFlags>
readCompileCommand(llvm::ArrayRef<std::string> Command, std::string &Directory);

/// Does \p Command name a compiler? Else it is flags alone.
bool namesCompiler(llvm::ArrayRef<std::string> Command);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_USERFLAGS_H
