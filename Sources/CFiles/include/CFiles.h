#ifndef ALMANAC_CFILES_H
#define ALMANAC_CFILES_H

// Flushes the file system that an open file or folder is on; where there is no syncfs, all file systems. Returns -1,
// with errno, on failure.
int almanac_flush_file_system(int descriptor);

#endif
