#ifndef ALMANAC_CLIBC_SHIM_H
#define ALMANAC_CLIBC_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

// What Swift's own module of the C library leaves out.
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Of one program or library: gives back the pages of its segments that nothing can have written to.
static inline int almanac_release_segments(struct dl_phdr_info *object, size_t size, void *pageSize) {
  const uintptr_t page = *(const uintptr_t *)pageSize;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    // Whole pages only: the first and the last one may be shared with a segment that is written to.
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = (start + segment->p_memsz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

// Gives the pages of code and constants back to the kernel, which reads those that are needed again from its
// cache of the file. A long run touches most of them once.
static inline void almanac_release_code(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(almanac_release_segments, &page);
}

#endif
