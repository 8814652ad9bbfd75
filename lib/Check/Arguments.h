//===- Arguments.h - What a kernel is played with ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __global__ void gemm(const float *A, float *C, int n, Shape s)
//                                     |         |      |     |
//                          region 0   |  region 1   Loop   Other, each member
//
// Numbers that decide how often loops with barriers turn are raised until such
// a loop turns twice; the others are large, so that tiles without guards do not
// overlap, or just not a multiple of anything, so that guards go both ways.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_ARGUMENTS_H
#define CUDAPIPE_LIB_CHECK_ARGUMENTS_H

#include "BlockPlay.h"
#include "Dependence.h"
#include "Launches.h"

namespace cudapipe::check {

/// The values of one play.
struct ParameterSet {
  /// Of numbers that decide trips, and of all others.
  int64_t Loop = 0, Other = 1024;
  /// How integers in memory grow.
  int64_t Slope = 1;
  /// Which block, in x and y.
  unsigned Index = 0;
  /// Pointers are one element off what is aligned.
  bool IsOdd = false;
  /// No two of the others are the same, nor small multiples of each other.
  bool IsDistinct = false;
  /// Which pointers that the kernel compares with null are null, and which
  /// flags are false: a bit each.
  uint32_t LeftOut = 0;
};

/// The parameters of a kernel.
class Parameters {
public:
  Parameters(const llvm::Function &F, const clang::FunctionDecl &Kernel,
             const llvm::DataLayout &Data,
             const llvm::SetVector<const llvm::Argument *> &OfTrips,
             llvm::ArrayRef<LaunchTexts> Launches);

  /// \p One is no number that all launches pass alike.
  bool mayVary(const llvm::Argument &One) const;
  /// It decides how often loops turn.
  bool isOfTrips(const llvm::Argument &One) const;
  /// Some number decides trips.
  bool anyOfTrips() const;
  /// How many pointers may be null, and flags be false, by what the kernel and
  /// its launches say.
  unsigned optional() const;
  /// Bytes of each parameter for \p Set, and the regions behind pointers, which
  /// are put behind \p Regions.
  void make(const ParameterSet &Set, BlockSetup &Out,
            std::vector<Region> &Regions) const;
  /// The numbers by their names, for sizes of launches.
  SizeNames names(const ParameterSet &Set) const;
  /// "n = 32, lda = 1024".
  std::string text(const ParameterSet &Set) const;

private:
  struct Field {
    unsigned Argument, Offset, Bytes;
    enum KindTy { Pointer, Float, Integer } Kind;
    bool OfTrips = false;
    /// Which optional one it is, from 1 on; 0: none.
    unsigned Optional = 0;
    /// What launches pass whatever else they pass; of a pointer: 0 or nothing.
    std::optional<int64_t> Fixed;
    /// Of a pointer: what it points to.
    Region To;
    std::string Name;
  };
  void addFields(llvm::Type *Type, unsigned Argument, unsigned Offset);
  int64_t valueOf(const Field &One, const ParameterSet &Set) const;
  static bool isLeftOut(const Field &One, const ParameterSet &Set);
  static bool isNull(const Field &One, const ParameterSet &Set);

  const llvm::Function &F;
  const llvm::DataLayout &Data;
  std::vector<Field> Fields;
};

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_ARGUMENTS_H
