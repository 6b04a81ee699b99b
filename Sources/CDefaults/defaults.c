#include "CDefaults.h"

#include <string.h>

// #embed is of C23, and clang has it for all of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

// In the order of AlmanacDefaultFile. Each text ends with a NUL byte.
static const char texts[] = {
#embed "../../config/categories.yaml" suffix(, 0,)
#embed "../../config/weather.yaml" suffix(, 0,)
#embed "../../config/schema/almanac.schema.json" suffix(, 0,)
#embed "../../config/schema/feed.schema.json" suffix(, 0,)
#embed "../../config/schema/categories.schema.json" suffix(, 0,)
#embed "../../config/schema/decisions.schema.json" suffix(, 0,)
#embed "../../config/schema/weather.schema.json" suffix(, 0,)
#embed "../../config/schema/person.schema.json" suffix(, 0,)
#embed "../../config/schema/platform.schema.json" suffix(, 0,)
#embed "../../config/schema/views.schema.json" suffix(, 0,)
#embed "../../config/schema/events.schema.json" suffix(, 0,)
#embed "../../config/schema/edition/event.schema.json" suffix(, 0,)
#embed "../../config/schema/edition/project.schema.json" suffix(, 0,)
#embed "../../config/schema/edition/user.schema.json" suffix(, 0,)
#embed "../../config/schema/edition/match.schema.json" suffix(, 0,)
#embed "tables/html-entities.txt" suffix(, 0,)
#embed "tables/windows-zones.txt" suffix(, 0,)
#embed "tables/windows-dialog.txt" suffix(, 0,)
#embed "tables/date-words.txt" suffix(, 0,)
#embed "tables/field-names.txt" suffix(, 0,)
#embed "tables/status-markers.txt" suffix(, 0,)
#embed "tables/charsets.txt" suffix(, 0,)
#embed "tables/weather-codes.txt" suffix(, 0,)
#embed "tables/transit-fields.txt" suffix(, 0,)
#embed "tables/transit-notices.txt" suffix(, 0,)
};

static const unsigned char model[] = {
#embed "../../config/categories.model"
};

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size) {
  if (file == AlmanacDefaultModel) {
    *size = sizeof model;
    return model;
  }
  const char *text = texts;
  for (int index = 0; index < (int)file; index++) text += strlen(text) + 1;
  *size = strlen(text);
  return (const unsigned char *)text;
}
