#===- Install.cmake - What `cmake --install` puts where -------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All of it may be moved: no path of this machine gets into a file. (The tool of
# a build without CUDAPIPE_STATIC still looks for Clang's headers where LLVM is.)
#
#===-----------------------------------------------------------------------===#

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(share ${CMAKE_INSTALL_DATADIR}/cuda-pipeline-rewrite)
set(verify ${PROJECT_SOURCE_DIR}/tools/cuda-pipeline-verify)
set(docs ${CMAKE_INSTALL_DATADIR}/doc/cuda-pipeline-rewrite)

#===- 1. Programs ---------------------------------------------------------===#

install(TARGETS cuda-pipeline-rewrite cuda-pipeline-check RUNTIME DESTINATION
        ${CMAKE_INSTALL_BINDIR})
foreach(tool IN LISTS CUDAPIPE_PYTHON_TOOLS)
  install(PROGRAMS ${verify}/${tool} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
install(DIRECTORY ${verify}/verify ${verify}/sass ${verify}/bottleneck
                  ${verify}/capture
        DESTINATION ${share} PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/Executor/
        DESTINATION ${share}/executor USE_SOURCE_PERMISSIONS
        PATTERN __pycache__ EXCLUDE)

set(mcp ${PROJECT_SOURCE_DIR}/tools/cuda-pipeline-mcp)
install(PROGRAMS ${mcp}/cuda-pipeline-mcp DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${mcp}/SKILL.md ${mcp}/results.schema.json DESTINATION ${share})

# Not in lib/<triplet>, also on Debian: nothing links it.
if(TARGET CudaPipelineTidyModule)
  install(TARGETS CudaPipelineTidyModule LIBRARY DESTINATION
          lib/cuda-pipeline-rewrite/${LLVM_VERSION_MAJOR})
endif()

#===- 2. For CMake projects: find_package(CudaPipelineRewrite) ------------===#

set(package ${CMAKE_INSTALL_DATADIR}/cmake/CudaPipelineRewrite)
set(config ${PROJECT_BINARY_DIR}/cmake/CudaPipelineRewrite)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/package/CudaPipelineRewriteConfig.cmake.in
  ${config}Config.cmake
  INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_BINDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${config}ConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${config}Config.cmake ${config}ConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/package/CudaPipelineCheck.cmake
        DESTINATION ${package})

#===- 3. Documentation, man pages, completion, licenses -------------------===#

install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${docs})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${docs})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${docs})
# Of what is linked statically, where Debian tells it.
set(licenses_of "")
if(CUDAPIPE_STATIC)
  foreach(linked libclang-${LLVM_VERSION_MAJOR}-dev zlib1g-dev libzstd-dev
          libc6-dev libstdc++-12-dev)
    if(EXISTS /usr/share/doc/${linked}/copyright)
      install(FILES /usr/share/doc/${linked}/copyright
              DESTINATION ${docs}/licenses RENAME ${linked})
      list(APPEND licenses_of ${linked})
    endif()
  endforeach()
endif()
if(TARGET manual)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/share/
          DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()
