#===- FindClangArchives.cmake - LLVM and Clang, linked statically ---------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Defines the target cudapipe_clang: include folders, definitions, archives.
#
# Why archives and not Debian's libclang-cpp.so: the shared libraries cost 24 ms
# to load before main() starts, as much as parsing a kernel. With the archives
# `cuda-pipeline-rewrite --version` takes 2 ms, and lld links them in 0.5 s.
#
#===-----------------------------------------------------------------------===#

find_package(Clang CONFIG QUIET
  HINTS ${LLVM_DIR}/../clang /usr/lib/llvm-${CUDAPIPE_MIN_CLANG}/lib/cmake/clang)
if(NOT Clang_FOUND)
  message(FATAL_ERROR
    "Clang ${CUDAPIPE_MIN_CLANG} is needed and none was found. On Debian 12: "
    "apt-get install llvm-${CUDAPIPE_MIN_CLANG}-dev "
    "libclang-${CUDAPIPE_MIN_CLANG}-dev, or run scripts/try.sh. Elsewhere: "
    "-DClang_DIR=<prefix>/lib/cmake/clang.")
endif()
if(LLVM_VERSION_MAJOR LESS CUDAPIPE_MIN_CLANG)
  message(FATAL_ERROR
    "Clang ${CUDAPIPE_MIN_CLANG} or newer is needed, but ${Clang_DIR} holds "
    "Clang ${LLVM_PACKAGE_VERSION}. Older ones cannot parse CUDA 13. "
    "Point -DClang_DIR= at <prefix>/lib/cmake/clang of a newer one.")
endif()
message(STATUS "LLVM/Clang ${LLVM_PACKAGE_VERSION} (${CUDAPIPE_MIN_CLANG} or "
               "newer is needed): ${LLVM_INSTALL_PREFIX}")

# The driver's own headers (stddef.h, __clang_cuda_runtime_wrapper.h, ...).
set(CUDAPIPE_RESOURCE_DIR
  ${LLVM_LIBRARY_DIRS}/clang/${LLVM_VERSION_MAJOR}
  CACHE PATH "Clang's resource directory, baked into the tool")
if(NOT EXISTS ${CUDAPIPE_RESOURCE_DIR}/include/__clang_cuda_runtime_wrapper.h)
  message(FATAL_ERROR
    "Clang's own headers are not in ${CUDAPIPE_RESOURCE_DIR}/include. "
    "On Debian: apt-get install libclang-common-${LLVM_VERSION_MAJOR}-dev. "
    "Elsewhere: -DCUDAPIPE_RESOURCE_DIR=`clang -print-resource-dir`.")
endif()

# What no kernel file of this machine can include: headers of other processors and
# languages, three quarters of them.
set(CUDAPIPE_FOREIGN_HEADERS "^(hlsl|opencl|sanitizer/|fuzzer/|xray/|orc/|\
profile/|llvm_|zos_|openmp_|ppc_|altivec|riscv|sifive|hexagon|hvx|wasm|vel|lsx|\
lasx|larch|msa|s390|vecintrin|htmx|amdgpu|__clang_hip|spirv|module.modulemap")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  string(APPEND CUDAPIPE_FOREIGN_HEADERS "|arm_|arm64|arm[cn]|aarch64")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  string(APPEND CUDAPIPE_FOREIGN_HEADERS "|avx|amx|xmm|emm|smm|tmm|nmm|ia32")
endif()
string(APPEND CUDAPIPE_FOREIGN_HEADERS ")")

# Debian's Clang archives name libLLVM.so; we want LLVM's archives.
llvm_map_components_to_libnames(llvm_archives
  support core option frontendopenmp frontendhlsl targetparser profiledata
  windowsdriver bitreader bitstreamreader
  analysis scalaropts transformutils coverage)
foreach(target IN LISTS CLANG_EXPORTED_TARGETS)
  if(NOT TARGET ${target})
    continue()
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL STATIC_LIBRARY)
    continue()
  endif()
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  if("LLVM" IN_LIST links)
    list(REMOVE_ITEM links LLVM)
    set_target_properties(${target} PROPERTIES
      INTERFACE_LINK_LIBRARIES "${links};${llvm_archives}")
  endif()
endforeach()

# LLVMSupport names zlib, zstd and z3 through their development packages. The
# run-time libraries are enough to link, and z3 is not used at all.
if(CUDAPIPE_STATIC)
  find_library(CUDAPIPE_ZLIB NAMES libz.a)
  find_library(CUDAPIPE_ZSTD NAMES libzstd.a)
  if(NOT CUDAPIPE_ZLIB OR NOT CUDAPIPE_ZSTD)
    message(FATAL_ERROR "CUDAPIPE_STATIC takes libz.a and libzstd.a "
                        "(Debian: zlib1g-dev, libzstd-dev).")
  endif()
else()
  find_library(CUDAPIPE_ZLIB NAMES z libz.so.1 REQUIRED)
  find_library(CUDAPIPE_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
endif()
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES
  "LLVMDemangle;${CUDAPIPE_ZLIB};${CUDAPIPE_ZSTD};rt;dl;m;pthread")

add_library(cudapipe_clang INTERFACE)
separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(cudapipe_clang INTERFACE ${llvm_definitions})
target_include_directories(cudapipe_clang SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_link_libraries(cudapipe_clang INTERFACE
  clangTooling clangToolingCore clangToolingInclusions clangTransformer
  clangFormat clangFrontend clangDriver clangParse clangSema clangSerialization
  clangCodeGen clangASTMatchers clangAnalysis clangAST clangEdit clangLex clangRewrite
  clangBasic)
