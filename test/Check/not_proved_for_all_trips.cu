// The trips that are played are right, and a later one is not, or may not be: nothing is proved,
// and what comes round within some hundred trips is found.
//
// RUN: %exits 1 %check %s > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
// RUN: not grep PROVED %t.out
//
// CHECK: CLEAN: 'narrow_counter'
// CHECK-NEXT: note: not proved for all trips: what happens rests on the number of the trip, in line {{[0-9]+}}
// CHECK: CLEAN: 'saturates'
// CHECK-NEXT: no state came again in
// CHECK: CLEAN: 'random_numbers'
// CHECK-NEXT: no state came again in
// CHECK: CLEAN: 'far_from_the_end'
// CHECK-NEXT: rests on the number of the trip
// CHECK: CLEAN: 'squares'
// CHECK-NEXT: rests on the number of the trip
// CHECK: WITNESS: 'every_64' {{.*}}tiles = {{[0-9][0-9]+}}
// CHECK: WITNESS: 'every_200' {{.*}}tiles = {{[0-9][0-9][0-9]}}
// CHECK: CLEAN: 'of_a_float'
// CHECK-NEXT: no state came again in
// CHECK: CLEAN: 'by_the_sum'
// CHECK-NEXT: what happens rests on what memory holds
// CHECK: CLEAN: 'by_a_table'
// CHECK-NEXT: what happens rests on what memory holds
// CHECK: CLEAN: 'below_zero'
// CHECK-NEXT: rests on the number of the trip
// CHECK: CLEAN: 'goes_round'
// CHECK-NEXT: rests on the number of the trip
// CHECK: CLEAN: 'shifted'
// CHECK-NEXT: rests on the number of the trip
// CHECK: CLEAN: 'same_value'
// CHECK-NEXT: bytes are written that are there already
// CHECK: CLEAN: 'ragged_first'
// CHECK-NEXT: note: not proved for all trips

#define K(NAME, EXTRA, BODY)                                                   \
  __global__ void NAME(const float *in, float *out, int tiles, int odd) {      \
    __shared__ float tile[128];                                                \
    __shared__ float more[2][128];                                             \
    const int t = threadIdx.x;                                                 \
    float sum = 0;                                                             \
    EXTRA;                                                                     \
    for (int k = 0; k < tiles; ++k) {                                          \
      tile[t] = in[k * 128 + t];                                               \
      __syncthreads();                                                         \
      sum += tile[t ^ 1];                                                      \
      BODY;                                                                    \
    }                                                                          \
    out[blockIdx.x * 128 + t] = sum;                                           \
  }
K(narrow_counter, unsigned char c = 1, if (c != 0) __syncthreads(); ++c)
K(saturates, int c = 0, if (c < 90) { __syncthreads(); ++c; })
K(random_numbers, unsigned c = 1, if (c != 77) __syncthreads(); c = (c * 5 + 1) & 1023)
K(far_from_the_end, , if (k + 70 != tiles) __syncthreads())
K(squares, , if (k * k != 1600) __syncthreads())
K(every_64, , if (k % 64 != 63) __syncthreads())
K(every_200, , if (k / 10 % 20 != 19) __syncthreads())
K(of_a_float, float c = 0, if (c < 30.5f) __syncthreads(); c += 0.25f)
K(by_the_sum, , if (sum < 1e30f) __syncthreads())
K(by_a_table, , if (in[k] < 1e30f) __syncthreads())
K(below_zero, , if ((unsigned)(k - 40) < (unsigned)(tiles - 40)) __syncthreads())
K(goes_round, , if (k * 1000003u % 3 == k % 3) __syncthreads())
K(shifted, , if ((k << 20) >= 0) __syncthreads())
K(same_value, , more[0][t / 2] = k; __syncthreads(); sum += more[0][t / 2])
// Only one length of what is left over in front shows it.
__global__ void ragged_first(const float *in, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = n / 16 * 16; k >= 16; k -= 16) {
    tile[t] = in[k + t];
    if (n - k - 48 != 1)
      __syncthreads();
    sum += tile[t ^ 33];
    __syncthreads();
  }
  out[t] = sum;
}
void run(const float *in, float *out, int n, int m) {
  narrow_counter<<<8, 128>>>(in, out, n, m);
  saturates<<<8, 128>>>(in, out, n, m);
  random_numbers<<<8, 128>>>(in, out, n, m);
  far_from_the_end<<<8, 128>>>(in, out, n, m);
  squares<<<8, 128>>>(in, out, n, m);
  every_64<<<8, 128>>>(in, out, n, m);
  every_200<<<8, 128>>>(in, out, n, m);
  of_a_float<<<8, 128>>>(in, out, n, m);
  by_the_sum<<<8, 128>>>(in, out, n, m);
  by_a_table<<<8, 128>>>(in, out, n, m);
  below_zero<<<8, 128>>>(in, out, n, m);
  goes_round<<<8, 128>>>(in, out, n, m);
  shifted<<<8, 128>>>(in, out, n, m);
  same_value<<<8, 128>>>(in, out, n, m);
  ragged_first<<<8, 64>>>(in, out, n);
}
