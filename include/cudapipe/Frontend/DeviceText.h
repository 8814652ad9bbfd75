//===- cudapipe/Frontend/DeviceText.h - What does not parse -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __global__ void sum(const at::Half *A) {    'at' is not known: Clang has no
//     __shared__ at::Half tile[64];             such function, or half of it
//
// So what an error costs is read from the text: functions lie between braces,
// whatever they hold.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_DEVICETEXT_H
#define CUDAPIPE_FRONTEND_DEVICETEXT_H

#include "cudapipe/Frontend/ParseFile.h"
#include <vector>

namespace cudapipe {

/// A function, or what else has braces at file scope, by its text.
struct FunctionText {
  std::string Name;
  /// From the end of what stands before to the closing brace.
  unsigned Begin = 0, End = 0;
  /// Words say that it is code for the device.
  bool IsOfDevice = false;
  /// It may hold a K-loop, also where macros that are not known hide such
  /// words.
  bool MayHoldKLoop = false;
};

/// The functions of \p Code in its order, those of classes too; nothing where
/// braces do not match.
std::vector<FunctionText> findFunctions(llvm::StringRef Code);

/// What stands at file scope, or in classes and namespaces there, by its text:
/// from its first word to its semicolon or closing brace.
struct ItemText {
  unsigned Begin = 0, End = 0;
  /// Of a class or namespace, whose items are listed before it: the end of what
  /// stands in front of its opening brace. Else End.
  unsigned HeadEnd = 0;
};

/// All of \p Code in its order; nothing where braces do not match.
std::vector<ItemText> findItems(llvm::StringRef Code);

/// Says of each of \p Errors, of a parse of \p Code, which function it hides,
/// and clears MayHideKernel where that holds no K-loop.
void nameHidden(llvm::StringRef Code, std::vector<ParseError> &Errors);

/// The header of \p Errors that was not found and may bring what \p Error
/// misses; "" if all were found.
std::string missingHeaderFor(const ParseError &Error,
                             llvm::ArrayRef<ParseError> Errors);

/// What brings a header that was not found; no full stop.
std::string headerHelp();

/// What brings what \p Error misses, or the first of \p Errors; no full stop.
std::string helpAgainst(const ParseError &Error,
                        llvm::ArrayRef<ParseError> Errors);

/// "'sum' was not read: ...", and what would help; no full stop.
std::string notReadMessage(const ParseError &Error,
                           llvm::ArrayRef<ParseError> Errors);

/// The file of that name is of a library that knows no kernels of its users.
bool isCommonLibrary(llvm::StringRef Header);

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_DEVICETEXT_H
