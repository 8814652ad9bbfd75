// Forward pass of the pair hidden Markov model (match, insertion, deletion). A
// read a block, a haplotype window of 16 bases a thread; bases and qualities of
// the read in tiles of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define HAP 16
#define READ_TILE 64

__global__ void pairhmm(const unsigned *__restrict__ haps,
                        const unsigned char *__restrict__ bases,
                        const float *__restrict__ err,
                        const float *__restrict__ gap,
                        float *__restrict__ lik, int n_haps, int read_len)
{
    __shared__ unsigned char s_base[READ_TILE];
    __shared__ float s_err[READ_TILE], s_gap[READ_TILE];

    const int h = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t read = blockIdx.y;
    const unsigned hap = h < n_haps ? haps[h] : 0u;

    float M[HAP], I[HAP], D[HAP];
#pragma unroll
    for (int j = 0; j < HAP; j++) {
        M[j] = 0.0f;
        I[j] = 0.0f;
        D[j] = 1.0f / HAP;
    }

    for (int r0 = 0; r0 < read_len; r0 += READ_TILE) {
        int i = threadIdx.x;
        if (i < READ_TILE) {
            bool ok = r0 + i < read_len;
            size_t at = read * read_len + r0 + i;
            s_base[i] = ok ? bases[at] & 3 : 0;
            s_err[i] = ok ? 0.01f + 0.1f * fabsf(err[at]) : 0.0f;
            s_gap[i] = ok ? 0.001f + 0.01f * fabsf(gap[at]) : 0.0f;
        }
        __syncthreads();

        int n = min(READ_TILE, read_len - r0);
        for (int r = 0; r < n; r++) {
            const unsigned base = s_base[r];
            const float e = s_err[r], g = s_gap[r];
            const float stay = 1.0f - 2.0f * g, ext = 0.8f, close = 0.2f;
            float m_diag = 0.0f, i_diag = 0.0f, d_diag = D[0];
            float m_left = 0.0f, d_left = 0.0f;
#pragma unroll
            for (int j = 0; j < HAP; j++) {
                const float prior =
                    ((hap >> (2 * j)) & 3u) == base ? 1.0f - e : e * 0.3333333f;
                const float m = prior * (stay * m_diag + close * (i_diag + d_diag));
                const float ins = g * M[j] + ext * I[j];
                const float del = g * m_left + ext * d_left;
                m_diag = M[j];
                i_diag = I[j];
                d_diag = D[j];
                M[j] = m_left = m;
                I[j] = ins;
                D[j] = d_left = del;
            }
            // Against underflow: powers of two, once in a while.
            if ((r & 15) == 15) {
#pragma unroll
                for (int j = 0; j < HAP; j++) {
                    M[j] *= 32.0f;
                    I[j] *= 32.0f;
                    D[j] *= 32.0f;
                }
            }
        }
        __syncthreads();
    }

    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < HAP; j++)
        sum += M[j] + I[j];
    if (h < n_haps)
        lik[read * n_haps + h] = sum;
}

extern "C" void launch(const unsigned *haps, const unsigned char *bases,
                       const float *err, const float *gap, float *lik,
                       int n_haps, int n_reads, int read_len)
{
    dim3 grid((n_haps + 127) / 128, n_reads);
    pairhmm<<<grid, 128>>>(haps, bases, err, gap, lik, n_haps, read_len);
}
