//===- cudapipe/Emit/Remarks.h - What the user is told ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm.cu:14:3: remark: K-loop in 'gemm' left alone: the loop may write the
//                 memory that the load phase reads: 'A' may be written by
//                 'C[i] = acc' [source-may-change]
//   gemm.cu:20:5: note: here
//      20 |     C[i] = acc;
//         |     ^~~~~~~~~~
//   gemm.cu:14:3: note: see docs/rejections.md#source-may-change
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_REMARKS_H
#define CUDAPIPE_EMIT_REMARKS_H

#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/RewriteFile.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {

/// What is wrong with a kernel as it stands.
std::string raceMessage(const LoopReport &Loop);

/// "K-loop in 'f' left alone: ...": the rule, what it met, and which program
/// knows more where the rule is not sure.
std::string leftAloneMessage(const LoopReport &Loop);

/// "cpasync, 2 stages, shared memory 8192 -> 16384 bytes; nvcc 13.0.88 sees no
/// loss": how it was rewritten, and who is sure of it.
std::string madeMessage(const LoopReport &Loop);

/// Prints what became of the loops of one file.
class RemarkPrinter {
public:
  /// \p Path is what Clang calls the file, \p Name what the user does.
  RemarkPrinter(llvm::raw_ostream &OS, llvm::StringRef Path,
                llvm::StringRef Name, llvm::StringRef Text, bool Color)
      : OS(OS), Path(Path), Name(Name), Text(Text), Color(Color) {}

  /// --explain: what was done, or the reason with its place.
  /// What was done to a loop that was rewritten: one line.
  void made(const LoopReport &Loop);
  void explain(const LoopReport &Loop);
  /// --check: one line for a loop that would be rewritten.
  void wouldChange(const LoopReport &Loop);
  /// One line for a race in the kernel as it stands.
  void race(const LoopReport &Loop);
  /// Remarks on a loop that was rewritten.
  void remark(const LoopReport &Loop);
  /// "3 K-loops left alone; --explain says why".
  void summarize(llvm::ArrayRef<LoopReport> Loops);
  /// The first of the errors, and how many there are. \p Survived: no kernel
  /// with a K-loop is affected.
  void parseErrors(llvm::ArrayRef<ParseError> Errors, bool Survived);
  /// \p Error, one of \p Errors, hides a function.
  void notRead(const ParseError &Error, llvm::ArrayRef<ParseError> Errors);
  /// "gemm.cu: message".
  void file(llvm::StringRef Level, llvm::StringRef Message);

private:
  void at(llvm::StringRef File, unsigned Line, unsigned Column,
          llvm::StringRef Level, const llvm::Twine &Message);
  void level(llvm::StringRef Level);
  void snippet(llvm::StringRef File, unsigned LineNumber, unsigned Column,
               llvm::StringRef Offending);

  llvm::raw_ostream &OS;
  llvm::StringRef Path, Name, Text;
  bool Color;
};

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_REMARKS_H
