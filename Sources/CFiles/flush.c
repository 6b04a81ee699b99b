// For syncfs.
#define _GNU_SOURCE

#include "CFiles.h"

#include <unistd.h>

int almanac_flush_file_system(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}
