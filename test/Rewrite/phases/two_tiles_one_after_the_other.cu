// Keys, then values, each in a phase of its own: each travels while both are
// computed with.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=attend \
// RUN:   -DTHREADS=32 -DSTEP=4 -DA_ROWS=8 -DB_ROWS=8
// RUN: %golden cpasync

#define D 8   // size of a head
#define BC 4  // keys in a tile

// One query a thread; keys and values are n x D.
__global__ void attend(const float *keys, const float *values, float *__restrict__ out, int n)
{
    __shared__ float Kj[BC * D], Vj[BC * D];
    const int tx = threadIdx.x;

    float q[D], acc[D];
    for (int d = 0; d < D; ++d) {
        q[d] = 0.125f * (tx + d + 1);
        acc[d] = 0.0f;
    }

    for (int j = 0; j < n; j += BC) {
        // Load Kj
        Kj[tx] = j + tx / D < n ? keys[j * D + tx] : 0.0f;
        __syncthreads();

        float s[BC];
        for (int y = 0; y < BC; ++y) {
            s[y] = 0.0f;
            for (int d = 0; d < D; ++d)
                s[y] += q[d] * Kj[y * D + d];
        }
        __syncthreads();

        // Load Vj
        Vj[tx] = j + tx / D < n ? values[j * D + tx] : 0.0f;
        __syncthreads();

        for (int y = 0; y < BC; ++y)
            for (int d = 0; d < D; ++d)
                acc[d] += s[y] * Vj[y * D + d];
        __syncthreads();
    }

    float sum = 0.0f;
    for (int d = 0; d < D; ++d)
        sum = sum * 0.5f + acc[d];
    out[tx] = sum;
}
