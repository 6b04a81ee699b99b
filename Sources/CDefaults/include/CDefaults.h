#pragma once

#include <stddef.h>

// Files of config/ that are in force where a configuration names none, and the schemas that it is checked
// against, held in the executable itself: it is installed alone, without a folder beside it. Byte arrays of this size are beyond what Swift compiles in time.
typedef enum {
  AlmanacDefaultCategories,
  AlmanacDefaultWeather,
  AlmanacDefaultAlmanacSchema,
  AlmanacDefaultFeedSchema,
  AlmanacDefaultCategoriesSchema,
  AlmanacDefaultDecisionsSchema,
  AlmanacDefaultWeatherSchema,
  AlmanacDefaultPersonSchema,
  AlmanacDefaultPlatformSchema,
  AlmanacDefaultViewsSchema,
  AlmanacDefaultEventsSchema,
  // Of what Almanac writes.
  AlmanacEditionEventSchema,
  AlmanacEditionProjectSchema,
  AlmanacEditionUserSchema,
  AlmanacEditionMatchSchema,
  // Tables of the readers: see EmbeddedTable.
  AlmanacTableHTMLEntities,
  AlmanacTableWindowsZones,
  AlmanacTableWindowsDialog,
  AlmanacTableDateWords,
  AlmanacTableFieldNames,
  AlmanacTableEventNames,
  AlmanacTableStatusMarkers,
  AlmanacTableCharsets,
  AlmanacTableWeatherCodes,
  AlmanacTableRegions,
  AlmanacTableTowns,
  AlmanacTableTransitFields,
  AlmanacTableTransitNotices,
  // The only one with NUL bytes.
  AlmanacDefaultModel,
} AlmanacDefaultFile;

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size);

// The definitions of platforms in config/platforms, by index; the name after the last one is NULL.
const char *almanac_platform_name(int index);
const unsigned char *almanac_platform(int index, size_t *size);
