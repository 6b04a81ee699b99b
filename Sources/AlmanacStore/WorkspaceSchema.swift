import GRDB

/// The tables of the workspace. Records are stored as JSON; values that queries select or join have
/// columns of their own.
///
/// Almanac refuses a file with other tables and doesn't migrate it: everything except the history
/// can be rebuilt from the sources and the edition. Raise the version with every change of the
/// tables.
enum WorkspaceSchema {
  /// `user_version` of the file.
  static let version = 3

  enum Kind {
    case current, older, newer
  }

  /// Creates the tables in an empty file.
  ///
  /// - Returns: Whether the tables are those of this version.
  static func prepare(_ database: WorkspaceDatabase) throws -> Kind {
    if try database.read(version(of:)) == version { return .current }
    return try database.write { database in
      // Another process may have created them meanwhile.
      let found = try version(of: database)
      guard found == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
      else { return found == version ? .current : found > version ? .newer : .older }
      try database.execute(sql: tables)
      try database.execute(sql: "PRAGMA user_version = \(version)")
      return .current
    }
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  private static let tables = """
    CREATE TABLE setting (
      name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL
    ) STRICT;

    -- Journal of retrievals: rows are only added, except that the validators of a body that was received
    -- again change. A weather source may have many requests; the request of any other source is ''.
    CREATE TABLE capture (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL, request TEXT NOT NULL DEFAULT '',
      sha256 TEXT NOT NULL, byteCount INTEGER NOT NULL, fetchedAt INTEGER NOT NULL,
      origin TEXT NOT NULL,
      etag TEXT, lastModified TEXT, contentType TEXT, contentLanguage TEXT, contentLocation TEXT,
      nextPage TEXT, substance TEXT,
      -- Of a body of several pages: their addresses, sizes and validators, as JSON.
      pages TEXT
    ) STRICT;
    CREATE INDEX captureBySource ON capture (source, request, id);

    -- The rest of a row is about the URL in address. failingSince is when it began to fail, receivedAt when
    -- a document was last received that was requested without conditions.
    CREATE TABLE sourceState (
      source TEXT PRIMARY KEY NOT NULL, address TEXT,
      lastAttemptAt INTEGER, lastSuccessAt INTEGER,
      consecutiveFailures INTEGER NOT NULL DEFAULT 0,
      failingSince INTEGER, receivedAt INTEGER, nextAttemptAt INTEGER, failureCode TEXT,
      failureMessage TEXT,
      -- When the first document was received that parse has rejected since; NULL if it accepted the last.
      refusedSince INTEGER
    ) STRICT;

    CREATE TABLE request (
      source TEXT NOT NULL, request TEXT NOT NULL,
      -- NULL: no longer requested, but its data may still be the best there is.
      position INTEGER, payload TEXT NOT NULL,
      lastAttemptAt INTEGER, lastSuccessAt INTEGER, nextAttemptAt INTEGER,
      -- The address that the document at linkOrigin names, read there at linkReadAt.
      link TEXT, linkOrigin TEXT, linkReadAt INTEGER,
      PRIMARY KEY (source, request)
    ) STRICT, WITHOUT ROWID;

    -- Hosts that sent Retry-After: no source requests them before that time.
    CREATE TABLE hostHold (
      host TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL
    ) STRICT;

    -- Permanent redirects of URLs.
    CREATE TABLE move (
      source TEXT PRIMARY KEY NOT NULL, address TEXT NOT NULL, target TEXT NOT NULL,
      since INTEGER NOT NULL, lastDayAt INTEGER NOT NULL, days INTEGER NOT NULL
    ) STRICT;

    -- Sources whose document a guard rejects, until one is accepted.
    CREATE TABLE hold (
      source TEXT PRIMARY KEY NOT NULL, since INTEGER NOT NULL, lastDayAt INTEGER NOT NULL,
      days INTEGER NOT NULL, listed INTEGER NOT NULL, isAccepted INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- The last result of a stage for a key, and the fingerprint of its inputs; written with its results.
    CREATE TABLE stageRecord (
      stage TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, read INTEGER NOT NULL,
      accepted INTEGER NOT NULL, rejected INTEGER NOT NULL,
      -- The capture that the results come from; a rejected one leaves that of the last good.
      capture TEXT,
      PRIMARY KEY (stage, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE finding (
      stage TEXT NOT NULL, key TEXT NOT NULL, ordinal INTEGER NOT NULL, payload TEXT NOT NULL,
      PRIMARY KEY (stage, key, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE listing (
      id TEXT PRIMARY KEY NOT NULL, source TEXT NOT NULL, campus TEXT NOT NULL,
      lastSeenAt INTEGER NOT NULL, payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX listingBySource ON listing (source);
    CREATE INDEX listingByCampus ON listing (campus, id);

    -- Listings that parse has changed or removed since the events were made from them. They belong to the
    -- events until these are recomputed.
    CREATE TABLE previousListing (
      id TEXT PRIMARY KEY NOT NULL, campus TEXT NOT NULL, payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX previousListingByCampus ON previousListing (campus, id);

    CREATE TABLE forecast (
      source TEXT NOT NULL, ordinal INTEGER NOT NULL, campus TEXT NOT NULL,
      request TEXT NOT NULL DEFAULT '', payload TEXT NOT NULL,
      PRIMARY KEY (source, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE placement (
      campus TEXT NOT NULL, query TEXT NOT NULL, payload TEXT NOT NULL,
      PRIMARY KEY (campus, query)
    ) STRICT, WITHOUT ROWID;

    -- A source that moves to another campus takes its events' ids with it: the campus is part of every
    -- key.
    CREATE TABLE event (
      campus TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL,
      -- Hashes of the payload, and of everything from which the event was made.
      hash TEXT NOT NULL, input TEXT NOT NULL,
      PRIMARY KEY (campus, id)
    ) STRICT;

    -- `core` are the ids of the listings that it had before it took in another event, as JSON.
    CREATE TABLE identity (
      campus TEXT NOT NULL, id TEXT NOT NULL,
      -- In seconds since 1970.
      issued INTEGER NOT NULL,
      mergedInto TEXT, core TEXT,
      PRIMARY KEY (campus, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE identityListing (
      campus TEXT NOT NULL, identity TEXT NOT NULL, position INTEGER NOT NULL,
      listing TEXT NOT NULL,
      -- Null if nothing but the id is remembered of the listing; the former names are JSON.
      source TEXT, title TEXT, start TEXT, link TEXT, uid TEXT, formerNames TEXT,
      PRIMARY KEY (campus, identity, position)
    ) STRICT, WITHOUT ROWID;

    -- Upcoming listings that may or may not be one event, and the later start in seconds since 1970.
    CREATE TABLE doubtfulPair (
      campus TEXT NOT NULL, position INTEGER NOT NULL, start INTEGER NOT NULL, payload TEXT NOT NULL,
      PRIMARY KEY (campus, position)
    ) STRICT, WITHOUT ROWID;

    -- What deduplicate learned of a campus: used until it is too old.
    CREATE TABLE snapshot (
      campus TEXT PRIMARY KEY NOT NULL, statistics BLOB NOT NULL
    ) STRICT;

    CREATE TABLE categorization (
      campus TEXT NOT NULL, event TEXT NOT NULL, payload TEXT NOT NULL,
      PRIMARY KEY (campus, event)
    ) STRICT;

    -- Publishers' categories that are mapped to none of ours, by event.
    CREATE TABLE unmapped (
      campus TEXT NOT NULL, event TEXT NOT NULL, word TEXT NOT NULL, source TEXT NOT NULL,
      PRIMARY KEY (campus, event, word)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE weather (
      campus TEXT NOT NULL, event TEXT NOT NULL, occurrence INTEGER NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, event, occurrence)
    ) STRICT, WITHOUT ROWID;

    -- The inputs of a stage's result for an event: hashes of the event and of the rules.
    CREATE TABLE derivation (
      stage TEXT NOT NULL, campus TEXT NOT NULL, event TEXT NOT NULL, input TEXT NOT NULL,
      -- Of enrich: hash of the forecasts, the first and the last time for which one is wanted, in
      -- seconds since 1970, and its findings as JSON.
      forecasts TEXT, firstAt INTEGER, lastAt INTEGER, findings TEXT,
      PRIMARY KEY (stage, campus, event)
    ) STRICT, WITHOUT ROWID;

    -- How people reach the places of a campus by public transit, as JSON, and the hash of its inputs.
    CREATE TABLE travel (
      campus TEXT PRIMARY KEY NOT NULL, fingerprint TEXT NOT NULL, payload BLOB NOT NULL
    ) STRICT;

    CREATE TABLE run (
      id INTEGER PRIMARY KEY, now INTEGER NOT NULL, exit INTEGER NOT NULL,
      summary TEXT NOT NULL
    ) STRICT;

    -- What was published about how busy places were, and until when that is final. A cell is never revised:
    -- counting again would reveal who came or went.
    CREATE TABLE presence (
      campus TEXT NOT NULL, hour INTEGER NOT NULL, place TEXT NOT NULL,
      least INTEGER NOT NULL, most INTEGER NOT NULL, word TEXT,
      PRIMARY KEY (campus, hour, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE presenceEnd (
      campus TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL
    ) STRICT;
    """
}
