// Sums of the regression of Longstaff and Schwartz: 32 dates a block, paths in
// tiles of 64, seven powers and four products in double registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define DATES 32
#define PATHS 64

__global__ void lsm_sums(const float *__restrict__ spot, const float *__restrict__ cash,
                         double *__restrict__ sums, int paths, int dates, float strike)
{
    __shared__ float s_spot[PATHS][DATES + 1];
    __shared__ float s_cash[PATHS][DATES + 1];
    __shared__ double s_part[8][DATES];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int date = blockIdx.x * DATES + tx;
    const int first = blockIdx.y * 1024, last = min(paths, first + 1024);
    double power[7] = {0}, product[4] = {0};

    for (int p0 = first; p0 < last; p0 += PATHS) {
        #pragma unroll
        for (int j = 0; j < PATHS; j += 8) {
            const bool ok = p0 + j + ty < last && date < dates;
            const size_t at = (size_t)(p0 + j + ty) * dates + date;
            s_spot[j + ty][tx] = ok ? 1.0f + 0.3f * spot[at] : 1e9f;
            s_cash[j + ty][tx] = ok ? cash[at] : 0.0f;
        }
        __syncthreads();

        for (int j = ty * (PATHS / 8); j < (ty + 1) * (PATHS / 8); j++) {
            const float s = s_spot[j][tx];
            if (s < strike) { // in the money
                const double x = s, y = s_cash[j][tx];
                double xp = 1.0;
                #pragma unroll
                for (int k = 0; k < 7; k++) {
                    power[k] += xp;
                    if (k < 4) product[k] += xp * y;
                    xp *= x;
                }
            }
        }
        __syncthreads();
    }

    for (int k = 0; k < 11; k++) {
        s_part[ty][tx] = k < 7 ? power[k] : product[k - 7];
        __syncthreads();
        if (ty == 0 && date < dates) {
            double total = 0.0;
            for (int j = 0; j < 8; j++) total += s_part[j][tx];
            sums[((size_t)blockIdx.y * 11 + k) * dates + date] = total;
        }
        __syncthreads();
    }
}

extern "C" void launch(const float *spot, const float *cash, double *sums, int paths, int dates)
{
    lsm_sums<<<dim3((dates + 31) / 32, (paths + 1023) / 1024), dim3(32, 8)>>>(spot, cash, sums, paths, dates, 1.05f);
}
