//===- Program.h - A kernel as the interpreter reads it ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %s = add i32 %a, %b             Op{Add, Bits=32, To=@s, A=@a, B=@b}
//   br i1 %c, %loop, %end           Op{Branch, A=@c, Table=edge, Other=edge}
//   call @__syncthreads()           Op{Barrier}
//
// Each value of the IR has a slot in the frame of a thread, eight bytes at
// least; integers are kept zero-extended. Constants lie in the frame too.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_PROGRAM_H
#define CUDAPIPE_LIB_CHECK_PROGRAM_H

#include "llvm/IR/Instruction.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapipe::check {

/// Where a value lies in the frame, in bytes.
using Slot = uint32_t;

/// What an operation does. Numbers: To = A op B.
enum class OpKind : uint8_t {
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FNeg,
  ICmp,
  FCmp,
  Trunc,
  ZExt,
  SExt,
  FPToSI,
  FPToUI,
  SIToFP,
  UIToFP,
  FPConvert,
  Math,        ///< Variant: MathKind.
  EachElement, ///< Of vectors; Variant: the OpKind of an element.
  Wide,        ///< Integers of 65 to 128 bits; Variant: the OpKind.
  Select,
  Copy,
  ExtractPart,
  InsertPart, ///< At the byte Value.
  ExtractElement,
  InsertElement, ///< Elements of Value bytes.
  Shuffle,       ///< Table: Masks.
  Offset,        ///< Table: Offsets.
  ToShared,
  FromShared, ///< Between shared and generic pointers.
  IsShared,
  IsGlobal,
  IsLocal,
  StackRoom, ///< Value bytes of local memory.
  Jump,
  Branch,
  Switch,
  Return,
  Load,
  Store,
  Atomic,
  CompareExchange,
  CopyMemory,
  SetMemory,
  Register, ///< Variant: RegisterKind; of tiles of Value lanes.
  Trap,     ///< An assertion fails: no such call is meant.
  Invented, ///< Value the same for equal operands; Table: Opaques.
  Barrier,
  Warp, ///< Table: Barriers, Collectives.
  AsyncCopy,
  CommitGroup,
  WaitGroups,
  Fence,
  Pipe,       ///< cuda::pipeline; Variant: PipeStep.
  BlockPipe,  ///< That of a block; Variant: BlockPipeStep.
  Mbarrier,   ///< At A, with B and C; Variant: MbarrierStep.
  BulkCopy,   ///< Of C bytes, from B to A; Variant: BulkForm; Table: a slot.
  AsyncGroup, ///< Variant: AsyncGroupStep; A: groups that are left.
  ProxyFence, ///< Variant 1: only for mbarriers.
  Fragment,   ///< wmma; Table: Fragments.
  Assembly,   ///< Table: Assembly.
  Unsupported ///< Table: Reasons.
};

/// Functions of numbers, by name.
enum class MathKind : uint8_t {
  Exp,
  Exp2,
  Exp10,
  Log,
  Log2,
  Log10,
  Sqrt,
  RSqrt,
  Sin,
  Cos,
  Tan,
  Tanh,
  FAbs,
  Floor,
  Ceil,
  Round,
  Trunc,
  FMA,
  FMax,
  FMin,
  Pow,
  Erf,
  Reciprocal,
  FDivide,
  SMax,
  SMin,
  UMax,
  UMin,
  Abs,
  UMulHi,
  SMulHi,
  Mul24,
  PopCount,
  LeadingZeros,
  TrailingZeros,
  FindFirst,
  BitReverse,
  FunnelLeft,
  FunnelRight,
  BytePermute,
  None
};

/// What a thread is told of itself.
enum class RegisterKind : uint8_t {
  ThreadIdx,
  BlockIdx,
  BlockDim,
  GridDim, ///< Value: 0 to 2, x to z.
  LaneId,
  WarpId,
  WarpCount,
  ThreadRank,
  BlockThreads,
  TileRank,
  TileIndex,
  TileCount,
  GridRank,
  GridThreads,
  MaskEqual,
  MaskLess,
  MaskLessEqual,
  MaskGreater,
  MaskGreaterEqual,
  DynamicBytes,
  Clock,
  Zero
};

/// How an asynchronous copy is shared out.
enum class CopyForm : uint8_t {
  Whole,  ///< C bytes, of which those of slot Table, if not 0, are zero.
  Known,  ///< C bytes, of which those of slot Table come from memory.
  Pieces, ///< C bytes, in as large ones as alignment allows.
  ByBlock,
  ByTile ///< The same by all threads of the block, of a tile.
};

/// What a call on a cuda::pipeline of one thread does.
enum class PipeStep : uint8_t { Make, Commit, Wait, WaitPrior };

/// What a call on a cuda::pipeline of a block at A does.
enum class BlockPipeStep : uint8_t {
  Make,         ///< Of Value stages, with the state at B; all are both.
  MakeCounted,  ///< The first C threads are producers.
  MakeWithRole, ///< C: 0 is a producer.
  Acquire,
  Commit,
  Wait,
  Release
};

/// What is asked of an mbarrier. B is a count of arrivals, a token, a parity;
/// C are bytes.
enum class MbarrierStep : uint8_t {
  Init,
  Invalidate,
  Arrive,
  ArriveAndDrop,
  ArriveExpect, ///< Expect, then arrive.
  Expect,
  Complete,
  WaitToken,
  WaitParity,
  TryToken,
  TryParity,
  ArriveCopies,     ///< When the copies of the thread have landed.
  ArriveCopiesNoInc ///< The same, as one of those that are expected.
};

/// Copies by the tensor memory accelerator. Table is the slot of the mbarrier
/// that counts one to shared memory; Value 1: nobody has to fence its
/// initialization.
enum class BulkForm : uint8_t {
  ToShared,
  ToGlobal,
  TensorToShared, ///< Of a box: its size is known to the host only.
  TensorToGlobal
};

/// Groups of what a thread reads asynchronously.
enum class AsyncGroupStep : uint8_t {
  CommitBulk,
  WaitBulk,
  CommitMma,
  WaitMma
};

/// What counts the copies of an AsyncCopy, in FromBits.
enum CopyCounter : uint16_t {
  CountedByGroups,
  CountedByMbarrier, ///< At the slot Table.
  CountedByPipe      ///< Of the block, at the slot Table.
};

/// One operation.
struct Op {
  OpKind Kind = OpKind::Unsupported;
  uint8_t Variant = 0;
  /// Of the address that is accessed: as in the IR; 0 is generic.
  uint8_t Space = 0;
  /// The access is volatile.
  bool IsVolatile = false;
  /// Widths of the result and of the first operand; BFloatBits: bfloat.
  uint16_t Bits = 0, FromBits = 0;
  /// Of the result or of the access.
  uint32_t Bytes = 0;
  Slot To = 0, A = 0, B = 0, C = 0;
  /// Into a table of the Program, by Kind; of jumps an edge.
  uint32_t Table = 0;
  int64_t Value = 0;
  const llvm::Instruction *From = nullptr;
};

constexpr uint16_t BFloatBits = 17;

/// Bytes from one slot to another.
struct Move {
  Slot To, From;
  uint32_t Bytes;
};

constexpr uint32_t NoLoop = ~0u;

/// From the end of one block to the first operation of another.
struct Edge {
  uint32_t Target = 0;
  /// The loop that it enters or goes round, an index of Program::Loops.
  uint32_t Loop = NoLoop;
  bool GoesRound = false;
  /// Of PHI nodes, all at once.
  std::vector<Move> Moves;
};

/// A loop of which trips are counted.
struct CountedLoop {
  const llvm::Instruction *At = nullptr;
  llvm::BasicBlock *Header = nullptr;
  /// It tests before the first trip.
  bool TestsFirst = false;
  /// It holds barriers or waits: hazards between its trips are possible.
  bool Synchronizes = false;
};

/// A scaled index of an address.
struct ScaledIndex {
  Slot Index;
  unsigned Bits;
  int64_t Scale;
};

/// What a barrier of the block counts and gives.
struct BarrierUse {
  enum ResultTy { Nothing, Count, And, Or } Result = Nothing;
  bool HasId = false, HasCount = false;
  Slot Id = 0, Expected = 0, Predicate = 0;
  /// bar.arrive: it does not wait.
  bool OnlyArrives = false;
};

/// What lanes of a warp do together.
struct Collective {
  enum KindTy {
    Sync,
    ShuffleIdx,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    All,
    Any,
    Uniform,
    Ballot,
    MatchAny,
    MatchAll,
    ActiveMask,
    ReduceAdd,
    ReduceMin,
    ReduceMax,
    ReduceAnd,
    ReduceOr,
    ReduceXor
  } Kind = Sync;
  /// Lanes that take part; HasMask: by a slot, else all of the tile.
  bool HasMask = false;
  Slot Mask = 0;
  unsigned TileSize = 32;
  /// What is given, and how: 4 or 8 bytes in the slot, or, if IsByAddress, at
  /// the address in it.
  Slot Value = 0;
  unsigned ValueBytes = 4;
  bool IsByAddress = false, IsSigned = false, IsFloat = false;
  /// Of shuffles: lane or distance, and the width; Packed: as PTX has it.
  Slot Lane = 0, Width = 0;
  enum { WholeTile, Plain, Packed } WidthForm = WholeTile;
};

/// wmma loads and stores of Rows x Columns elements.
struct FragmentAccess {
  bool IsStore = false;
  unsigned Rows = 16, Columns = 16, ElementBytes = 2;
  /// The matrix in memory, the fragment (an address, 0: none), the elements
  /// between rows.
  Slot Address = 0, Leading = 0;
  /// The layout in a slot: rows and columns change places if it is not zero.
  bool HasLayout = false;
  Slot Layout = 0;
};

/// A function without a body, of which is known what it reads and writes.
struct OpaqueCall {
  std::string Name;
  struct Operand {
    Slot At = 0;
    unsigned Bytes = 8;
    /// It is an address: so many bytes there are read or written.
    bool IsRead = false, IsWritten = false;
    unsigned PointeeBytes = 0;
  };
  std::vector<Operand> Operands;
  bool IsFloat = false;
  /// It gives other values to each thread whatever it is given.
  bool IsByThread = false;
};

/// One operand of PTX.
struct PtxOperand {
  enum KindTy { None, Input, Output, Register, Special, Number } Kind = None;
  /// Input: the slot; Output: which; Register: its index; Special: a
  /// RegisterKind.
  uint32_t Index = 0;
  int64_t Value = 0;
};

/// One instruction of PTX.
struct PtxOp {
  enum KindTy {
    AsyncCopy,
    CommitGroup,
    WaitGroup,
    WaitAll,
    LoadMatrix,
    Barrier,
    Arrive,
    WarpSync,
    Move,
    ToShared,
    SetPredicate,
    Load,
    Store,
    Fence,
    Mbarrier,       ///< Step
    BulkCopy,       ///< Step: BulkForm.
    AsyncGroup,     ///< Step: AsyncGroupStep.
    ProxyFence,     ///< Step 1: only for mbarriers.
    MatrixMultiply, ///< wgmma.
    Jump,
    Label,
    SelectNumber,
    Elect,
    Nothing,
    Unknown,
    Unsupported
  } Kind = Nothing;
  std::string Name;
  /// Of a jump.
  std::string LabelName;
  std::vector<PtxOperand> Operands;
  /// `@p`, `@!p`.
  PtxOperand Guard;
  bool IsNegated = false;
  /// Of an access: bytes of an element, and elements.
  unsigned ElementBytes = 4, Elements = 1;
  bool IsShared = false;
  /// Of an mbarrier and its like: what is done.
  uint8_t Step = 0;
  /// Of a jump: where in the text it leads.
  unsigned Target = 0;
};

/// The text of one `asm`.
struct PtxText {
  std::vector<PtxOp> Ops;
  unsigned Registers = 0;
  /// The bytes of the result from output to output.
  std::vector<std::pair<uint32_t, uint32_t>> Outputs;
};

/// What a thread starts with: constants, else zero; and where its arguments go.
struct FrameLayout {
  std::vector<uint8_t> Image;
  std::vector<Slot> Parameters;
  /// Where each value of the IR lies.
  std::map<const llvm::Value *, Slot> Slots;
};

/// Of operations, by their index.
struct CodePlaces {
  /// Where each block of the IR begins.
  std::vector<uint32_t> BlockStarts;
  /// The innermost of Program::Loops around each, or NoLoop.
  std::vector<uint32_t> LoopOf;
};

/// A kernel, all calls inlined.
struct Program {
  std::vector<Op> Ops;
  std::vector<Edge> Edges;
  std::vector<std::vector<ScaledIndex>> Offsets;
  std::vector<std::map<uint64_t, uint32_t>> Cases;
  std::vector<std::vector<int>> Masks;
  std::vector<BarrierUse> Barriers;
  std::vector<Collective> Collectives;
  std::vector<FragmentAccess> Fragments;
  std::vector<OpaqueCall> Opaques;
  std::vector<PtxText> Assembly;
  std::vector<std::string> Reasons;
  std::vector<CountedLoop> Loops;
  CodePlaces Where;
  FrameLayout Frame;
  /// What gives values that are made up: "mma", "asm 'lop3'".
  std::set<std::string> Unmodelled;
  /// Something waits for mbarriers, or is counted by one.
  bool HasMbarriers = false;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_PROGRAM_H
