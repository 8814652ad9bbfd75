#===- Packages.cmake - Tarball and .deb, by CPack -------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Meant for a build with CUDAPIPE_STATIC; scripts/package.sh makes one, and the
# Python wheel, which has the same files.
#
#===-----------------------------------------------------------------------===#

set(CUDAPIPE_MAINTAINER "cuda-pipeline-rewrite <cuda-pipeline-rewrite@localhost>"
    CACHE STRING "Who stands in the .deb")
# The programs are built by name; not the tests.
if(CUDAPIPE_STATIC)
  set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME cuda-pipeline-rewrite)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION
  "Finds loops of CUDA kernels that load a tile into shared memory and then
compute with it, and turns them into software pipelines: the next tile travels
while this one is computed. Prints a diff or edits in place; what it cannot
prove safe is left alone, with the reason. Comes with a program that runs both
versions and compares every bit, with a clang-tidy module, and with a CMake
package. Neither CUDA nor LLVM is needed.")
set(CPACK_PACKAGE_CONTACT "${CUDAPIPE_MAINTAINER}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)

string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_SYSTEM_NAME ${system}-${CMAKE_SYSTEM_PROCESSOR})

#===- .deb ----------------------------------------------------------------===#

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the clang-tidy module links; the tool itself needs nothing.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3:any, python3-yaml")
# Headers that kernels include, and what runs kernels on the CPU.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-22, g++")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-22, nvidia-cuda-toolkit, pre-commit")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# /usr, compressed man pages, changelog and copyright, as Debian has them.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/cmake/DebianLayout.cmake)
configure_file(cmake/package/DebianLayout.cmake.in cmake/DebianLayout.cmake @ONLY)

include(CPack)
