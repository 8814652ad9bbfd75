// Split-K: each block has its share of the columns, in two load phases.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume

template <int T>
__device__ __forceinline__ int share_begin(int tiles, int part, int parts)
{
    return tiles * part / parts * T;
}

template <int T>
__global__ void split(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int planes, int n)
{
    __shared__ float As[T][T + 1];
    __shared__ float Bs[T];
    __shared__ float Ps[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tiles = (n + T - 1) / T;
    const int begin = share_begin<T>(tiles, blockIdx.x, gridDim.x);
    const int end = min(share_begin<T>(tiles, blockIdx.x + 1, gridDim.x), n);

    for (int z = 0; z < planes; ++z) {
        float acc = 0.0f;
        for (int k = begin; k < end; k += T) {
            As[ty][tx] = k + tx < n ? A[(z * T + ty) * n + k + tx] : 0.0f;
            __syncthreads();

            Ps[tx][ty] = As[ty][tx] * As[tx][ty];
            __syncthreads();

            if (ty == 0)
                Bs[tx] = k + tx < n ? B[z * n + k + tx] : 0.0f;
            __syncthreads();

            for (int i = 0; i < T; ++i)
                acc += Ps[ty][i] * Bs[(i + tx) % T];
            __syncthreads();
        }
        if (planes * 64 > (z * 2 + (int)blockIdx.x) * 32 + ty * T + tx && ty < 4)
            out[(z * 2 + blockIdx.x) * 32 + ty * T + tx] = acc;
    }
}

#define volume split<8>
template __global__ void split<8>(const float *, const float *, float *, int, int);
