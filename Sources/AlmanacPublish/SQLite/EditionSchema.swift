/// The tables of the published database; a public contract, versioned by `user_version`.
///
/// Times are seconds since 1970 in UTC, ends are exclusive, a whole day begins at the campus's
/// midnight; `…_text` is the same time as its source said it. `number` columns join the search and
/// the R*Trees; they are not the same from one edition to the next. Ids of occurrences are in the
/// order of their starts, so that what is found by way of them needs no sorting.
enum EditionSchema {
  static let version = 1
  /// "ALMN"
  static let applicationID = 0x414C_4D4E

  static let tables = """
    CREATE TABLE campus (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      timezone TEXT NOT NULL,
      places_license TEXT,
      places_attribution TEXT
    ) STRICT;

    CREATE TABLE day (
      campus TEXT NOT NULL REFERENCES campus (id),
      date TEXT NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      PRIMARY KEY (campus, date)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE category (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      aliases TEXT NOT NULL
    ) STRICT;

    CREATE TABLE source (
      id TEXT PRIMARY KEY NOT NULL,
      campus TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      publisher_kind TEXT NOT NULL,
      url TEXT,
      language TEXT,
      license TEXT,
      attribution TEXT
    ) STRICT;

    CREATE TABLE place (
      number INTEGER PRIMARY KEY,
      campus TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT,
      category TEXT,
      subcategory TEXT,
      within TEXT,
      aliases TEXT NOT NULL,
      codes TEXT NOT NULL,
      latitude REAL,
      longitude REAL,
      UNIQUE (campus, id)
    ) STRICT;

    CREATE TABLE event (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      campus TEXT NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      html TEXT,
      url TEXT,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      transparency TEXT,
      category TEXT REFERENCES category (id),
      category_confidence REAL,
      category_reason TEXT,
      organizer TEXT,
      contact TEXT,
      price TEXT,
      is_free INTEGER,
      image TEXT,
      audience TEXT,
      language TEXT,
      online_url TEXT,
      venue TEXT,
      place TEXT,
      room TEXT,
      latitude REAL,
      longitude REAL,
      placement_confidence REAL,
      placement_method TEXT,
      placement_reason TEXT,
      placement_candidate TEXT,
      placement_against TEXT,
      start INTEGER,
      end INTEGER,
      all_day INTEGER NOT NULL,
      timezone TEXT NOT NULL,
      rrule TEXT,
      dated_uids INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      digest TEXT NOT NULL,
      withdrawn INTEGER,
      FOREIGN KEY (campus, place) REFERENCES place (campus, id)
    ) STRICT;

    CREATE TABLE series (
      event TEXT PRIMARY KEY NOT NULL REFERENCES event (id),
      start_text TEXT NOT NULL,
      end_text TEXT,
      rules TEXT NOT NULL,
      exclusion_rules TEXT NOT NULL,
      additions TEXT NOT NULL,
      exclusions TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE occurrence (
      id INTEGER PRIMARY KEY,
      event TEXT NOT NULL REFERENCES event (id),
      ordinal INTEGER NOT NULL,
      recurrence_id TEXT,
      start INTEGER NOT NULL,
      end INTEGER,
      start_text TEXT NOT NULL,
      end_text TEXT,
      all_day INTEGER NOT NULL,
      status TEXT NOT NULL,
      title TEXT,
      venue TEXT,
      campus TEXT NOT NULL,
      place TEXT,
      room TEXT,
      latitude REAL,
      longitude REAL,
      event_number INTEGER NOT NULL REFERENCES event (number),
      price_from REAL,
      FOREIGN KEY (campus, place) REFERENCES place (campus, id)
    ) STRICT;

    CREATE TABLE facet (
      number INTEGER PRIMARY KEY,
      field TEXT NOT NULL,
      value TEXT NOT NULL,
      occurrences INTEGER NOT NULL,
      UNIQUE (field, value)
    ) STRICT;

    CREATE TABLE occurrence_facet (
      facet INTEGER NOT NULL REFERENCES facet (number),
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      PRIMARY KEY (facet, occurrence)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE point (
      number INTEGER PRIMARY KEY,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      occurrences INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE price (
      number INTEGER PRIMARY KEY,
      amount REAL NOT NULL,
      occurrences INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE occurrence_list (
      id INTEGER PRIMARY KEY,
      members BLOB NOT NULL
    ) STRICT;

    \(wordTables)
    CREATE TABLE event_category (
      event TEXT NOT NULL REFERENCES event (id),
      category TEXT NOT NULL REFERENCES category (id),
      is_primary INTEGER NOT NULL,
      PRIMARY KEY (event, category)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tag (
      event TEXT NOT NULL REFERENCES event (id),
      tag TEXT NOT NULL,
      PRIMARY KEY (event, tag)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event_alias (
      alias TEXT PRIMARY KEY NOT NULL,
      event TEXT NOT NULL REFERENCES event (id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE listing (
      id TEXT PRIMARY KEY NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      uid TEXT,
      url TEXT,
      title TEXT,
      venue TEXT,
      start_text TEXT,
      end_text TEXT,
      status TEXT,
      published_text TEXT,
      updated_text TEXT
    ) STRICT;

    CREATE TABLE event_listing (
      event TEXT NOT NULL REFERENCES event (id),
      listing TEXT NOT NULL REFERENCES listing (id),
      position INTEGER NOT NULL,
      score REAL NOT NULL,
      evidence TEXT NOT NULL,
      PRIMARY KEY (event, listing)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE forecast (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      at INTEGER NOT NULL,
      resolution INTEGER NOT NULL,
      issued INTEGER,
      condition TEXT NOT NULL,
      temperature REAL,
      apparent_temperature REAL,
      dew_point REAL,
      relative_humidity REAL,
      pressure REAL,
      wind_speed REAL,
      wind_gust REAL,
      wind_direction REAL,
      cloud_cover REAL,
      accumulated_from INTEGER,
      accumulated_to INTEGER,
      precipitation REAL,
      precipitation_probability REAL,
      snowfall REAL,
      visibility REAL,
      uv_index REAL,
      is_day INTEGER,
      code TEXT,
      text TEXT,
      attribution TEXT,
      temperature_min REAL,
      temperature_max REAL,
      is_current INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE weather_city (
      name TEXT NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      PRIMARY KEY (name, source)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE occurrence_description (
      occurrence INTEGER PRIMARY KEY REFERENCES occurrence (id),
      description TEXT NOT NULL
    ) STRICT;

    CREATE TABLE occurrence_weather (
      occurrence INTEGER PRIMARY KEY REFERENCES occurrence (id),
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL,
      condition TEXT NOT NULL,
      text TEXT NOT NULL,
      temperature_min REAL,
      temperature_max REAL,
      precipitation REAL,
      precipitation_probability REAL,
      wind_speed REAL,
      issued INTEGER,
      distance REAL NOT NULL,
      attribution TEXT,
      sunrise INTEGER,
      sunset INTEGER,
      is_day INTEGER
    ) STRICT;

    CREATE TABLE occurrence_weather_supplement (
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      field TEXT NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL,
      PRIMARY KEY (occurrence, field)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE occurrence_advisory (
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      advisory TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (occurrence, advisory)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event_change (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      change TEXT NOT NULL,
      event TEXT NOT NULL,
      title TEXT NOT NULL,
      field TEXT,
      old TEXT,
      new TEXT
    ) STRICT;

    \(searchTables)
    CREATE VIRTUAL TABLE place_rtree USING rtree (
      number, min_latitude, max_latitude, min_longitude, max_longitude
    );
    CREATE VIRTUAL TABLE point_rtree USING rtree (
      number, min_latitude, max_latitude, min_longitude, max_longitude
    );
    CREATE VIRTUAL TABLE occurrence_rtree USING rtree (
      id, min_latitude, max_latitude, min_longitude, max_longitude
    );
    CREATE VIRTUAL TABLE occurrence_span USING rtree_i32 (id, first_hour, last_hour);
    """

  /// Filled with their tables, page by page.
  static let packedIndexes = """
    CREATE UNIQUE INDEX event_by_id ON event (id);
    CREATE INDEX event_by_start ON event (start, id);
    CREATE INDEX event_by_category ON event (category, start);
    CREATE INDEX event_by_place ON event (campus, place, start);
    CREATE INDEX event_by_kind ON event (kind, start);
    CREATE INDEX event_by_organizer ON event (organizer, start) WHERE organizer IS NOT NULL;
    CREATE UNIQUE INDEX occurrence_by_event ON occurrence (event, ordinal);
    CREATE INDEX occurrence_by_event_number ON occurrence (event_number);
    CREATE INDEX occurrence_by_start ON occurrence (start, end);
    CREATE INDEX occurrence_by_place ON occurrence (campus, place, start) WHERE place IS NOT NULL;
    CREATE INDEX occurrence_by_price ON occurrence (price_from) WHERE price_from IS NOT NULL;
    CREATE INDEX event_category_by_category ON event_category (category, event);
    CREATE INDEX tag_by_tag ON tag (tag, event);
    CREATE INDEX listing_by_source ON listing (source);
    CREATE INDEX event_listing_by_listing ON event_listing (listing, event);
    CREATE INDEX event_change_by_event ON event_change (event, at);
    CREATE INDEX event_change_by_at ON event_change (at);
    """

  /// Made after the rows, which is faster and leaves fuller pages.
  static let indexes = """
    CREATE INDEX event_alias_by_event ON event_alias (event);
    CREATE INDEX place_by_within ON place (campus, within) WHERE within IS NOT NULL;
    CREATE INDEX place_by_category ON place (category, subcategory);
    CREATE INDEX occurrence_advisory_by_advisory ON occurrence_advisory (advisory, occurrence);
    CREATE INDEX forecast_by_at ON forecast (at);
    """
}
