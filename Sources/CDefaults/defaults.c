#include "CDefaults.h"

// #embed is of C23, and clang has it for all of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char categories[] = {
#embed "../../config/categories.yaml"
};

static const unsigned char model[] = {
#embed "../../config/categories.model"
};

static const unsigned char weather[] = {
#embed "../../config/weather.yaml"
};

static const unsigned char almanac_schema[] = {
#embed "../../config/schema/almanac.schema.json"
};

static const unsigned char feed_schema[] = {
#embed "../../config/schema/feed.schema.json"
};

static const unsigned char categories_schema[] = {
#embed "../../config/schema/categories.schema.json"
};

static const unsigned char decisions_schema[] = {
#embed "../../config/schema/decisions.schema.json"
};

static const unsigned char weather_schema[] = {
#embed "../../config/schema/weather.schema.json"
};

static const unsigned char person_schema[] = {
#embed "../../config/schema/person.schema.json"
};

static const unsigned char platform_schema[] = {
#embed "../../config/schema/platform.schema.json"
};

static const unsigned char views_schema[] = {
#embed "../../config/schema/views.schema.json"
};

static const unsigned char events_schema[] = {
#embed "../../config/schema/events.schema.json"
};

static const unsigned char edition_event_schema[] = {
#embed "../../config/schema/edition/event.schema.json"
};

static const unsigned char edition_project_schema[] = {
#embed "../../config/schema/edition/project.schema.json"
};

static const unsigned char edition_user_schema[] = {
#embed "../../config/schema/edition/user.schema.json"
};

static const unsigned char edition_match_schema[] = {
#embed "../../config/schema/edition/match.schema.json"
};

static const unsigned char html_entities[] = {
#embed "tables/html-entities.txt"
};

static const unsigned char windows_zones[] = {
#embed "tables/windows-zones.txt"
};

const unsigned char *almanac_default_file(AlmanacDefaultFile file, size_t *size) {
  switch (file) {
  case AlmanacDefaultCategories: *size = sizeof categories; return categories;
  case AlmanacDefaultModel: *size = sizeof model; return model;
  case AlmanacDefaultWeather: *size = sizeof weather; return weather;
  case AlmanacDefaultAlmanacSchema: *size = sizeof almanac_schema; return almanac_schema;
  case AlmanacDefaultFeedSchema: *size = sizeof feed_schema; return feed_schema;
  case AlmanacDefaultCategoriesSchema: *size = sizeof categories_schema; return categories_schema;
  case AlmanacDefaultDecisionsSchema: *size = sizeof decisions_schema; return decisions_schema;
  case AlmanacDefaultWeatherSchema: *size = sizeof weather_schema; return weather_schema;
  case AlmanacDefaultPersonSchema: *size = sizeof person_schema; return person_schema;
  case AlmanacDefaultPlatformSchema: *size = sizeof platform_schema; return platform_schema;
  case AlmanacDefaultViewsSchema: *size = sizeof views_schema; return views_schema;
  case AlmanacDefaultEventsSchema: *size = sizeof events_schema; return events_schema;
  case AlmanacEditionEventSchema: *size = sizeof edition_event_schema; return edition_event_schema;
  case AlmanacEditionProjectSchema: *size = sizeof edition_project_schema; return edition_project_schema;
  case AlmanacEditionUserSchema: *size = sizeof edition_user_schema; return edition_user_schema;
  case AlmanacEditionMatchSchema: *size = sizeof edition_match_schema; return edition_match_schema;
  case AlmanacTableHTMLEntities: *size = sizeof html_entities; return html_entities;
  case AlmanacTableWindowsZones: *size = sizeof windows_zones; return windows_zones;
  }
  *size = 0;
  return NULL;
}
