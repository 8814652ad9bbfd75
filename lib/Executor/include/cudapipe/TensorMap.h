//===- TensorMap.h - Tensor maps, and copies of their boxes -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuTensorMapEncodeTiled() of the driver, with its rules, and what the copy
// engine makes of a map: rows of a box, zeros outside of the tensor, 16-byte
// pieces exchanged as the swizzle says. The map itself is plain here.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_TENSORMAP_H
#define CUDAPIPE_EXECUTOR_TENSORMAP_H

#include "Runtime.h"

using cuuint32_t = uint32_t;
using cuuint64_t = uint64_t;

enum CUresult { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1 };
enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  CU_TENSOR_MAP_DATA_TYPE_UINT16,
  CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64,
  CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
};
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE = 0 };
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE = 0,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B
};
enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B
};
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0 };

struct alignas(64) CUtensorMap {
  const char *Base;
  uint32_t Rank, ElementBytes, Swizzle;
  uint32_t Box[3];
  uint64_t Size[3];
  /// Bytes from one element of a dimension to the next.
  uint64_t Stride[3];
};

inline CUresult
cuTensorMapEncodeTiled(CUtensorMap *Map, CUtensorMapDataType Type,
                       cuuint32_t Rank, void *Base, const cuuint64_t *Size,
                       const cuuint64_t *Strides, const cuuint32_t *Box,
                       const cuuint32_t *ElementStrides, CUtensorMapInterleave,
                       CUtensorMapSwizzle Swizzle, CUtensorMapL2promotion,
                       CUtensorMapFloatOOBfill) {
  constexpr uint32_t Bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  *Map = {};
  Map->Base = static_cast<const char *>(Base);
  Map->Rank = Rank;
  Map->ElementBytes = Bytes[Type];
  Map->Swizzle = Swizzle;
  bool IsValid =
      Rank >= 1 && Rank <= 3 && reinterpret_cast<uintptr_t>(Base) % 16 == 0;
  for (uint32_t I = 0; IsValid && I < Rank; ++I) {
    Map->Size[I] = Size[I];
    Map->Box[I] = Box[I];
    Map->Stride[I] = I ? Strides[I - 1] : Map->ElementBytes;
    IsValid = Size[I] > 0 && Box[I] > 0 && Box[I] <= 256 &&
              ElementStrides[I] == 1 && (!I || Strides[I - 1] % 16 == 0);
  }
  const uint32_t Row = IsValid ? Map->Box[0] * Map->ElementBytes : 0;
  IsValid &= Row % 16 == 0 &&
             (!Swizzle || Row <= 16u << static_cast<uint32_t>(Swizzle));
  return IsValid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

namespace cudapipe::executor {

/// Copies the box at \p At to \p Dst. Returns its bytes.
inline int64_t copyBox(void *Dst, const CUtensorMap *Map, const int *At) {
  const uint32_t Row = Map->Box[0] * Map->ElementBytes;
  const uint32_t Rows = Map->Rank > 1 ? Map->Box[1] : 1,
                 Planes = Map->Rank > 2 ? Map->Box[2] : 1;
  const auto To = reinterpret_cast<uintptr_t>(Dst);
  if (To % 128)
    misuse("a tensor map's box goes to a multiple of 128 bytes", Dst);
  // Bits 4 to 6 of an address, less where it is not so wide.
  const uint32_t Mask = Map->Swizzle ? (1u << Map->Swizzle) - 1 : 0;
  for (uint32_t Z = 0; Z < Planes; ++Z)
    for (uint32_t Y = 0; Y < Rows; ++Y)
      for (uint32_t X = 0; X < Row; X += 16) {
        const int64_t Column = int64_t(At[0]) + X / Map->ElementBytes,
                      Line = Map->Rank > 1 ? int64_t(At[1]) + Y : 0,
                      Plane = Map->Rank > 2 ? int64_t(At[2]) + Z : 0;
        const bool IsInside =
            (Map->Rank < 2 || (Line >= 0 && Line < int64_t(Map->Size[1]))) &&
            (Map->Rank < 3 || (Plane >= 0 && Plane < int64_t(Map->Size[2])));
        const int64_t Left =
            IsInside && Column >= 0
                ? (int64_t(Map->Size[0]) - Column) * Map->ElementBytes
                : 0;
        const uint32_t Data = Left <= 0 ? 0 : Left < 16 ? Left : 16;
        uintptr_t Piece = To + (uint64_t(Z) * Rows + Y) * Row + X;
        Piece ^= ((Piece >> 7) & Mask) << 4;
        const char *From = Data ? Map->Base + Column * Map->ElementBytes +
                                      Line * Map->Stride[1] +
                                      Plane * Map->Stride[2]
                                : Map->Base;
        copyPiece(reinterpret_cast<void *>(Piece), From, 16, 16 - Data);
      }
  return int64_t(Row) * Rows * Planes;
}

/// The same, counted at \p Barrier.
inline void copyBoxTo(void *Barrier, void *Dst, const CUtensorMap *Map,
                      const int *At) {
  const int64_t Bytes = copyBox(Dst, Map, At);
  phaseAttachCopies(Barrier);
  phaseExpectBytes(Barrier, -Bytes);
}
inline void copyBulkTo(void *Barrier, void *Dst, const void *Src,
                       size_t Bytes) {
  copyBulk(Dst, Src, Bytes);
  phaseAttachCopies(Barrier);
  phaseExpectBytes(Barrier, -static_cast<int64_t>(Bytes));
}

} // namespace cudapipe::executor

#endif
