// What the reader says of a text with one fault each, which no executor runs.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cuda-pipeline-rewrite --variant=roles --stages=3 -o %t/all.cu %S/assembly_and_a_trip_number.cu -- --cuda-gpu-arch=sm_90a
// RUN: grep -v '^//' %t/all.cu > %t/right.cu
// RUN: sed 's/int stage = 0, phase = 1;/int stage = 0, phase = 0;/' %t/right.cu > %t/parity.cu
// RUN: sed 's/int stage = 0, phase = 0;/int stage = 0, phase = 1;/' %t/right.cu > %t/full-parity.cu
// RUN: sed 's/stay(&empty.stage., phase);//' %t/right.cu > %t/no-wait.cu
// RUN: sed 's/stay(&full, phase);//' %t/right.cu > %t/no-full.cu
// RUN: sed 's/__syncwarp();//' %t/right.cu > %t/lanes.cu
// RUN: sed -e 's/^ *come(&empty.stage.);/;/' -e 's/stay(&full, phase);/stay(\&full, phase); if (threadIdx.x %% 32 == 0) come(\&empty[stage]);/' %t/right.cu > %t/early.cu
// RUN: sed 's/^ *come(&empty.stage.);/;/' %t/right.cu > %t/kept.cu
// RUN: sed 's|CONSUMERS / 32);|1);|' %t/right.cu > %t/one.cu
// RUN: sed 's|CONSUMERS / 32);|CONSUMERS / 32 + 1);|' %t/right.cu > %t/more.cu
// RUN: sed 's/if (threadIdx.x %% 32 == 0)/if (threadIdx.x %% 64 == 0)/' %t/right.cu > %t/elects.cu
// RUN: sed 's/expect(&full, sizeof(tile));/expect(\&full, sizeof(tile) - 16);/' %t/right.cu > %t/short.cu
// RUN: sed '0,/if (++stage == STAGES) {/s//if (++stage == STAGES - 1) {/' %t/right.cu > %t/stages.cu
// RUN: sed 's/__launch_bounds__(64 + 32)/__launch_bounds__(64)/' %t/right.cu > %t/bounds.cu
// RUN: sed 's/x + (k + blockIdx.x)/x + (k + 1)/; 0,/k < tiles/s//k < tiles - 1/' %t/right.cu > %t/trips.cu
// RUN: sed 's/if (threadIdx.x == CONSUMERS) {/if (threadIdx.x <= CONSUMERS + 1) {/' %t/right.cu > %t/two.cu
// RUN: read-roles kernel=rows tile=tile barrier=full counter=k stages=3 consumers=64 bytes=1024 %t/right.cu %t/parity.cu \
// RUN:   %t/full-parity.cu %t/no-wait.cu %t/no-full.cu %t/lanes.cu %t/early.cu %t/kept.cu %t/one.cu %t/more.cu %t/elects.cu \
// RUN:   %t/short.cu %t/stages.cu %t/bounds.cu %t/trips.cu %t/two.cu | FileCheck %s
//
// CHECK: right.cu: as it should be
// CHECK-NEXT: parity.cu: {{.*}}with 2 trips, thread 0 waits for ever
// CHECK-NEXT: full-parity.cu: {{.*}}with 2 trips, trip 0 reads a stage without a tile
// CHECK-NEXT: no-wait.cu: {{.*}}with 4 trips, more arrive at a barrier than it counts
// CHECK-NEXT: no-full.cu: {{.*}}with 2 trips, trip 0 reads a stage without a tile
// CHECK-NEXT: lanes.cu: {{.*}}with 4 trips, thread 33 waits for ever
// CHECK-NEXT: early.cu: {{.*}}with 4 trips, trip 0 reads the tile of trip 3
// CHECK-NEXT: kept.cu: {{.*}}with 4 trips, thread 0 waits for ever
// CHECK-NEXT: one.cu: {{.*}}with 4 trips, thread 0 waits for ever
// CHECK-NEXT: more.cu: {{.*}}with 4 trips, thread 0 waits for ever
// CHECK-NEXT: elects.cu: {{.*}}with 4 trips, thread 0 waits for ever
// CHECK-NEXT: short.cu: {{.*}}1008 bytes are expected, where 1024 come
// CHECK-NEXT: stages.cu: {{.*}}with 3 trips, thread 0 waits for ever
// CHECK-NEXT: bounds.cu: {{.*}}__launch_bounds__ has no room for the producer
// CHECK-NEXT: trips.cu: {{.*}}with 2 trips, thread 0 waits for ever
// CHECK-NEXT: two.cu: {{.*}}with 2 trips, thread 65 waits for ever
