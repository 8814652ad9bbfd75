// Several registers of one tile: by the member that is stored, by the array that they come
// from, or by numbers from 0. What only moves on behind the last load stays with the stores; what is
// set once is declared there.
//
// RUN: %rewrite_and_run ldg-single walk -DMORE -DPADDED
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

// CHECK: float next_tile_x, next_tile_y, next_flat0, next_flat1;
// CHECK: // Loads one tile into registers.
// CHECK-NEXT: auto fetch_tile = [&](int k) {
// CHECK-NEXT: const int at = k + t;
// CHECK-NEXT: int row = t;
// CHECK-NEXT: if (at >= 0) {
// CHECK-NEXT: next_tile_x = A[at];
// CHECK-NEXT: next_tile_y = A[k];
// CHECK-NEXT: }
// CHECK-NEXT: next_flat0 = A[k + row];
// CHECK-NEXT: next_flat1 = A[k + 31 - t];
// CHECK-NEXT: };
// CHECK: tile[t].x = next_tile_x;
// CHECK-NEXT: tile[t].y = next_tile_y;
// CHECK-NEXT: }
// CHECK-NEXT: flat[row] = next_flat0;
// CHECK-NEXT: row += 32;
// CHECK-NEXT: flat[row] = next_flat1;
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float2 tile[32];
  __shared__ float flat[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at;

  for (int k = 0; k < n; k += 32) {
    at = k + t;
    int row = t;
    if (at >= 0) {
      tile[t].x = A[at];
      tile[t].y = A[k];
    }
    flat[row] = A[k + row];
    row += 32;
    flat[row] = A[k + 31 - t];
    __syncthreads();

    for (at = 0; at < 32; ++at)
      sum += tile[at].x * tile[(at + t) % 32].y - flat[at] * flat[63 - at];
    __syncthreads();
  }

  out[t] = sum;
}
