// Of two architectures, the older has no copy engine.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %S/variant_by_name.cu -- -I%S/Inputs --cuda-gpu-arch=sm_90 2>&1 \
// RUN:   | FileCheck --check-prefix=NEW %s
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %S/variant_by_name.cu -- -I%S/Inputs --cuda-gpu-arch=sm_80 2>&1 \
// RUN:   | FileCheck --check-prefix=OLD %s
//
// NEW: K-loop in 'rows' pipelined: ring of 4 stages
// OLD: K-loop in 'rows' left alone: {{.*}}the copy engine comes with sm_90 [arch-too-old]
