// What a constant of the copy loop holds is its initializer in that round, with
// the counter's bounds: two pieces of one array are apart, or are not.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --dump-after=analyze %s -o %t.cu -- -DREFUSED 2>&1 | FileCheck %s
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DSTEP=48 -DPADDED -DKERNELS=apart

#define ROW 20

// CHECK: loop apart
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes{{$}}
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes{{$}}
__global__ void apart(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float4 pieces[30];
  float *const first = reinterpret_cast<float *>(pieces);
  float *const second = first + 3 * ROW;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 48) {
    for (int i = t; i < 12; i += 32) {
      const int r = i / 4, c = i % 4 * 4;
      *reinterpret_cast<float4 *>(first + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 16 * r + c);
    }
    for (int i = t; i < 12; i += 32) {
      const int r = i / 4, c = i % 4 * 4;
      *reinterpret_cast<float4 *>(second + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 48 - 16 - 16 * r + c);
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum = sum * 0.5f + first[i / 16 * ROW + i % 16] -
            2 * second[i / 16 * ROW + i % 16];
    __syncthreads();
  }
  out[t] = sum;
}

#ifdef REFUSED
// One row too few.
// CHECK: loop meeting
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes may-overlap
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes may-overlap
__global__ void meeting(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float4 pieces[30];
  float *const first = reinterpret_cast<float *>(pieces);
  float *const second = first + 2 * ROW;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 48) {
    for (int i = t; i < 12; i += 32) {
      const int r = i / 4, c = i % 4 * 4;
      *reinterpret_cast<float4 *>(first + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 16 * r + c);
    }
    for (int i = t; i < 12; i += 32) {
      const int r = i / 4, c = i % 4 * 4;
      *reinterpret_cast<float4 *>(second + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 48 - 16 - 16 * r + c);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + first[i / 16 * ROW + i % 16] -
            2 * second[i / 16 * ROW + i % 16];
    __syncthreads();
  }
  out[t] = sum;
}

// The row is moved on behind its initializer.
// CHECK: loop moved
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes may-overlap
// CHECK: copy pieces line {{[0-9]+}} copy 16 bytes may-overlap
__global__ void moved(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float4 pieces[30];
  float *const first = reinterpret_cast<float *>(pieces);
  float *const second = first + 3 * ROW;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 48) {
    for (int i = t; i < 12; i += 32) {
      int r = i / 4, c = i % 4 * 4;
      r += n > 500;
      *reinterpret_cast<float4 *>(first + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 16 * r + c);
    }
    for (int i = t; i < 12; i += 32) {
      const int r = i / 4, c = i % 4 * 4;
      *reinterpret_cast<float4 *>(second + r * ROW + c) =
          *reinterpret_cast<const float4 *>(A + k + 48 - 16 - 16 * r + c);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + first[i / 16 * ROW + i % 16] -
            2 * second[i / 16 * ROW + i % 16];
    __syncthreads();
  }
  out[t] = sum;
}
#endif
