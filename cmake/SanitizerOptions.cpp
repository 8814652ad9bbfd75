//===- SanitizerOptions.cpp - What a sanitized build reports --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// LLVM is not instrumented: it neither marks the unused end of a vector nor
// unpoisons what its allocators hand out. What lives until the end of the
// program is no leak worth a test's time.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:"
         "detect_odr_violation=0:exitcode=99";
}

extern "C" const char *__ubsan_default_options() {
  return "print_stacktrace=1:exitcode=99";
}
