#ifndef ALMANAC_CMAPPEDFILE_H
#define ALMANAC_CMAPPEDFILE_H

#include <stdbool.h>
#include <stddef.h>

// A part of the address space through which a file is read.
//
// A page that the file turns out not to have, because it was cut or because the disk does not give it, would
// end the process with SIGBUS: here it reads as zeros, and the mapping remembers it.
typedef struct almanac_mapping almanac_mapping;

// Maps that many bytes, at least one, of an open file. NULL, with errno, where that can't be; EMFILE says that
// too many are mapped already.
almanac_mapping *almanac_map(int descriptor, size_t size);

const void *almanac_mapping_start(const almanac_mapping *mapping);

// Whether anything reads as zeros that should have come from the file.
bool almanac_mapping_is_damaged(const almanac_mapping *mapping);

// Lets go of the memory of a part, which is read from the file again where somebody looks at it.
void almanac_mapping_let_go(const almanac_mapping *mapping, size_t offset, size_t size);

void almanac_unmap(almanac_mapping *mapping);

// Flushes the file system that an open file or folder is on; where there is no syncfs, all of them. -1, with
// errno, where that fails.
int almanac_flush_file_system(int descriptor);

#endif
