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
#embed "tables/event-names.txt" suffix(, 0,)
#embed "tables/status-markers.txt" suffix(, 0,)
#embed "tables/charsets.txt" suffix(, 0,)
#embed "tables/weather-codes.txt" suffix(, 0,)
#embed "tables/regions.txt" suffix(, 0,)
#embed "tables/towns.txt" suffix(, 0,)
#embed "tables/transit-fields.txt" suffix(, 0,)
#embed "tables/transit-notices.txt" suffix(, 0,)
};

static const unsigned char model[] = {
#embed "../../config/categories.model"
};

// The files of config/platforms. Each text ends with a NUL byte.
static const char platforms[] = {
#embed "../../config/platforms/25live.yaml" suffix(, 0,)
#embed "../../config/platforms/bedework.yaml" suffix(, 0,)
#embed "../../config/platforms/campuslabs-engage.yaml" suffix(, 0,)
#embed "../../config/platforms/campuslabs-engage-rss.yaml" suffix(, 0,)
#embed "../../config/platforms/civicplus.yaml" suffix(, 0,)
#embed "../../config/platforms/eventbrite.yaml" suffix(, 0,)
#embed "../../config/platforms/eventbrite-api.yaml" suffix(, 0,)
#embed "../../config/platforms/frab.yaml" suffix(, 0,)
#embed "../../config/platforms/gancio.yaml" suffix(, 0,)
#embed "../../config/platforms/google-calendar.yaml" suffix(, 0,)
#embed "../../config/platforms/legistar.yaml" suffix(, 0,)
#embed "../../config/platforms/libcal.yaml" suffix(, 0,)
#embed "../../config/platforms/livewhale.yaml" suffix(, 0,)
#embed "../../config/platforms/localist.yaml" suffix(, 0,)
#embed "../../config/platforms/localist-ical.yaml" suffix(, 0,)
#embed "../../config/platforms/localist-rss.yaml" suffix(, 0,)
#embed "../../config/platforms/meetup.yaml" suffix(, 0,)
#embed "../../config/platforms/mobilizon.yaml" suffix(, 0,)
#embed "../../config/platforms/nus-hackers.yaml" suffix(, 0,)
#embed "../../config/platforms/openagenda.yaml" suffix(, 0,)
#embed "../../config/platforms/outlook.yaml" suffix(, 0,)
#embed "../../config/platforms/pretalx.yaml" suffix(, 0,)
#embed "../../config/platforms/schema-org-sitemap.yaml" suffix(, 0,)
#embed "../../config/platforms/sidearm.yaml" suffix(, 0,)
#embed "../../config/platforms/squarespace.yaml" suffix(, 0,)
#embed "../../config/platforms/teamup.yaml" suffix(, 0,)
#embed "../../config/platforms/the-events-calendar.yaml" suffix(, 0,)
#embed "../../config/platforms/the-events-calendar-ical.yaml" suffix(, 0,)
#embed "../../config/platforms/ticketmaster.yaml" suffix(, 0,)
#embed "../../config/platforms/tockify.yaml" suffix(, 0,)
#embed "../../config/platforms/trumba.yaml" suffix(, 0,)
};

// Their names in the same order.
static const char *const names[] = {
   "25live", "bedework", "campuslabs-engage", "campuslabs-engage-rss", "civicplus", "eventbrite",
   "eventbrite-api", "frab", "gancio", "google-calendar", "legistar", "libcal", "livewhale", "localist",
   "localist-ical", "localist-rss", "meetup", "mobilizon", "nus-hackers", "openagenda", "outlook",
   "pretalx", "schema-org-sitemap", "sidearm", "squarespace", "teamup", "the-events-calendar",
   "the-events-calendar-ical", "ticketmaster", "tockify", "trumba", NULL,
};

static const unsigned char *text_at(const char *text, int index, size_t *size) {
  while (index-- > 0) text += strlen(text) + 1;
  *size = strlen(text);
  return (const unsigned char *)text;
}

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size) {
  if (file != AlmanacDefaultModel) return text_at(texts, file, size);
  *size = sizeof model;
  return model;
}

const char *almanac_platform_name(int index) { return names[index]; }

const unsigned char *almanac_platform(int index, size_t *size) { return text_at(platforms, index, size); }
