#include "CMemory.h"

#include <malloc.h>

void almanac_release_memory(void) { malloc_trim(0); }
