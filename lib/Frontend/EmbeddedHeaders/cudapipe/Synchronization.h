//===- cudapipe/Synchronization.h - Barriers, fences, clocks, traps -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence
// Functions", "Time Function", "Trap Function", "Nanosleep Function".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_SYNCHRONIZATION_H
#define CUDAPIPE_EMBEDDED_SYNCHRONIZATION_H
#pragma clang system_header

extern "C" {
__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __barrier_sync(unsigned id);
__device__ void __barrier_sync_count(unsigned id, unsigned count);

__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

__device__ void __nanosleep(unsigned ns);
__device__ void __trap();
__device__ void __brkpt(int code = 0);
__device__ void __prof_trigger(int counter);
__device__ unsigned __pm0();
__device__ unsigned __pm1();
__device__ unsigned __pm2();
__device__ unsigned __pm3();
}

__device__ long clock();
__device__ long long clock64();

// Thread block clusters (compute capability 9.0).
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ dim3 __clusterDim();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ unsigned __clusterRelativeBlockRank();
__device__ unsigned __clusterSizeInBlocks();
__device__ void *__cluster_map_shared_rank(const void *p, unsigned rank);
__device__ unsigned __cluster_query_shared_rank(const void *p);

// Programmatic dependent launch.
__device__ void cudaGridDependencySynchronize();
__device__ void cudaTriggerProgrammaticLaunchCompletion();

#endif // CUDAPIPE_EMBEDDED_SYNCHRONIZATION_H
