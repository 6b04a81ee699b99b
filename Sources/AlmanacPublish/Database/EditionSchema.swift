import AlmanacModel

/// The tables of the published database: a public contract, versioned by `edition.schema`.
///
/// Times are seconds since 1970 in UTC, and ends are exclusive. A whole day begins at the campus's
/// midnight. Columns named `…_text` contain the same time with its offset. The schema uses only
/// features of SQLite 3.28, the version of Android 11.
enum EditionSchema {
  /// "GPKG", by which GDAL and QGIS recognize a GeoPackage (OGC 12-128r17, requirement 2).
  static let applicationID = 0x4750_4B47
  /// `user_version` of GeoPackage 1.3.
  static let geoPackageVersion = 10_300
  /// The EPSG code of WGS 84.
  static let spatialReference = 4_326

  private static let status = "('confirmed', 'tentative', 'cancelled', 'postponed')"
  private static let kind = "('official', 'community')"
  private static let sourceKind =
    "(" + Source.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
  private static let flag = "IN (0, 1)"
  private static let provider = vocabulary(WeatherProvider.self)
  private static let yearGuess = vocabulary(YearGuess.self)
  private static let condition = vocabulary(WeatherCondition.self)
  private static let method =
    "('alias', 'room', 'code', 'fuzzy', 'coordinates', 'default', 'decision')"
  private static let reason =
    "('online', 'to-be-announced', 'off-campus', 'ambiguous', 'unknown', 'no-point', 'none')"

  /// All raw values of an enumeration, for a CHECK constraint.
  static func vocabulary<Word: CaseIterable & RawRepresentable<String>>(
    _ type: Word.Type
  ) -> String {
    "(" + type.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
  }

  static let tables = """
    CREATE TABLE edition (
      name TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE campus (
      id TEXT PRIMARY KEY NOT NULL,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      timezone TEXT NOT NULL,
      places_name TEXT, places_license TEXT,
      places_attribution TEXT
    );

    CREATE TABLE day (
      campus TEXT NOT NULL REFERENCES campus (id),
      date TEXT NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      PRIMARY KEY (campus, date)
    ) WITHOUT ROWID;

    CREATE TABLE category (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      aliases TEXT NOT NULL
    );

    CREATE TABLE source (
      id TEXT PRIMARY KEY NOT NULL,
      campus TEXT REFERENCES campus (id),
      name TEXT NOT NULL,
      kind TEXT CHECK (kind IN \(sourceKind)),
      publisher_kind TEXT CHECK (publisher_kind IN \(kind)),
      url TEXT, language TEXT, license TEXT,
      attribution TEXT
    );

    CREATE TABLE place (
      number INTEGER PRIMARY KEY,
      id TEXT UNIQUE NOT NULL,
      campus TEXT NOT NULL REFERENCES campus (id),
      name TEXT NOT NULL,
      kind TEXT, category TEXT, subcategory TEXT, address TEXT,
      parent TEXT REFERENCES place (id),
      replaced_by TEXT REFERENCES place (id),
      aliases TEXT NOT NULL,
      codes TEXT NOT NULL,
      latitude REAL, longitude REAL,
      geom BLOB
    );

    CREATE TABLE room (
      place TEXT NOT NULL REFERENCES place (id),
      code TEXT NOT NULL,
      name TEXT, floor INTEGER, latitude REAL, longitude REAL,
      PRIMARY KEY (place, code)
    ) WITHOUT ROWID;

    CREATE TABLE event (
      id TEXT PRIMARY KEY NOT NULL,
      campus TEXT NOT NULL REFERENCES campus (id),
      title TEXT NOT NULL,
      description TEXT, description_html TEXT, url TEXT,
      kind TEXT NOT NULL CHECK (kind IN \(kind)),
      status TEXT NOT NULL CHECK (status IN \(status)),
      transparency TEXT CHECK (transparency IN ('opaque', 'transparent')),
      category TEXT REFERENCES category (id),
      organizer TEXT, contact TEXT, audience TEXT, price TEXT,
      is_free INTEGER CHECK (is_free \(flag)),
      image TEXT, language TEXT, online_url TEXT, venue TEXT,
      place TEXT REFERENCES place (id),
      room TEXT, floor INTEGER, latitude REAL, longitude REAL, first_start INTEGER,
      last_end INTEGER,
      all_day INTEGER NOT NULL CHECK (all_day \(flag)),
      timezone TEXT NOT NULL,
      rrule TEXT,
      withdrawn INTEGER
    );

    CREATE TABLE event_revision (
      event TEXT PRIMARY KEY NOT NULL REFERENCES event (id),
      sequence INTEGER NOT NULL,
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      digest TEXT NOT NULL,
      dates_digest TEXT NOT NULL,
      dated_uids INTEGER NOT NULL CHECK (dated_uids \(flag))
    ) WITHOUT ROWID;

    CREATE TABLE event_provenance (
      event TEXT PRIMARY KEY NOT NULL REFERENCES event (id),
      title_source TEXT, time_source TEXT,
      time_precision TEXT CHECK (time_precision IN ('day', 'hour')),
      year_guess TEXT CHECK (year_guess IN \(yearGuess)),
      place_source TEXT, link_source TEXT,
      text_source TEXT, price_source TEXT, price_reason TEXT, category_confidence REAL,
      category_reason TEXT, placement_confidence REAL,
      placement_method TEXT CHECK (placement_method IN \(method)),
      placement_reason TEXT CHECK (placement_reason IN \(reason)),
      placement_candidate TEXT,
      placement_against TEXT
    ) WITHOUT ROWID;

    CREATE TABLE event_category (
      event TEXT NOT NULL REFERENCES event (id),
      category TEXT NOT NULL REFERENCES category (id),
      position INTEGER NOT NULL,
      PRIMARY KEY (event, category)
    ) WITHOUT ROWID;

    CREATE TABLE event_tag (
      event TEXT NOT NULL REFERENCES event (id),
      tag TEXT NOT NULL,
      position INTEGER NOT NULL,
      reason TEXT,
      PRIMARY KEY (event, tag)
    ) WITHOUT ROWID;

    CREATE TABLE event_alias (
      alias TEXT PRIMARY KEY NOT NULL,
      event TEXT NOT NULL REFERENCES event (id)
    ) WITHOUT ROWID;

    CREATE TABLE series (
      event TEXT PRIMARY KEY NOT NULL REFERENCES event (id),
      start_text TEXT NOT NULL,
      end_text TEXT,
      rules TEXT NOT NULL,
      exclusion_rules TEXT NOT NULL,
      additions TEXT NOT NULL,
      exclusions TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE occurrence (
      id INTEGER PRIMARY KEY,
      event TEXT NOT NULL REFERENCES event (id),
      recurrence_id TEXT,
      start INTEGER NOT NULL,
      end INTEGER,
      start_text TEXT NOT NULL,
      end_text TEXT,
      all_day INTEGER NOT NULL CHECK (all_day \(flag)),
      status TEXT NOT NULL CHECK (status IN \(status)),
      title TEXT, venue TEXT,
      campus TEXT NOT NULL REFERENCES campus (id),
      place TEXT REFERENCES place (id),
      room TEXT, floor INTEGER, latitude REAL, longitude REAL, price_from REAL,
      geom BLOB
    );

    CREATE TABLE occurrence_description (
      occurrence INTEGER PRIMARY KEY REFERENCES occurrence (id),
      description TEXT NOT NULL
    );

    CREATE TABLE listing (
      id TEXT PRIMARY KEY NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      uid TEXT, url TEXT, title TEXT, venue TEXT, start_text TEXT, end_text TEXT,
      status TEXT CHECK (status IN \(status)),
      published_text TEXT,
      updated_text TEXT
    );

    CREATE TABLE event_listing (
      event TEXT NOT NULL REFERENCES event (id),
      listing TEXT NOT NULL REFERENCES listing (id),
      position INTEGER NOT NULL,
      score REAL NOT NULL,
      evidence TEXT NOT NULL,
      PRIMARY KEY (event, listing)
    ) WITHOUT ROWID;

    CREATE TABLE forecast (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL CHECK (provider IN \(provider)),
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      at INTEGER NOT NULL,
      resolution INTEGER NOT NULL,
      issued INTEGER,
      condition TEXT NOT NULL CHECK (condition IN \(condition)),
      temperature REAL, apparent_temperature REAL, dew_point REAL, relative_humidity REAL,
      pressure REAL, wind_speed REAL, wind_gust REAL, wind_direction REAL, cloud_cover REAL,
      accumulated_from INTEGER, accumulated_to INTEGER, precipitation REAL,
      precipitation_probability REAL, snowfall REAL, visibility REAL, uv_index REAL,
      is_day INTEGER CHECK (is_day \(flag)),
      code TEXT, text TEXT, attribution TEXT, temperature_min REAL, temperature_max REAL,
      is_current INTEGER NOT NULL CHECK (is_current \(flag))
    );

    CREATE TABLE weather_city (
      name TEXT NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      PRIMARY KEY (name, source)
    ) WITHOUT ROWID;

    CREATE TABLE occurrence_weather (
      occurrence INTEGER PRIMARY KEY REFERENCES occurrence (id),
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL CHECK (provider IN \(provider)),
      condition TEXT NOT NULL CHECK (condition IN \(condition)),
      text TEXT NOT NULL,
      temperature_min REAL, temperature_max REAL, precipitation REAL,
      precipitation_probability REAL, wind_speed REAL, issued INTEGER,
      distance REAL NOT NULL,
      attribution TEXT, sunrise INTEGER, sunset INTEGER,
      is_day INTEGER CHECK (is_day \(flag))
    );

    CREATE TABLE occurrence_weather_supplement (
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      field TEXT NOT NULL CHECK (field IN \(vocabulary(OccurrenceWeather.Supplement.Field.self))),
      source TEXT NOT NULL REFERENCES source (id),
      provider TEXT NOT NULL CHECK (provider IN \(provider)),
      PRIMARY KEY (occurrence, field)
    ) WITHOUT ROWID;

    CREATE TABLE occurrence_advisory (
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      advisory TEXT NOT NULL,
      text TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (occurrence, advisory)
    ) WITHOUT ROWID;

    CREATE TABLE facet_count (
      token TEXT PRIMARY KEY NOT NULL,
      field TEXT NOT NULL CHECK (field IN \(vocabulary(Facet.self))),
      value TEXT NOT NULL,
      occurrences INTEGER NOT NULL,
      UNIQUE (field, value)
    ) WITHOUT ROWID;

    CREATE TABLE event_change (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      change TEXT NOT NULL
        CHECK (change IN ('added', 'changed', 'cancelled', 'withdrawn', 'merged')),
      event TEXT NOT NULL,
      title TEXT NOT NULL,
      field TEXT, old TEXT,
      new TEXT
    );

    CREATE VIRTUAL TABLE occurrence_search USING fts5 (
      \(searchColumns.joined(separator: ", ")), content='',
      tokenize="unicode61 remove_diacritics 2"
    );

    CREATE VIRTUAL TABLE place_rtree USING rtree (
      number, min_latitude, max_latitude, min_longitude, max_longitude
    );

    \(geoPackageTables)
    """

  /// The text columns, followed by the facets.
  static let searchColumns = textColumns + ["facets"]
  static let textColumns = ["title", "description", "venue", "place", "organizer", "tags"]

  /// The tables that GeoPackage 1.3 requires (OGC 12-128r17, clauses 1.1.2, 1.1.3 and 2.1).
  private static let geoPackageTables = """
    CREATE TABLE gpkg_spatial_ref_sys (
      srs_name TEXT NOT NULL,
      srs_id INTEGER PRIMARY KEY NOT NULL,
      organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL,
      description TEXT
    );

    CREATE TABLE gpkg_contents (
      table_name TEXT PRIMARY KEY NOT NULL,
      data_type TEXT NOT NULL,
      identifier TEXT UNIQUE,
      description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
      srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id)
    );

    CREATE TABLE gpkg_geometry_columns (
      table_name TEXT PRIMARY KEY NOT NULL REFERENCES gpkg_contents (table_name),
      column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys (srs_id),
      z TINYINT NOT NULL,
      m TINYINT NOT NULL
    );
    """

  /// The indexes that the comparison with the previous edition and exporters use. Created after the
  /// rows: this is faster, and the pages are fuller.
  static let indexes = """
    CREATE INDEX occurrence_by_event ON occurrence (event);
    CREATE INDEX occurrence_by_start ON occurrence (start, end);
    CREATE INDEX event_alias_by_event ON event_alias (event);
    """

  /// The indexes of the change log, which exporters use.
  static let changeIndexes = """
    CREATE INDEX event_change_by_event ON event_change (event, at);
    CREATE INDEX event_change_by_at ON event_change (at);
    """

  /// The indexes that only readers of the edition use. Created while exporters read.
  static let readerIndexes = """
    CREATE INDEX event_by_start ON event (first_start, id);
    CREATE INDEX event_by_category ON event (category, first_start);
    CREATE INDEX event_by_place ON event (place, first_start);
    CREATE INDEX occurrence_by_place ON occurrence (place, start) WHERE place IS NOT NULL;
    CREATE INDEX event_category_by_category ON event_category (category, event);
    CREATE INDEX event_tag_by_tag ON event_tag (tag, event);
    CREATE INDEX listing_by_source ON listing (source);
    CREATE INDEX event_listing_by_listing ON event_listing (listing, event);
    CREATE INDEX place_by_parent ON place (parent) WHERE parent IS NOT NULL;
    CREATE INDEX place_by_category ON place (category, subcategory);
    CREATE INDEX occurrence_advisory_by_advisory ON occurrence_advisory (advisory, occurrence);
    CREATE INDEX forecast_by_at ON forecast (at);
    """
}
