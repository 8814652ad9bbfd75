#===- CudaPipelineCheck.cmake - K-loops that could be pipelined -----------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   cuda_pipeline_check(<target>
#     [VARIANT <auto|cpasync|ldg|ldg-single>] [STAGES <N>] [GPU <name>]
#     [ARGS <option>...])
#
# Looks at the .cu sources of <target>, with the flags they are built with, and
# fails if a K-loop can be pipelined and is not:
#
#   cmake --build build --target cuda-pipeline-check-<target>   # one target
#   cmake --build build --target cuda-pipeline-check            # all of them
#   ctest -R cuda-pipeline-check                                # with testing on
#   cmake --build build --target cuda-pipeline-rewrite-<target> # and edits them
#
#   cuda_pipeline_races(<target> [ARGS <option>...])
#
# Looks for races, missing waits and overfull rings in them: cuda-pipeline-check.
#
#   cmake --build build --target cuda-pipeline-races-<target>   # one target
#   ctest -R cuda-pipeline-races                                # with testing on
#
# Nothing of this runs in a plain build. Works with Ninja and Makefiles, which
# write a compile database.
#
#===-----------------------------------------------------------------------===#

include_guard(GLOBAL)

function(cuda_pipeline_check target)
  cmake_parse_arguments(PARSE_ARGV 1 CHECK "" "VARIANT;STAGES;GPU" "ARGS")
  if(CHECK_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuda_pipeline_check(${target}): unknown argument "
                        "'${CHECK_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "cuda_pipeline_check: there is no target '${target}'")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(WARNING "cuda_pipeline_check(${target}): ${CMAKE_GENERATOR} writes "
                    "no compile database; nothing is checked")
    return()
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)

  set(options -p ${CMAKE_BINARY_DIR})
  foreach(option VARIANT STAGES GPU)
    if(DEFINED CHECK_${option})
      string(TOLOWER ${option} name)
      list(APPEND options "--${name}=${CHECK_${option}}")
    endif()
  endforeach()
  list(APPEND options ${CHECK_ARGS})

  # Sources that are added later count too; names are relative to their folder.
  set(kernels "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.cu$>")
  set(folder "$<TARGET_PROPERTY:${target},SOURCE_DIR>")
  # A target without kernels passes.
  set(check "$<IF:$<BOOL:${kernels}>,${CudaPipelineRewrite_EXECUTABLE};--check;\
${options};${kernels},${CMAKE_COMMAND};-E;true>")
  set(rewrite "$<IF:$<BOOL:${kernels}>,${CudaPipelineRewrite_EXECUTABLE};-i;\
${options};${kernels},${CMAKE_COMMAND};-E;true>")

  add_custom_target(cuda-pipeline-check-${target} COMMAND "${check}"
    WORKING_DIRECTORY ${folder} COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL
    COMMENT "K-loops of ${target}")
  add_custom_target(cuda-pipeline-rewrite-${target} COMMAND "${rewrite}"
    WORKING_DIRECTORY ${folder} COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL
    COMMENT "Pipelining K-loops of ${target}")
  if(NOT TARGET cuda-pipeline-check)
    add_custom_target(cuda-pipeline-check)
  endif()
  add_dependencies(cuda-pipeline-check cuda-pipeline-check-${target})
  get_property(tests GLOBAL PROPERTY CMAKE_TESTING_ENABLED)
  if(BUILD_TESTING OR CMAKE_TESTING_ENABLED OR tests)
    add_test(NAME cuda-pipeline-check-${target} COMMAND "${check}"
      WORKING_DIRECTORY ${folder} COMMAND_EXPAND_LISTS)
  endif()
endfunction()

function(cuda_pipeline_races target)
  cmake_parse_arguments(PARSE_ARGV 1 RACES "" "" "ARGS")
  if(RACES_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuda_pipeline_races(${target}): unknown argument "
                        "'${RACES_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "cuda_pipeline_races: there is no target '${target}'")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(WARNING "cuda_pipeline_races(${target}): ${CMAKE_GENERATOR} writes "
                    "no compile database; nothing is checked")
    return()
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  set(kernels "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.cu$>")
  set(folder "$<TARGET_PROPERTY:${target},SOURCE_DIR>")
  set(races "$<IF:$<BOOL:${kernels}>,${CudaPipelineCheck_EXECUTABLE};--quiet;-p;\
${CMAKE_BINARY_DIR};${RACES_ARGS};${kernels},${CMAKE_COMMAND};-E;true>")
  add_custom_target(cuda-pipeline-races-${target} COMMAND "${races}"
    WORKING_DIRECTORY ${folder} COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL
    COMMENT "Races in kernels of ${target}")
  get_property(tests GLOBAL PROPERTY CMAKE_TESTING_ENABLED)
  if(BUILD_TESTING OR CMAKE_TESTING_ENABLED OR tests)
    add_test(NAME cuda-pipeline-races-${target} COMMAND "${races}"
      WORKING_DIRECTORY ${folder} COMMAND_EXPAND_LISTS)
  endif()
endfunction()
