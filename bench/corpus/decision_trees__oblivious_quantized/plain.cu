// Oblivious trees: the same split on a level, so a leaf is six bits. Features
// are bytes; eight trees a trip with 48 splits and 512 leaves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TREES 8
#define DEPTH 6

__global__ void oblivious(const unsigned char *__restrict__ x, const unsigned short *__restrict__ splits,
                          const float *__restrict__ leaves, float *__restrict__ out,
                          int rows, int features, int trees)
{
    extern __shared__ unsigned char row_bytes[]; // [feature][thread]
    __shared__ unsigned short split[TREES * DEPTH];
    __shared__ float leaf[TREES][1 << DEPTH];

    const int tid = threadIdx.x, nt = blockDim.x;
    const int row = blockIdx.x * nt + tid;
    for (int f = 0; f < features; ++f)
        row_bytes[f * nt + tid] = row < rows ? x[(size_t)f * rows + row] : 0;

    float acc = 0.0f;
    for (int t0 = 0; t0 < trees; t0 += TREES) {
        if (tid < TREES * DEPTH) {
            const int at = t0 * DEPTH + tid;
            split[tid] = at < trees * DEPTH ? splits[at] : 0;
        }
        for (int i = tid; i < TREES << DEPTH; i += nt) {
            const int at = (t0 << DEPTH) + i;
            (&leaf[0][0])[i] = at < trees << DEPTH ? leaves[at] : 0.0f;
        }
        __syncthreads();
#pragma unroll 2
        for (int t = 0; t < TREES; ++t) {
            int index = 0;
#pragma unroll
            for (int d = 0; d < DEPTH; ++d) {
                const unsigned s = split[t * DEPTH + d]; // feature, border
                const unsigned v = row_bytes[(s >> 8) % features * nt + tid];
                index |= (v > (s & 255)) << d;
            }
            acc += leaf[t][index];
        }
        __syncthreads();
    }
    if (row < rows)
        out[row] = acc;
}

extern "C" void launch(const unsigned char *x, const unsigned short *splits, const float *leaves,
                       float *out, int rows, int features, int trees)
{
    const int threads = 256;
    oblivious<<<(rows + threads - 1) / threads, threads, features * threads>>>(
        x, splits, leaves, out, rows, features, trees);
}
