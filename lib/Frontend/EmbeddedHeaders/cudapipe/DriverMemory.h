//===- cudapipe/DriverMemory.h - Driver API: virtual memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that is mapped by hand, and shared by several devices.
// Rule: CUDA Driver API Reference, "Virtual Memory Management", "Multicast
// Object Management".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_DRIVERMEMORY_H
#define CUDAPIPE_EMBEDDED_DRIVERMEMORY_H
#pragma clang system_header

enum CUmemAllocationHandleType {
  CU_MEM_HANDLE_TYPE_NONE = 0,
  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
  CU_MEM_HANDLE_TYPE_WIN32 = 2,
  CU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
  CU_MEM_HANDLE_TYPE_FABRIC = 8
};
enum CUmemAccess_flags {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
};
enum CUmemLocationType {
  CU_MEM_LOCATION_TYPE_INVALID = 0,
  CU_MEM_LOCATION_TYPE_DEVICE = 1,
  CU_MEM_LOCATION_TYPE_HOST = 2
};
enum CUmemAllocationType {
  CU_MEM_ALLOCATION_TYPE_INVALID = 0,
  CU_MEM_ALLOCATION_TYPE_PINNED = 1
};
enum CUmemAllocationGranularity_flags {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
};
enum CUmulticastGranularity_flags {
  CU_MULTICAST_GRANULARITY_MINIMUM = 0,
  CU_MULTICAST_GRANULARITY_RECOMMENDED = 1
};
struct CUmemLocation {
  CUmemLocationType type;
  int id;
};
struct CUmemAllocationProp {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
};
struct CUmemAccessDesc {
  CUmemLocation location;
  CUmemAccess_flags flags;
};
struct CUmulticastObjectProp {
  unsigned numDevices;
  size_t size;
  unsigned long long handleTypes, flags;
};

CUresult
cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
            const CUmemAllocationProp *what, unsigned long long flags),
    cuMemRelease(CUmemGenericAllocationHandle handle),
    cuMemGetAllocationGranularity(size_t *size, const CUmemAllocationProp *what,
                                  CUmemAllocationGranularity_flags option),
    cuMemAddressReserve(CUdeviceptr *p, size_t size, size_t alignment,
                        CUdeviceptr at, unsigned long long flags),
    cuMemAddressFree(CUdeviceptr p, size_t size),
    cuMemMap(CUdeviceptr p, size_t size, size_t offset,
             CUmemGenericAllocationHandle handle, unsigned long long flags),
    cuMemUnmap(CUdeviceptr p, size_t size),
    cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *access,
                   size_t count),
    cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *p),
    cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle h,
                                 CUmemAllocationHandleType type,
                                 unsigned long long flags),
    cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle,
                                   void *shared,
                                   CUmemAllocationHandleType type),
    cuMulticastCreate(CUmemGenericAllocationHandle *handle,
                      const CUmulticastObjectProp *what),
    cuMulticastAddDevice(CUmemGenericAllocationHandle handle, CUdevice device),
    cuMulticastBindMem(CUmemGenericAllocationHandle handle, size_t offset,
                       CUmemGenericAllocationHandle memory, size_t at,
                       size_t size, unsigned long long flags),
    cuMulticastBindAddr(CUmemGenericAllocationHandle handle, size_t offset,
                        CUdeviceptr p, size_t size, unsigned long long flags),
    cuMulticastUnbind(CUmemGenericAllocationHandle handle, CUdevice device,
                      size_t offset, size_t size),
    cuMulticastGetGranularity(size_t *size, const CUmulticastObjectProp *what,
                              CUmulticastGranularity_flags option);

#endif // CUDAPIPE_EMBEDDED_DRIVERMEMORY_H
