//===- SanitizerOptions.cpp - What a sanitized build reports --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// LLVM is not instrumented: it neither marks the unused end of a vector nor
// unpoisons what its allocators hand out. What lives until the end of the
// program is no leak worth a test's time.
//
// The last two cost a fifth of a run: a report names one caller of an
// allocation (ASAN_OPTIONS=malloc_context_size=30 names all), and frames that
// were left are kept for the next 256 KB of frames of their size, not for a
// megabyte.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:"
         "detect_odr_violation=0:exitcode=99:malloc_context_size=1:"
         "max_uar_stack_size_log=18";
}

extern "C" const char *__ubsan_default_options() {
  return "print_stacktrace=1:exitcode=99";
}
