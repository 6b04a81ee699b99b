import GRDB

/// The tables of the workspace. Migrations are only ever appended.
enum WorkspaceSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      try database.execute(sql: version1)
    }
    migrator.registerMigration("v2") { database in
      try database.execute(sql: version2)
    }
    migrator.registerMigration("v3") { database in
      try database.execute(sql: version3)
    }
    migrator.registerMigration("v4") { database in
      try database.execute(sql: version4)
    }
    migrator.registerMigration("v5") { database in
      try database.execute(sql: version5)
    }
    migrator.registerMigration("v6") { database in
      try database.execute(sql: version6)
    }
    migrator.registerMigration("v7") { database in
      try database.execute(sql: version7)
    }
    migrator.registerMigration("v8") { database in
      try database.execute(sql: version8)
    }
    migrator.registerMigration("v9") { database in
      try database.execute(sql: version9)
    }
    migrator.registerMigration("v10") { database in
      try database.execute(sql: version10)
    }
    migrator.registerMigration("v11") { database in
      try database.execute(sql: version11)
    }
    migrator.registerMigration("v12") { database in
      try database.execute(sql: version12)
    }
    migrator.registerMigration("v13") { database in
      try database.execute(sql: version13)
    }
    migrator.registerMigration("v14") { database in
      try database.execute(sql: version14)
    }
    migrator.registerMigration("v15") { database in
      try database.execute(sql: version15)
    }
    migrator.registerMigration("travel") { database in
      try database.execute(sql: travel)
    }
    return migrator
  }

  /// Records are kept as their JSON; what is asked for by name has a column of its own.
  private static let version1 = """
    CREATE TABLE setting (
      name TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) STRICT;

    -- Journal of retrievals: only ever appended to, but for the validators of a body that came
    -- again, so that any past night can be told again.
    CREATE TABLE capture (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      byteCount INTEGER NOT NULL,
      fetchedAt INTEGER NOT NULL,
      origin TEXT NOT NULL,
      etag TEXT,
      lastModified TEXT,
      contentType TEXT
    ) STRICT;
    CREATE INDEX captureBySource ON capture (source, id);

    CREATE TABLE sourceState (
      source TEXT PRIMARY KEY NOT NULL,
      lastAttemptAt INTEGER,
      lastSuccessAt INTEGER,
      consecutiveFailures INTEGER NOT NULL DEFAULT 0,
      nextAttemptAt INTEGER,
      failureCode TEXT,
      failureMessage TEXT
    ) STRICT;

    -- What a stage did last for a key, and from which inputs; written with its results.
    CREATE TABLE done (
      stage TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      taken INTEGER NOT NULL,
      kept INTEGER NOT NULL,
      dropped INTEGER NOT NULL,
      -- The capture that the results come from; a refused one leaves that of the last good.
      capture TEXT,
      PRIMARY KEY (stage, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE finding (
      stage TEXT NOT NULL,
      key TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (stage, key, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE listing (
      id TEXT PRIMARY KEY NOT NULL,
      source TEXT NOT NULL,
      campus TEXT NOT NULL,
      lastSeenAt INTEGER NOT NULL,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX listingBySource ON listing (source);
    CREATE INDEX listingByCampus ON listing (campus, id);

    CREATE TABLE forecast (
      source TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      campus TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (source, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE placement (
      campus TEXT NOT NULL,
      query TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, query)
    ) STRICT, WITHOUT ROWID;

    -- A source that moves to another campus takes its events' ids with it: the campus is part of
    -- every key.
    CREATE TABLE event (
      campus TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, id)
    ) STRICT;

    CREATE TABLE identity (
      campus TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, id)
    ) STRICT;

    CREATE TABLE categorization (
      campus TEXT NOT NULL,
      event TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, event)
    ) STRICT;

    CREATE TABLE weather (
      campus TEXT NOT NULL,
      event TEXT NOT NULL,
      occurrence INTEGER NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, event, occurrence)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      now INTEGER NOT NULL,
      exitCode INTEGER NOT NULL,
      summary TEXT NOT NULL
    ) STRICT;
    """

  private static let version2 = """
    -- Sources whose document a guard does not believe; gone when one is believed again.
    CREATE TABLE hold (
      source TEXT PRIMARY KEY NOT NULL,
      since INTEGER NOT NULL,
      lastNightAt INTEGER NOT NULL,
      nights INTEGER NOT NULL,
      listed INTEGER NOT NULL,
      isAccepted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  private static let version3 = """
    -- A weather source may ask for many documents; the one request of any other source is ''.
    ALTER TABLE capture ADD COLUMN request TEXT NOT NULL DEFAULT '';
    DROP INDEX captureBySource;
    CREATE INDEX captureBySource ON capture (source, request, id);

    ALTER TABLE forecast ADD COLUMN request TEXT NOT NULL DEFAULT '';

    CREATE TABLE request (
      source TEXT NOT NULL,
      request TEXT NOT NULL,
      -- NULL: not asked for any more, but what it gave may still be the best there is.
      position INTEGER,
      payload TEXT NOT NULL,
      lastAttemptAt INTEGER,
      lastSuccessAt INTEGER,
      nextAttemptAt INTEGER,
      -- The address that the document at linkOrigin names, read there at linkReadAt.
      link TEXT,
      linkOrigin TEXT,
      linkReadAt INTEGER,
      PRIMARY KEY (source, request)
    ) STRICT, WITHOUT ROWID;
    """

  private static let version4 = """
    -- Of the URL that the rest of the row is about, when it began to fail, and when a document came
    -- last that was asked for without conditions.
    ALTER TABLE sourceState ADD COLUMN address TEXT;
    ALTER TABLE sourceState ADD COLUMN failingSince INTEGER;
    ALTER TABLE sourceState ADD COLUMN receivedAt INTEGER;
    ALTER TABLE capture ADD COLUMN substance TEXT;

    -- Where URLs lead for good, as their servers have said so far.
    CREATE TABLE move (
      source TEXT PRIMARY KEY NOT NULL,
      address TEXT NOT NULL,
      target TEXT NOT NULL,
      since INTEGER NOT NULL,
      lastNightAt INTEGER NOT NULL,
      nights INTEGER NOT NULL
    ) STRICT;
    """

  private static let version5 = """
    -- Listings as they were when the events were made of them, where parse has changed or removed
    -- them since: until the events are made anew, both belong together.
    CREATE TABLE former (
      id TEXT PRIMARY KEY NOT NULL,
      campus TEXT NOT NULL,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX formerByCampus ON former (campus, id);
    CREATE TRIGGER listingChanged AFTER UPDATE OF campus, payload ON listing
    WHEN old.payload <> new.payload OR old.campus <> new.campus BEGIN
      INSERT INTO former (id, campus, payload) SELECT old.id, old.campus, old.payload
        WHERE NOT EXISTS (SELECT 1 FROM former WHERE id = old.id);
    END;
    CREATE TRIGGER listingRemoved AFTER DELETE ON listing BEGIN
      INSERT INTO former (id, campus, payload) SELECT old.id, old.campus, old.payload
        WHERE NOT EXISTS (SELECT 1 FROM former WHERE id = old.id);
    END;

    -- Weather belongs to a position among an event's occurrences, at which there may be another one
    -- once the event has changed.
    CREATE TRIGGER eventChanged AFTER UPDATE OF payload ON event BEGIN
      DELETE FROM weather WHERE campus = old.campus AND event = old.id;
    END;
    CREATE TRIGGER eventRemoved AFTER DELETE ON event BEGIN
      DELETE FROM weather WHERE campus = old.campus AND event = old.id;
    END;
    """

  private static let version6 = """
    -- What deduplicate has learned of a campus and found out of its statements: the events were made
    -- with it, and the next night's will be as long as it holds.
    CREATE TABLE snapshot (
      campus TEXT PRIMARY KEY NOT NULL,
      statistics BLOB NOT NULL,
      comparisons BLOB NOT NULL
    ) STRICT;
    """

  private static let version7 = """
    ALTER TABLE capture ADD COLUMN contentLanguage TEXT;
    ALTER TABLE capture ADD COLUMN contentLocation TEXT;
    """

  private static let version8 = """
    -- All that the events depend on but listings, placements and what was known before.
    ALTER TABLE snapshot ADD COLUMN circumstances TEXT;

    -- Questions to the geocoder whose answers were others, or none, when the events were made.
    CREATE TABLE replaced (
      campus TEXT NOT NULL,
      query TEXT NOT NULL,
      PRIMARY KEY (campus, query)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER placementAdded AFTER INSERT ON placement BEGIN
      INSERT INTO replaced (campus, query) SELECT new.campus, new.query WHERE NOT EXISTS
        (SELECT 1 FROM replaced WHERE campus = new.campus AND query = new.query);
    END;
    CREATE TRIGGER placementChanged AFTER UPDATE OF payload ON placement BEGIN
      INSERT INTO replaced (campus, query) SELECT new.campus, new.query WHERE NOT EXISTS
        (SELECT 1 FROM replaced WHERE campus = new.campus AND query = new.query);
    END;
    CREATE TRIGGER placementRemoved AFTER DELETE ON placement BEGIN
      INSERT INTO replaced (campus, query) SELECT old.campus, old.query WHERE NOT EXISTS
        (SELECT 1 FROM replaced WHERE campus = old.campus AND query = old.query);
    END;

    -- All that a stage's results depend on but the events.
    ALTER TABLE done ADD COLUMN circumstances TEXT;

    -- Events that came, changed or went since a stage spoke of all events of the campus.
    CREATE TABLE unsaid (
      stage TEXT NOT NULL,
      campus TEXT NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (stage, campus, event)
    ) STRICT, WITHOUT ROWID;
    \(unsaidTrigger("eventCame", "INSERT ON event", "new"))
    \(unsaidTrigger("eventIsAnother", "UPDATE OF payload ON event", "new"))
    \(unsaidTrigger("eventWent", "DELETE ON event", "old"))

    -- Publishers' categories that lead nowhere, by the events that have them.
    CREATE TABLE unmapped (
      campus TEXT NOT NULL,
      event TEXT NOT NULL,
      word TEXT NOT NULL,
      source TEXT NOT NULL,
      PRIMARY KEY (campus, event, word)
    ) STRICT, WITHOUT ROWID;
    """

  private static let version9 = """
    -- Of each source what its listings may have in common with others, and of a campus's identities what
    -- they are found by: so that a night in which little changed need not read the rest.
    CREATE TABLE outline (
      campus TEXT NOT NULL,
      source TEXT NOT NULL,
      payload BLOB NOT NULL,
      PRIMARY KEY (campus, source)
    ) STRICT;
    ALTER TABLE snapshot ADD COLUMN identities BLOB NOT NULL DEFAULT x'';
    """

  private static let version10 = """
    -- What a source's listings ask the geocoder, as hashes; gone as soon as parse writes its listings.
    CREATE TABLE asked (
      source TEXT PRIMARY KEY NOT NULL,
      campus TEXT NOT NULL,
      -- How its venues were read then.
      strategy TEXT NOT NULL,
      queries BLOB NOT NULL
    ) STRICT;
    CREATE INDEX askedByCampus ON asked (campus);
    """

  private static let version11 = """
    ALTER TABLE capture ADD COLUMN nextPage TEXT;

    -- Hosts that asked not to be asked before a time, by any source.
    CREATE TABLE hostHold (
      host TEXT PRIMARY KEY NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    """

  private static let version12 = """
    DROP TABLE outline;
    DROP TABLE snapshot;
    -- What deduplicate learned of a campus: used until it is too old.
    CREATE TABLE snapshot (
      campus TEXT PRIMARY KEY NOT NULL,
      statistics BLOB NOT NULL
    ) STRICT;
    DROP TRIGGER placementAdded;
    DROP TRIGGER placementChanged;
    DROP TRIGGER placementRemoved;
    DROP TABLE replaced;
    """

  private static let version13 = """
    DROP TABLE asked;
    DROP TRIGGER eventCame;
    DROP TRIGGER eventIsAnother;
    DROP TRIGGER eventWent;
    DROP TABLE unsaid;
    ALTER TABLE done DROP COLUMN circumstances;

    -- Hash of the payload.
    ALTER TABLE event ADD COLUMN hash TEXT NOT NULL DEFAULT '';
    -- What a stage made its results of an event of: hashes of the event and of the rules.
    CREATE TABLE derivation (
      stage TEXT NOT NULL,
      campus TEXT NOT NULL,
      event TEXT NOT NULL,
      input TEXT NOT NULL,
      -- Of enrich: hash of the forecasts, the first and the last time for which one is wanted, in
      -- seconds since 1970, and what was found, as JSON.
      sky TEXT,
      firstAt INTEGER,
      lastAt INTEGER,
      findings TEXT,
      PRIMARY KEY (stage, campus, event)
    ) STRICT, WITHOUT ROWID;
    UPDATE done SET fingerprint = '' WHERE stage IN ('geocode', 'deduplicate');
    """

  private static let version14 = """
    -- When the first of the documents came that parse refused, in seconds since 1970; NULL if it
    -- accepted the last one.
    ALTER TABLE sourceState ADD COLUMN refusedSince INTEGER;
    """

  private static let version15 = """
    DROP TRIGGER listingChanged;
    DROP TRIGGER listingRemoved;
    DROP TRIGGER eventChanged;
    DROP TRIGGER eventRemoved;

    -- Hash of everything from which the event was made.
    ALTER TABLE event ADD COLUMN input TEXT NOT NULL DEFAULT '';

    ALTER TABLE identity RENAME TO identityBefore;
    CREATE TABLE identity (
      campus TEXT NOT NULL,
      id TEXT NOT NULL,
      -- In seconds since 1970.
      issued INTEGER NOT NULL,
      mergedInto TEXT,
      -- Ids of the listings that it had before it took in another event, as JSON.
      core TEXT,
      PRIMARY KEY (campus, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE identityListing (
      campus TEXT NOT NULL,
      identity TEXT NOT NULL,
      position INTEGER NOT NULL,
      listing TEXT NOT NULL,
      -- Null if nothing but the id is remembered of the listing.
      source TEXT,
      title TEXT,
      start TEXT,
      link TEXT,
      uid TEXT,
      -- As JSON.
      formerNames TEXT,
      PRIMARY KEY (campus, identity, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO identity
      SELECT campus, id, CAST(strftime('%s', payload ->> 'issued') AS INTEGER),
        payload ->> 'mergedInto', payload -> 'core'
      FROM identityBefore;
    INSERT INTO identityListing
      SELECT campus, identityBefore.id, listing.key, listing.value, trace.value ->> 'source',
        trace.value ->> 'title', trace.value ->> 'start', trace.value ->> 'link',
        trace.value ->> 'uid', trace.value -> 'formerNames'
      FROM identityBefore, json_each(payload, '$.listings') AS listing
        LEFT JOIN json_each(payload, '$.traces') AS trace
          ON trace.value ->> 'id' = listing.value
      GROUP BY campus, identityBefore.id, listing.key;
    DROP TABLE identityBefore;

    -- Upcoming listings that may or may not be one event.
    CREATE TABLE doubtfulPair (
      campus TEXT NOT NULL,
      position INTEGER NOT NULL,
      -- The later start, in seconds since 1970.
      start INTEGER NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (campus, position)
    ) STRICT, WITHOUT ROWID;
    UPDATE done SET fingerprint = '' WHERE stage = 'deduplicate';
    """

  private static let travel = """
    -- How people come to the places of a campus by public transit, as JSON, and the hash of everything
    -- that it was derived from.
    CREATE TABLE travel (
      campus TEXT PRIMARY KEY NOT NULL,
      fingerprint TEXT NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    """

  /// Notes an event for the stages that once spoke of all events under known circumstances.
  private static func unsaidTrigger(_ name: String, _ event: String, _ row: String) -> String {
    """
    CREATE TRIGGER \(name) AFTER \(event) BEGIN
      INSERT INTO unsaid (stage, campus, event) SELECT stage, \(row).campus, \(row).id FROM done
        WHERE stage IN ('categorize', 'enrich') AND key = \(row).campus
          AND circumstances IS NOT NULL AND NOT EXISTS (SELECT 1 FROM unsaid AS known
            WHERE known.stage = done.stage AND known.campus = \(row).campus
              AND known.event = \(row).id);
    END;
    """
  }
}
