#include "CMemory.h"

// A file of its own: the Glibc module of Swift lacks malloc.h.
#include <malloc.h>

void almanac_trim_heap(size_t least) {
  if (mallinfo2().fordblks >= least) malloc_trim(0);
}

void almanac_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }
