/// The views of the published database, which answer frequent queries without joins.
///
/// "Now" is the time of the reader. SQLite has no time zones, so the table `day` contains the
/// midnights.
enum EditionViews {
  static let all = """
    CREATE VIEW event_full AS
      SELECT e.*, g.name AS campus_name, c.name AS category_name, p.name AS place_name,
        (SELECT json_group_array(category) FROM (SELECT category FROM event_category
          WHERE event = e.id ORDER BY position)) AS categories,
        (SELECT json_group_array(tag) FROM (SELECT tag FROM event_tag
          WHERE event = e.id ORDER BY position)) AS tags,
        (SELECT json_group_array(source) FROM (SELECT l.source FROM event_listing el
          JOIN listing l ON l.id = el.listing WHERE el.event = e.id
          GROUP BY l.source ORDER BY min(el.position))) AS sources,
        (SELECT count(*) FROM occurrence WHERE event = e.id) AS occurrences,
        (SELECT min(start) FROM occurrence WHERE event = e.id
          AND max(start + 1, coalesce(end, 0)) > \(now)
          AND status NOT IN ('cancelled', 'postponed')) AS next,
        \(utc("e.first_start")) AS first_start_utc, \(utc("e.last_end")) AS last_end_utc,
        r.sequence, \(utc("r.created")) AS created_utc, \(utc("r.modified")) AS modified_utc
      FROM event e
        JOIN event_revision r ON r.event = e.id
        LEFT JOIN campus g ON g.id = e.campus
        LEFT JOIN category c ON c.id = e.category
        LEFT JOIN place p ON p.id = e.place;

    CREATE VIEW upcoming AS
      SELECT \(columns)
      FROM \(joins)
      WHERE o.id >= (SELECT min(id) FROM occurrence
          WHERE max(start + 1, coalesce(end, 0)) > \(now))
        AND max(o.start + 1, coalesce(o.end, 0)) > \(now)
        AND o.status NOT IN ('cancelled', 'postponed')
      ORDER BY o.id;

    CREATE VIEW today AS
      SELECT \(columns)
      FROM day d CROSS JOIN \(joins)
      WHERE d.start <= \(now) AND d.end > \(now) AND +o.campus = d.campus
        AND o.id >= (SELECT min(id) FROM occurrence
          WHERE max(start + 1, coalesce(end, 0)) > \(now) - 90000)
        AND o.id < ((d.end + 59) / 60) << 20 AND o.start < d.end AND max(o.start + 1, coalesce(o.end, 0)) > d.start
        AND o.status NOT IN ('cancelled', 'postponed')
      ORDER BY o.id;
    """

  private static let now = "CAST(strftime('%s', 'now') AS INTEGER)"

  private static func utc(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch')"
  }

  private static let columns = """
    o.id AS occurrence, o.event, coalesce(o.title, e.title) AS title,
        \(utc("o.start")) AS start_utc, \(utc("o.end")) AS end_utc, o.start_text, o.end_text,
        o.all_day, o.status, o.campus, g.timezone, o.place, p.name AS place_name, o.room, o.floor,
        coalesce(o.venue, e.venue) AS venue, o.latitude, o.longitude, e.category, e.kind,
        e.organizer, e.price, e.is_free, e.url, e.online_url, e.image, w.text AS weather,
        o.start, o.end, o.geom
    """

  private static let joins = """
    occurrence o
        JOIN event e ON e.id = o.event
        JOIN campus g ON g.id = o.campus
        LEFT JOIN place p ON p.id = o.place
        LEFT JOIN occurrence_weather w ON w.occurrence = o.id
    """
}
