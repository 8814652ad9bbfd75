//===- cudapipe/RuntimeGraphs.h - Graphs, memory pools, interoperation ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code commonly calls; node parameter structures are opaque unless
// kernels are launched through them.
// Rule: CUDA Runtime API Reference, "Graph Management", "Stream Ordered Memory
// Allocator", "Graphics Interoperability", "External Resource
// Interoperability".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_RUNTIMEGRAPHS_H
#define CUDAPIPE_EMBEDDED_RUNTIMEGRAPHS_H
#pragma clang system_header

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};
enum cudaGraphExecUpdateResult {
  cudaGraphExecUpdateSuccess = 0,
  cudaGraphExecUpdateError = 1
};
struct cudaGraphExecUpdateResultInfo {
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode, errorFromNode;
};
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel = 0,
  cudaGraphNodeTypeMemcpy = 1,
  cudaGraphNodeTypeMemset = 2,
  cudaGraphNodeTypeHost = 3,
  cudaGraphNodeTypeGraph = 4,
  cudaGraphNodeTypeEmpty = 5,
  cudaGraphNodeTypeMemAlloc = 10,
  cudaGraphNodeTypeMemFree = 11,
  cudaGraphNodeTypeConditional = 13
};
struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
enum cudaGraphInstantiateFlags {
  cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
  cudaGraphInstantiateFlagUpload = 2,
  cudaGraphInstantiateFlagDeviceLaunch = 4,
  cudaGraphInstantiateFlagUseNodePriority = 8
};

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   cudaStreamCaptureMode mode),
    cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph),
    cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status),
    cudaGraphCreate(cudaGraph_t *graph, unsigned flags),
    cudaGraphDestroy(cudaGraph_t graph),
    cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                         unsigned long long flags = 0),
    cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                         cudaGraphNode_t *error, char *log, size_t log_size),
    cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                  unsigned long long flags = 0),
    cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                        cudaGraphExecUpdateResultInfo *result),
    cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream),
    cudaGraphExecDestroy(cudaGraphExec_t exec),
    cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original),
    cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count),
    cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type),
    cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *dependencies, size_t count,
                           const cudaKernelNodeParams *parms),
    cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *dependencies, size_t count,
                           const cudaMemcpy3DParms *parms),
    cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *dependencies, size_t count,
                           const cudaMemsetParams *parms),
    cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                         const cudaGraphNode_t *dependencies, size_t count,
                         const cudaHostNodeParams *parms),
    cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, size_t count),
    cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                 const cudaKernelNodeParams *parms),
    cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                     const cudaKernelNodeParams *parms),
    cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                          const cudaGraphNode_t *dependencies, size_t count),
    cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *dependencies,
                               size_t count, cudaGraph_t child),
    cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, size_t count,
                             void *to, const void *from, size_t size,
                             cudaMemcpyKind kind),
    cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                            const cudaGraphNode_t *dependencies, size_t count,
                            void *p),
    cudaDeviceGraphMemTrim(int device),
    cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies,
                                  const void *data, size_t count,
                                  cudaStreamCaptureMode mode),
    cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle,
                                     cudaGraph_t graph, unsigned value = 0,
                                     unsigned flags = 0),
    cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                        unsigned value);
__CUDAPIPE_HD cudaError_t cudaGraphLaunch(cudaGraphExec_t exec,
                                          cudaStream_t stream);

enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3,
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1
};
enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0,
  cudaMemHandleTypePosixFileDescriptor = 1,
  cudaMemHandleTypeWin32 = 2
};
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device),
    cudaDeviceGetMemPool(cudaMemPool_t *pool, int device),
    cudaDeviceSetMemPool(int device, cudaMemPool_t pool),
    cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties),
    cudaMemPoolDestroy(cudaMemPool_t pool),
    cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                            void *value),
    cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                            void *value),
    cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *access,
                         size_t count),
    cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep),
    cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool,
                            cudaStream_t stream);

struct cudaMemAllocNodeParams {
  cudaMemPoolProps poolProps;
  const cudaMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
};
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies,
                                     size_t count,
                                     cudaMemAllocNodeParams *parms);

enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0,
  cudaGraphicsRegisterFlagsReadOnly = 1,
  cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4
};
enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone = 0,
  cudaGraphicsMapFlagsReadOnly = 1,
  cudaGraphicsMapFlagsWriteDiscard = 2
};
cudaError_t cudaGraphicsMapResources(int count,
                                     cudaGraphicsResource_t *resources,
                                     cudaStream_t stream = 0),
    cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                               cudaStream_t stream = 0),
    cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource),
    cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                    unsigned flags),
    cudaGraphicsResourceGetMappedPointer(void **p, size_t *size,
                                         cudaGraphicsResource_t resource),
    cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                          cudaGraphicsResource_t resource,
                                          unsigned index, unsigned level);

#endif // CUDAPIPE_EMBEDDED_RUNTIMEGRAPHS_H
