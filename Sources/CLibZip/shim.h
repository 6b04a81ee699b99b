#ifndef ALMANAC_CLIBZIP_SHIM_H
#define ALMANAC_CLIBZIP_SHIM_H

#include <zip.h>

#endif
