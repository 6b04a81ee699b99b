#ifndef ALMANAC_CDEFAULTS_H
#define ALMANAC_CDEFAULTS_H

#include <stddef.h>

// Files of config/ that are in force where a configuration names none, and the schemas that it is checked
// against, held in the executable itself: it is installed alone, without a folder beside it. Byte arrays of this size are beyond what Swift compiles in time.
typedef enum {
  AlmanacDefaultCategories,
  AlmanacDefaultModel,
  AlmanacDefaultWeather,
  AlmanacDefaultAlmanacSchema,
  AlmanacDefaultFeedSchema,
  AlmanacDefaultCategoriesSchema,
  AlmanacDefaultDecisionsSchema,
  AlmanacDefaultWeatherSchema,
  AlmanacDefaultPersonSchema,
  AlmanacDefaultViewsSchema,
  AlmanacDefaultEventsSchema,
} AlmanacDefaultFile;

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size);

#endif
