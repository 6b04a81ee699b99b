#ifndef ALMANAC_CMEMORY_H
#define ALMANAC_CMEMORY_H

// Gives memory back to the kernel that the allocator keeps for itself and does not need now.
void almanac_release_memory(void);

#endif
