#===- Sanitizers.cmake - Our own code, watched --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM's archives stay as they are. SanitizerOptions.cpp says what that means
# for the reports; the first one ends the program with exit code 99.
#
#===-----------------------------------------------------------------------===#

if(CUDAPIPE_SANITIZE OR CUDAPIPE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CUDAPIPE_SANITIZE and CUDAPIPE_FUZZ take Clang.")
  endif()
  set(sanitizers address,undefined)
  # Checks at each access, which are a third of the time that it takes to compile.
  # The address sanitizer stops at a null pointer and behind an object, too; what
  # is lost is alignment.
  set(fewer null,object-size,pointer-overflow,alignment)
  if(CUDAPIPE_FUZZ)
    string(APPEND sanitizers ,fuzzer-no-link)
  endif()
  # -O1 also in a Release build: what more costs to build is not won back.
  target_compile_options(cudapipe_flags INTERFACE
    -fsanitize=${sanitizers} -fno-sanitize=${fewer} -fno-sanitize-recover=all -O1
    -gline-tables-only -fno-omit-frame-pointer)
  target_link_options(cudapipe_flags INTERFACE -fsanitize=${sanitizers})
  target_compile_definitions(cudapipe_flags INTERFACE
    $<$<BOOL:${CUDAPIPE_SANITIZE}>:CUDAPIPE_SANITIZE>)
  add_library(cudapipe_sanitizer_options OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/SanitizerOptions.cpp)
  target_link_libraries(cudapipe_flags INTERFACE
    $<TARGET_OBJECTS:cudapipe_sanitizer_options>)
endif()
