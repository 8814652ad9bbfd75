#===- ClangModule.cmake - What a tool of Clang loads ----------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A module links no library of LLVM and takes headers and options alone from the
# targets that name them: symbols come from the tool that loads it and from its
# libclang-cpp.so.
#
#===-----------------------------------------------------------------------===#

# Adds build/lib/TARGET.so, of the *.cpp of this folder and of the archives named
# behind TARGET.
function(add_clang_module target)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  add_library(${target} MODULE ${sources})
  set_target_properties(${target} PROPERTIES
    PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  foreach(flags cudapipe_flags cudapipe_clang)
    target_include_directories(${target} SYSTEM PRIVATE
      $<TARGET_PROPERTY:${flags},INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_options(${target} PRIVATE
      $<TARGET_PROPERTY:${flags},INTERFACE_COMPILE_OPTIONS>)
    target_compile_definitions(${target} PRIVATE
      $<TARGET_PROPERTY:${flags},INTERFACE_COMPILE_DEFINITIONS>)
    target_link_options(${target} PRIVATE
      $<TARGET_PROPERTY:${flags},INTERFACE_LINK_OPTIONS>)
  endforeach()
  foreach(archive IN LISTS ARGN)
    add_dependencies(${target} ${archive})
    target_link_libraries(${target} PRIVATE $<TARGET_FILE:${archive}>)
  endforeach()
endfunction()
