#===- EmbedHeaders.cmake - Files as C++ raw strings -----------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   cmake -DROOT=<folder> -DOUTPUT=<file> [-DLEAVE=<regex>] [-DKEEP=<regex>]
#         -P EmbedHeaders.cmake
#
# Writes one EMBEDDED_HEADER("relative/path", "text") row a file of ROOT,
# but for those that LEAVE matches, or KEEP does not.
#
#===-----------------------------------------------------------------------===#

file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/*)
list(SORT headers)
if(LEAVE)
  list(FILTER headers EXCLUDE REGEX "${LEAVE}")
endif()
if(KEEP)
  list(FILTER headers INCLUDE REGEX "${KEEP}")
endif()
set(rows "")
foreach(header IN LISTS headers)
  file(READ ${ROOT}/${header} text)
  string(APPEND rows
    "EMBEDDED_HEADER(\"${header}\", R\"cudapipe(${text})cudapipe\")\n")
endforeach()
file(WRITE ${OUTPUT} "${rows}")
