#===- Batches.cmake - Many files compiled as one --------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Most of what is compiled is the same templates of Clang in each file. Some forty
# files at once take a third of the time. Not for who works on the code, where one
# changed file should be compiled alone.
#
#===-----------------------------------------------------------------------===#

# Compiles the sources of TARGET in batches, if this build is one of those.
function(compile_in_batches target)
  if(NOT CUDAPIPE_BATCHES)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  set(files)
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND files ${source})
  endforeach()
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/batches.py ${files}
    OUTPUT_VARIABLE batches OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," batches "${batches}")
  string(REPLACE "\n" ";" batches "${batches}")
  set(number 0)
  foreach(batch IN LISTS batches)
    string(REPLACE "," ";" batch "${batch}")
    math(EXPR number "${number} + 1")
    set_source_files_properties(${batch} PROPERTIES UNITY_GROUP ${number})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
