#ifndef ALMANAC_CMEMORY_H
#define ALMANAC_CMEMORY_H

// Gives memory back to the kernel that the process holds and does not need now: what the allocator keeps
// for itself, and the pages of code and constants, which the kernel reads again from its cache of the file
// where they are needed again. A long run touches most of those once.
void almanac_release_memory(void);

#endif
