// What the executor says of roles with one fault each, planted in the text that the tool writes.
//
// REQUIRES: executor
// RUN: cuda-pipeline-rewrite --variant=roles --stages=3 -o %t.all.cu %S/assembly_and_a_trip_number.cu -- --cuda-gpu-arch=sm_90a
// RUN: grep -v '^//' %t.all.cu > %t.cu
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.cu
//
// The producer waits for the phase after the next, or for none:
// RUN: sed 's/int stage = 0, phase = 1;/int stage = 0, phase = 0;/' %t.cu > %t.parity.cu
// RUN: not cmp -s %t.cu %t.parity.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.parity.cu | FileCheck --check-prefix=STUCK %s
// RUN: sed 's/stay(&empty.stage., phase);//' %t.cu > %t.no-wait.cu
// RUN: not cmp -s %t.cu %t.no-wait.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.no-wait.cu | FileCheck --check-prefix=RACE %s
//
// A warp releases its stage before all lanes, or any, have read it, or never:
// RUN: sed 's/__syncwarp();//' %t.cu > %t.lanes.cu
// RUN: not cmp -s %t.cu %t.lanes.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.lanes.cu | FileCheck --check-prefix=RACE %s
// RUN: sed -e 's/^ *come(&empty.stage.);/;/' -e 's/stay(&full, phase);/stay(\&full, phase); if (threadIdx.x %% 32 == 0) come(\&empty[stage]);/' %t.cu > %t.early.cu
// RUN: not cmp -s %t.cu %t.early.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.early.cu | FileCheck --check-prefix=RACE %s
// RUN: sed 's/^ *come(&empty.stage.);/;/' %t.cu > %t.kept.cu
// RUN: not cmp -s %t.cu %t.kept.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.kept.cu | FileCheck --check-prefix=STUCK %s
//
// One warp frees a stage for all; or one more is waited for:
// RUN: sed 's|CONSUMERS / 32);|1);|' %t.cu > %t.one.cu
// RUN: not cmp -s %t.cu %t.one.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.one.cu | FileCheck --check-prefix=COUNT %s
// RUN: sed 's|CONSUMERS / 32);|CONSUMERS / 32 + 1);|' %t.cu > %t.more.cu
// RUN: not cmp -s %t.cu %t.more.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.more.cu | FileCheck --check-prefix=STUCK %s
//
// Fewer bytes are expected than come; and the producer has one stage more than there are:
// RUN: sed 's/expect(&full, sizeof(tile));/expect(\&full, sizeof(tile) - 16);/' %t.cu > %t.short.cu
// RUN: not cmp -s %t.cu %t.short.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.short.cu | FileCheck --check-prefix=STUCK %s
// RUN: sed '0,/if (++stage == STAGES) {/s//if (++stage == STAGES + 1) {/' %t.cu > %t.stages.cu
// RUN: not cmp -s %t.cu %t.stages.cu
// RUN: not %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.stages.cu | FileCheck --check-prefix=STAGES %s
//
// STUCK: deadlock
// RACE: race
// COUNT: {{race|arrives once too often}}
// STAGES: uses a barrier that nobody initialised
