#pragma once

#include <stddef.h>

/// Returns the heap's free pages to the system if at least this many bytes are free.
void almanac_trim_heap(size_t least);

/// Limits the number of heaps that threads allocate from; for threads that have none yet.
void almanac_limit_arenas(int count);
