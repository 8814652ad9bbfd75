//===- StandardNames.cpp - Names that one header has ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace cudapipe {

/// `__float2half_rn`, `__hfma2`, `h2exp`, `__half22float2`.
static bool isOfHalf(StringRef Name) {
  if (llvm::StringSwitch<bool>(Name)
          .Cases({"half", "half2", "__half", "__half2"}, true)
          .Cases({"__hadd", "__hsub", "__hmul", "__hdiv", "__hfma"}, true)
          .Cases({"__hadd2", "__hsub2", "__hmul2", "__hfma2"}, true)
          .Cases({"__hmax", "__hmin", "__hmax2", "__hmin2"}, true)
          .Cases({"__hneg", "__hneg2", "__hgt", "__hlt", "__heq"}, true)
          .Cases({"__low2half", "__high2half", "__low2float"}, true)
          .Cases({"__high2float", "hexp", "hsqrt", "h2exp", "h2rcp"}, true)
          .Default(false))
    return true;
  return Name.starts_with("__") &&
         (Name.contains("2half") || Name.contains("half2") ||
          Name.contains("halves2"));
}

static StringRef headerOfStd(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Cases({"numeric_limits"}, "limits")
      .Cases({"aligned_storage", "enable_if", "enable_if_t", "is_same"},
             "type_traits")
      .Cases({"is_same_v", "conditional", "conditional_t", "integral_constant"},
             "type_traits")
      .Cases({"remove_const", "remove_reference", "is_integral", "true_type"},
             "type_traits")
      .Cases({"is_floating_point", "decay", "decay_t", "false_type"},
             "type_traits")
      .Cases({"min", "max", "swap"}, "algorithm")
      .Cases({"array"}, "array")
      .Cases({"tuple"}, "tuple")
      .Cases({"pair", "move", "forward"}, "utility")
      .Default("");
}

StringRef headerOfStandardName(StringRef Name) {
  if (Name.consume_front("std::"))
    return headerOfStd(Name);
  // bfloat16 first: `__float22bfloat162_rn` holds no word of half.
  if (Name == "nv_bfloat16" || Name == "nv_bfloat162" ||
      (Name.starts_with("__") && Name.contains("bfloat16")))
    return "cuda_bf16.h";
  if (isOfHalf(Name))
    return "cuda_fp16.h";
  if (Name.starts_with("__nv_fp8"))
    return "cuda_fp8.h";
  if (Name.starts_with("curandState") || Name.starts_with("curand_uniform") ||
      Name.starts_with("curand_normal"))
    return "curand_kernel.h";
  if (Name.starts_with("CUDART_"))
    return "math_constants.h";
  return llvm::StringSwitch<StringRef>(Name)
      .Cases({"cuComplex", "cuFloatComplex", "cuDoubleComplex"}, "cuComplex.h")
      .Cases({"cuCadd", "cuCsub", "cuCmul", "cuCreal", "cuCimag"},
             "cuComplex.h")
      .Cases({"cuCaddf", "cuCsubf", "cuCmulf", "cuCrealf", "cuCimagf"},
             "cuComplex.h")
      .Cases({"make_cuComplex", "make_cuFloatComplex", "make_cuDoubleComplex"},
             "cuComplex.h")
      .Cases({"nvcuda"}, "mma.h")
      .Cases({"cooperative_groups"}, "cooperative_groups.h")
      .Cases({"FLT_MAX", "FLT_MIN", "FLT_EPSILON"}, "float.h")
      .Cases({"DBL_MAX", "DBL_MIN", "DBL_EPSILON"}, "float.h")
      .Cases({"CHAR_BIT", "SHRT_MAX", "USHRT_MAX", "UCHAR_MAX"}, "limits.h")
      .Cases({"INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX"}, "limits.h")
      .Cases({"ULONG_MAX", "LLONG_MAX", "ULLONG_MAX"}, "limits.h")
      .Cases({"int8_t", "int16_t", "int32_t", "int64_t"}, "stdint.h")
      .Cases({"uint8_t", "uint16_t", "uint32_t", "uint64_t"}, "stdint.h")
      .Cases({"uintptr_t", "intptr_t", "UINT32_MAX", "INT32_MAX"}, "stdint.h")
      .Cases({"uint", "ushort", "ulong"}, "sys/types.h")
      .Cases({"M_PI", "M_PI_2", "M_SQRT2", "M_E", "INFINITY"}, "math.h")
      .Cases({"assert"}, "assert.h")
      .Cases({"memcpy", "memset"}, "string.h")
      .Cases({"printf"}, "stdio.h")
      .Default("");
}

} // namespace cudapipe
