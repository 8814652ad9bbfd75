//===- Ptx.h - The instructions that kernels write as asm -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// run-on-cpu turns the asm statements it knows (cuda_to_cpp.py) into calls of
// these functions: cp.async, ldmatrix, mma.m16n8k8 and m16n8k16 on half and
// bfloat16, wgmma on them, mbarrier, cp.async.bulk, and loads, under predicates
// or not, with moves beside them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_PTX_H
#define CUDAPIPE_EXECUTOR_PTX_H

#include "Half.h"
#include "Runtime.h"
#include "TensorMap.h"

#include <cstring>

namespace cudapipe::executor::ptx {

inline void *asPointer(const void *Pointer) {
  return const_cast<void *>(Pointer);
}
inline void *asPointer(uint64_t Address) {
  return reinterpret_cast<void *>(Address);
}

//===-- cp.async ----------------------------------------------------------===//

/// \p Dst is a 32-bit shared address.
template <typename Source>
CUDAPIPE_INLINE void copy(uint64_t Dst, Source Src, size_t Size,
                          size_t SourceSize) {
  copyAsync(sharedPointer(Dst), asPointer(Src), Size, Size - SourceSize);
}
CUDAPIPE_INLINE void commit() { commitCopies(); }
CUDAPIPE_INLINE void waitGroup(unsigned Pending) { waitForCopies(Pending); }
CUDAPIPE_INLINE void waitAll() {
  commitCopies();
  waitForCopies(0);
}

//===-- mbarrier and cp.async.bulk ----------------------------------------===//
// Barriers and destinations are 32-bit shared addresses.

CUDAPIPE_INLINE void barrierInit(uint64_t Bar, uint32_t Count) {
  phaseInit(sharedPointer(Bar), Count);
}
CUDAPIPE_INLINE void barrierArrive(uint64_t Bar) {
  phaseArrive(sharedPointer(Bar), 1, false);
}
CUDAPIPE_INLINE void barrierExpect(uint64_t Bar, uint32_t Bytes, bool Arrives) {
  phaseExpectBytes(sharedPointer(Bar), Bytes);
  if (Arrives)
    phaseArrive(sharedPointer(Bar), 1, false);
}
CUDAPIPE_INLINE bool barrierTryWait(uint64_t Bar, uint32_t Parity) {
  return phaseDoneParity(sharedPointer(Bar), Parity);
}
CUDAPIPE_INLINE void barrierWait(uint64_t Bar, uint32_t Parity) {
  phaseWaitParity(sharedPointer(Bar), Parity);
}
template <typename Source>
CUDAPIPE_INLINE void bulkCopy(uint64_t Dst, Source Src, uint32_t Bytes,
                              uint64_t Bar) {
  copyBulkTo(sharedPointer(Bar), sharedPointer(Dst), asPointer(Src), Bytes);
}
template <typename Map, typename... Coordinates>
CUDAPIPE_INLINE void boxCopy(uint64_t Dst, Map Of, uint64_t Bar,
                             Coordinates... Place) {
  const int At[] = {static_cast<int>(Place)...};
  copyBoxTo(sharedPointer(Bar), sharedPointer(Dst),
            static_cast<const CUtensorMap *>(asPointer(Of)), At);
}
CUDAPIPE_INLINE void proxyFence() { fenceProxy(); }
CUDAPIPE_INLINE void initFence() {}

//===-- ld.global and mov -------------------------------------------------===//

/// `mov %0, x`: bits, whatever the types are.
template <typename Register, typename Value>
CUDAPIPE_INLINE void move(Register &To, const Value &From) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, &From, sizeof(From));
  std::memcpy(&To, &Bits, sizeof(To));
}

/// Elements of \p Bits side by side; what a register has beyond is zero, or the
/// sign.
template <unsigned Bits, bool Signed, typename Address, typename... Registers>
CUDAPIPE_INLINE void load(Address From, size_t Offset, Registers &...To) {
  constexpr size_t Bytes = Bits / 8;
  const char *At = static_cast<const char *>(asPointer(From)) + Offset;
  if (reinterpret_cast<uintptr_t>(At) % (Bytes * sizeof...(To)))
    misaligned(At, Bytes * sizeof...(To));
  auto One = [&](auto &Register) {
    static_assert(sizeof(Register) >= Bytes);
    uint64_t Element = 0;
    std::memcpy(&Element, At, Bytes);
    if (Signed && Bits < 64 && Element >> (Bits - 1) % 64)
      Element |= ~uint64_t(0) << Bits % 64;
    std::memcpy(&Register, &Element, sizeof(Register));
    At += Bytes;
  };
  (One(To), ...);
}

//===-- ldmatrix ----------------------------------------------------------===//
// Lane 8 * i + r names row r of matrix i; each row is eight 16-bit elements.

struct LoadMatrixPayload {
  uint16_t Row[8];
  uint32_t Result[4];
};

template <bool Transposed, typename... Registers>
CUDAPIPE_INLINE void loadMatrix(uint64_t Address, Registers &...Results) {
  constexpr unsigned Matrices = sizeof...(Results);
  LoadMatrixPayload P = {};
  if (linearThread() % 32 < 8 * Matrices) {
    const void *Row = sharedPointer(Address);
    if (reinterpret_cast<uintptr_t>(Row) % 16)
      misaligned(Row, 16);
    std::memcpy(P.Row, Row, 16);
  }
  warpCollective("ldmatrix", 0xffffffffu, &P, [](void *const Lanes[32]) {
    auto Lane = [&](unsigned I) -> LoadMatrixPayload & {
      if (!Lanes[I])
        unsupported("ldmatrix in a warp with missing lanes");
      return *static_cast<LoadMatrixPayload *>(Lanes[I]);
    };
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned M = 0; M < Matrices; ++M) {
        auto Element = [&](unsigned Row, unsigned Column) -> uint32_t {
          return Lane(8 * M + Row).Row[Column];
        };
        unsigned Major = L / 4, Minor = L % 4 * 2;
        Lane(L).Result[M] =
            Transposed
                ? Element(Minor, Major) | Element(Minor + 1, Major) << 16
                : Element(Major, Minor) | Element(Major, Minor + 1) << 16;
      }
  });
  unsigned Next = 0;
  ((Results = P.Result[Next++]), ...);
}

//===-- mma.sync.aligned.m16n8k{8,16}.row.col -----------------------------===//

template <typename Operand, typename Accumulator, int K> struct MmaPayload {
  uint32_t A[K / 4];
  uint32_t B[K / 8];
  float C[4];
  float D[4];
};

template <typename Operand>
inline float half16(const uint32_t *Registers, unsigned Register,
                    unsigned Element) {
  Operand Value;
  Value.__x = static_cast<unsigned short>(Registers[Register] >> 16 * Element);
  return Value;
}

template <typename Operand, typename Accumulator, int K>
void multiply(void *const Lanes[32]) {
  using Payload = MmaPayload<Operand, Accumulator, K>;
  auto Lane = [&](int I) -> Payload & {
    if (!Lanes[I])
      unsupported("mma in a warp with missing lanes");
    return *static_cast<Payload *>(Lanes[I]);
  };
  // Rows of A are spread over lane / 4, pairs of k over lane % 4; registers
  // alternate between rows r and r + 8, then go on to k + 8.
  auto A = [&](int Row, int At) {
    return half16<Operand>(Lane(Row % 8 * 4 + At % 8 / 2).A,
                           Row / 8 + At / 8 * 2, At % 2);
  };
  auto B = [&](int At, int Column) {
    return half16<Operand>(Lane(Column * 4 + At % 8 / 2).B, At / 8, At % 2);
  };
  for (int Row = 0; Row < 16; ++Row)
    for (int Column = 0; Column < 8; ++Column) {
      Payload &Holder = Lane(Row % 8 * 4 + Column / 2);
      int Element = Row / 8 * 2 + Column % 2;
      float Sum = Holder.C[Element];
      for (int At = 0; At < K; ++At)
        Sum += A(Row, At) * B(At, Column);
      Holder.D[Element] = Sum;
    }
}

/// Registers as the instruction lists them: D, A, B, C.  Accumulators are four
/// floats, or two registers of two halves each.
template <typename Operand, typename Accumulator, int K, typename D, typename A,
          typename C>
CUDAPIPE_INLINE void mma(D *const (&Results)[sizeof(Accumulator)],
                         const A (&Left)[K / 4], const A (&Right)[K / 8],
                         const C (&Addend)[sizeof(Accumulator)]) {
  MmaPayload<Operand, Accumulator, K> P;
  for (int I = 0; I < K / 4; ++I)
    P.A[I] = static_cast<uint32_t>(Left[I]);
  for (int I = 0; I < K / 8; ++I)
    P.B[I] = static_cast<uint32_t>(Right[I]);
  for (unsigned I = 0; I < 4; ++I)
    if constexpr (sizeof(Accumulator) == 4)
      P.C[I] = Addend[I];
    else
      P.C[I] = half16<Accumulator>(reinterpret_cast<const uint32_t *>(Addend),
                                   I / 2, I % 2);
  warpCollective("mma", 0xffffffffu, &P, multiply<Operand, Accumulator, K>);
  for (unsigned I = 0; I < sizeof(Accumulator); ++I)
    if constexpr (sizeof(Accumulator) == 4)
      *Results[I] = P.D[I];
    else
      *Results[I] = static_cast<D>(
          __half(P.D[2 * I]).__x |
          static_cast<uint32_t>(__half(P.D[2 * I + 1]).__x) << 16);
}

//===-- wgmma -------------------------------------------------------------===//

CUDAPIPE_INLINE void productFence() {}
CUDAPIPE_INLINE void productCommit() { commitProducts(); }
CUDAPIPE_INLINE void productWait(unsigned Pending) { waitForProducts(Pending); }

/// Operands lie where descriptors say, rows along K.
template <bool IsHalf, size_t Count>
CUDAPIPE_INLINE void wgmma(float *const (&Results)[Count], uint64_t A,
                           uint64_t B, bool Adds, int SignA, int SignB,
                           bool TransposesA, bool TransposesB) {
  if (TransposesA || TransposesB)
    unsupported("wgmma of an operand whose columns lie along K");
  multiplyAsync({Results, static_cast<unsigned>(Count), A, B, IsHalf, Adds,
                 static_cast<float>(SignA), static_cast<float>(SignB)});
}

} // namespace cudapipe::executor::ptx

#endif
