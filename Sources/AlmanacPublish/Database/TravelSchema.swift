/// The tables of public transit in the published database; empty without a source of kind `transit`.
enum TravelSchema {
  static let tables = """
    CREATE TABLE stop (
      id TEXT PRIMARY KEY NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      name TEXT NOT NULL,
      code TEXT, latitude REAL, longitude REAL,
      wheelchair INTEGER CHECK (wheelchair IN (0, 1)),
      geom BLOB
    );

    CREATE TABLE route (
      id TEXT PRIMARY KEY NOT NULL,
      source TEXT NOT NULL REFERENCES source (id),
      label TEXT NOT NULL,
      name TEXT, agency TEXT,
      type INTEGER NOT NULL,
      color TEXT, url TEXT, booking TEXT, headway_min INTEGER, headway_max INTEGER,
      fare REAL, currency TEXT,
      estimated INTEGER NOT NULL CHECK (estimated IN (0, 1))
    );

    CREATE TABLE route_stop (
      route TEXT NOT NULL REFERENCES route (id),
      direction INTEGER NOT NULL,
      position INTEGER NOT NULL,
      stop TEXT NOT NULL REFERENCES stop (id),
      PRIMARY KEY (route, direction, position)
    ) WITHOUT ROWID;

    CREATE TABLE place_stop (
      place TEXT NOT NULL REFERENCES place (id),
      stop TEXT NOT NULL REFERENCES stop (id),
      meters INTEGER NOT NULL,
      minutes INTEGER NOT NULL,
      method TEXT NOT NULL CHECK (method IN ('estimate')),
      opposite TEXT REFERENCES stop (id),
      PRIMARY KEY (place, stop)
    ) WITHOUT ROWID;

    CREATE TABLE occurrence_access (
      occurrence INTEGER NOT NULL REFERENCES occurrence (id),
      origin TEXT NOT NULL REFERENCES place (id),
      is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
      leave_by INTEGER, minutes_median INTEGER, minutes_p90 INTEGER, changes INTEGER,
      walking_minutes INTEGER,
      fare REAL, currency TEXT,
      legs TEXT NOT NULL,
      text TEXT NOT NULL,
      last_back INTEGER, back_until INTEGER,
      reason TEXT CHECK (reason IN ('no-service', 'too-far', 'feed-ended')),
      PRIMARY KEY (occurrence, origin)
    ) WITHOUT ROWID;
    """

  static let indexes = """
    CREATE INDEX place_stop_by_stop ON place_stop (stop);
    CREATE INDEX route_stop_by_stop ON route_stop (stop);
    """
}
