#ifndef ALMANAC_CDEFAULTS_H
#define ALMANAC_CDEFAULTS_H

#include <stddef.h>

// The files of config/ that are in force where a configuration names none, held in the executable itself: it is installed
// alone, without a folder beside it. Byte arrays of this size are beyond what Swift compiles in time.
typedef enum {
  AlmanacDefaultCategories,
  AlmanacDefaultModel,
  AlmanacDefaultWeather,
} AlmanacDefaultFile;

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size);

#endif
