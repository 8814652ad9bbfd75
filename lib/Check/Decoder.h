//===- Decoder.h - From IR to a Program -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Decode.cpp         instructions, jumps, loops
//   DecodeIntrinsic.cpp  what LLVM and libdevice call by name
//   DecodeCall.cpp     what CUDA's headers declare, by name
//   ReadPtx.cpp        the texts of `asm`
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_DECODER_H
#define CUDAPIPE_LIB_CHECK_DECODER_H

#include "MemoryLayout.h"
#include "Program.h"
#include "cudapipe/Facts/DeviceCode.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace cudapipe::check {

/// The program of \p Code, with its variables at \p Places.
Program decode(const DeviceCode &Code, const Layout &Places);

/// The text of \p Assembly, called by \p Call, with \p Inputs in these slots.
PtxText readPtx(const llvm::CallBase &Call, const llvm::InlineAsm &Assembly,
                llvm::ArrayRef<Slot> Inputs, const llvm::DataLayout &Data);

/// What decode() works on.
class Decoder {
public:
  Decoder(const DeviceCode &Code, const Layout &Places)
      : Code(Code), Places(Places) {}
  Program run();

  // For those who decode calls.
  Slot slotOf(const llvm::Value &Value);
  /// A new slot of \p Bytes.
  Slot temporary(unsigned Bytes);
  Slot number(uint64_t Value);
  void emit(const Op &O) { Out.Ops.push_back(O); }
  /// An operation of \p Kind at \p At; its result, if any, goes where that of
  /// \p At does.
  Op start(OpKind Kind, const llvm::Instruction &At);
  void unsupported(const llvm::Instruction &At, std::string Reason);
  void barrier(const llvm::Instruction &At, BarrierUse Use = {});
  void collective(const llvm::Instruction &At, Collective Use);
  void opaque(const llvm::Instruction &At, OpaqueCall Call);

  const DeviceCode &Code;
  const Layout &Places;
  Program Out;

private:
  void decodeBlock(const llvm::BasicBlock &Block);
  void decodeInstruction(const llvm::Instruction &I);
  bool decodeArithmetic(const llvm::Instruction &I);
  void decodeMemory(const llvm::Instruction &I);
  void decodeParts(const llvm::Instruction &I);
  void decodeJump(const llvm::Instruction &I);
  void decodeAssembly(const llvm::CallInst &Call);
  uint32_t edge(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  void countLoops();

  std::map<uint64_t, Slot> Numbers;
  std::map<const llvm::BasicBlock *, uint32_t> Starts;
  std::vector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      EdgeBlocks;
};

/// Decodes a call of an intrinsic or of libdevice. False: it is none.
bool decodeIntrinsic(Decoder &D, const llvm::CallInst &Call);

/// Decodes a call of what has no body: by the declaration that it has.
void decodeDeclared(Decoder &D, const llvm::CallInst &Call);

/// Math by name: "expf", "__expf", "fmaxf"; None if it is no such name.
MathKind mathNamed(llvm::StringRef Name);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_DECODER_H
