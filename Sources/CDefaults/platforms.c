#include "CDefaults.h"

// A file of config/platforms each, and a line of the table below.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char platform_25live[] = {
#embed "../../config/platforms/25live.yaml"
};
static const unsigned char platform_bedework[] = {
#embed "../../config/platforms/bedework.yaml"
};
static const unsigned char platform_campuslabs_engage[] = {
#embed "../../config/platforms/campuslabs-engage.yaml"
};
static const unsigned char platform_campuslabs_engage_rss[] = {
#embed "../../config/platforms/campuslabs-engage-rss.yaml"
};
static const unsigned char platform_civicplus[] = {
#embed "../../config/platforms/civicplus.yaml"
};
static const unsigned char platform_eventbrite[] = {
#embed "../../config/platforms/eventbrite.yaml"
};
static const unsigned char platform_eventbrite_api[] = {
#embed "../../config/platforms/eventbrite-api.yaml"
};
static const unsigned char platform_frab[] = {
#embed "../../config/platforms/frab.yaml"
};
static const unsigned char platform_gancio[] = {
#embed "../../config/platforms/gancio.yaml"
};
static const unsigned char platform_google_calendar[] = {
#embed "../../config/platforms/google-calendar.yaml"
};
static const unsigned char platform_legistar[] = {
#embed "../../config/platforms/legistar.yaml"
};
static const unsigned char platform_libcal[] = {
#embed "../../config/platforms/libcal.yaml"
};
static const unsigned char platform_livewhale[] = {
#embed "../../config/platforms/livewhale.yaml"
};
static const unsigned char platform_localist[] = {
#embed "../../config/platforms/localist.yaml"
};
static const unsigned char platform_localist_ical[] = {
#embed "../../config/platforms/localist-ical.yaml"
};
static const unsigned char platform_localist_rss[] = {
#embed "../../config/platforms/localist-rss.yaml"
};
static const unsigned char platform_meetup[] = {
#embed "../../config/platforms/meetup.yaml"
};
static const unsigned char platform_mobilizon[] = {
#embed "../../config/platforms/mobilizon.yaml"
};
static const unsigned char platform_nus_hackers[] = {
#embed "../../config/platforms/nus-hackers.yaml"
};
static const unsigned char platform_openagenda[] = {
#embed "../../config/platforms/openagenda.yaml"
};
static const unsigned char platform_outlook[] = {
#embed "../../config/platforms/outlook.yaml"
};
static const unsigned char platform_pretalx[] = {
#embed "../../config/platforms/pretalx.yaml"
};
static const unsigned char platform_schema_org_sitemap[] = {
#embed "../../config/platforms/schema-org-sitemap.yaml"
};
static const unsigned char platform_sidearm[] = {
#embed "../../config/platforms/sidearm.yaml"
};
static const unsigned char platform_squarespace[] = {
#embed "../../config/platforms/squarespace.yaml"
};
static const unsigned char platform_teamup[] = {
#embed "../../config/platforms/teamup.yaml"
};
static const unsigned char platform_the_events_calendar[] = {
#embed "../../config/platforms/the-events-calendar.yaml"
};
static const unsigned char platform_the_events_calendar_ical[] = {
#embed "../../config/platforms/the-events-calendar-ical.yaml"
};
static const unsigned char platform_ticketmaster[] = {
#embed "../../config/platforms/ticketmaster.yaml"
};
static const unsigned char platform_tockify[] = {
#embed "../../config/platforms/tockify.yaml"
};
static const unsigned char platform_trumba[] = {
#embed "../../config/platforms/trumba.yaml"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} platforms[] = {
  {"25live", platform_25live, sizeof platform_25live},
  {"bedework", platform_bedework, sizeof platform_bedework},
  {"campuslabs-engage", platform_campuslabs_engage, sizeof platform_campuslabs_engage},
  {"campuslabs-engage-rss", platform_campuslabs_engage_rss, sizeof platform_campuslabs_engage_rss},
  {"civicplus", platform_civicplus, sizeof platform_civicplus},
  {"eventbrite", platform_eventbrite, sizeof platform_eventbrite},
  {"eventbrite-api", platform_eventbrite_api, sizeof platform_eventbrite_api},
  {"frab", platform_frab, sizeof platform_frab},
  {"gancio", platform_gancio, sizeof platform_gancio},
  {"google-calendar", platform_google_calendar, sizeof platform_google_calendar},
  {"legistar", platform_legistar, sizeof platform_legistar},
  {"libcal", platform_libcal, sizeof platform_libcal},
  {"livewhale", platform_livewhale, sizeof platform_livewhale},
  {"localist", platform_localist, sizeof platform_localist},
  {"localist-ical", platform_localist_ical, sizeof platform_localist_ical},
  {"localist-rss", platform_localist_rss, sizeof platform_localist_rss},
  {"meetup", platform_meetup, sizeof platform_meetup},
  {"mobilizon", platform_mobilizon, sizeof platform_mobilizon},
  {"nus-hackers", platform_nus_hackers, sizeof platform_nus_hackers},
  {"openagenda", platform_openagenda, sizeof platform_openagenda},
  {"outlook", platform_outlook, sizeof platform_outlook},
  {"pretalx", platform_pretalx, sizeof platform_pretalx},
  {"schema-org-sitemap", platform_schema_org_sitemap, sizeof platform_schema_org_sitemap},
  {"sidearm", platform_sidearm, sizeof platform_sidearm},
  {"squarespace", platform_squarespace, sizeof platform_squarespace},
  {"teamup", platform_teamup, sizeof platform_teamup},
  {"the-events-calendar", platform_the_events_calendar, sizeof platform_the_events_calendar},
  {"the-events-calendar-ical", platform_the_events_calendar_ical, sizeof platform_the_events_calendar_ical},
  {"ticketmaster", platform_ticketmaster, sizeof platform_ticketmaster},
  {"tockify", platform_tockify, sizeof platform_tockify},
  {"trumba", platform_trumba, sizeof platform_trumba},
};

static const int count = sizeof platforms / sizeof *platforms;

int almanac_platform_count(void) { return count; }

const char *almanac_platform_name(int index) { return index >= 0 && index < count ? platforms[index].name : NULL; }

const unsigned char *almanac_platform(int index, size_t *size) {
  if (index < 0 || index >= count) return NULL;
  *size = platforms[index].size;
  return platforms[index].bytes;
}
