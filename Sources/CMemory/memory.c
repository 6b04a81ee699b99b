// For dl_iterate_phdr.
#define _GNU_SOURCE

#include "CMemory.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Of one program or library: gives back the pages of its segments that nothing can have written to.
static int release_segments(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  const uintptr_t page = *(const uintptr_t *)context;
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

void almanac_release_memory(void) {
  malloc_trim(0);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_segments, &page);
}
