//===- CooperativeGroupOperators.h - plus, less, greater, bit_and, ... ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that reduce and scan know.
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "Reduce Operators".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVEGROUPOPERATORS_H
#define CUDAPIPE_EMBEDDED_COOPERATIVEGROUPOPERATORS_H
#pragma clang system_header

namespace cooperative_groups {

#define __CUDAPIPE_GROUP_OPERATOR(NAME)                                        \
  template <typename T> struct NAME {                                          \
    __CUDAPIPE_HD T operator()(T a, T b) const;                                \
  };

__CUDAPIPE_GROUP_OPERATOR(plus)
__CUDAPIPE_GROUP_OPERATOR(less)
__CUDAPIPE_GROUP_OPERATOR(greater)
__CUDAPIPE_GROUP_OPERATOR(bit_and)
__CUDAPIPE_GROUP_OPERATOR(bit_or)
__CUDAPIPE_GROUP_OPERATOR(bit_xor)
#undef __CUDAPIPE_GROUP_OPERATOR

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVEGROUPOPERATORS_H
