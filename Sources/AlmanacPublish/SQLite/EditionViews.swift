/// The views of the published database: what an app asks for first, without a join of its own.
///
/// "Now" is the clock of whoever asks. SQLite knows no time zones, so `day` holds the midnights.
enum EditionViews {
  static let all = """
    CREATE VIEW event_full AS
      SELECT e.*, g.name AS campus_name, c.name AS category_name, p.name AS place_name,
        (SELECT json_group_array(category) FROM (SELECT category FROM event_category
          WHERE event = e.id ORDER BY is_primary DESC, category)) AS categories,
        (SELECT json_group_array(tag) FROM (SELECT tag FROM tag
          WHERE event = e.id ORDER BY tag)) AS tags,
        (SELECT json_group_array(source) FROM (SELECT l.source FROM event_listing el
          JOIN listing l ON l.id = el.listing WHERE el.event = e.id
          GROUP BY l.source ORDER BY min(el.position))) AS sources,
        (SELECT count(*) FROM occurrence WHERE event_number = e.number) AS occurrences,
        (SELECT min(start) FROM occurrence WHERE event_number = e.number
          AND max(start + 1, coalesce(end, 0)) > \(now)
          AND status NOT IN ('cancelled', 'postponed')) AS next
      FROM event e
        LEFT JOIN campus g ON g.id = e.campus
        LEFT JOIN category c ON c.id = e.category
        LEFT JOIN place p ON p.campus = e.campus AND p.id = e.place;

    CREATE VIEW upcoming AS
      SELECT \(columns)
      FROM \(joins)
      WHERE o.id IN (
          SELECT id FROM occurrence WHERE start > \(now) - \(EditionOrder.shortSeconds)
          UNION ALL SELECT id FROM occurrence_span WHERE last_hour >= \(now) / 3600)
        AND max(o.start + 1, coalesce(o.end, 0)) > \(now)
        AND o.status NOT IN ('cancelled', 'postponed')
      ORDER BY o.id;

    CREATE VIEW today AS
      SELECT \(columns)
      FROM day d JOIN \(joins)
      WHERE d.start <= \(now) AND d.end > \(now) AND o.campus = d.campus
        AND o.id IN (
          SELECT id FROM occurrence
            WHERE start > d.start - \(EditionOrder.shortSeconds) AND start < d.end
          UNION ALL SELECT id FROM occurrence_span
            WHERE first_hour <= d.end / 3600 AND last_hour >= d.start / 3600)
        AND o.start < d.end AND max(o.start + 1, coalesce(o.end, 0)) > d.start
        AND o.status NOT IN ('cancelled', 'postponed')
      ORDER BY o.id;

    CREATE VIEW occurrence_text AS
      SELECT o.id AS occurrence,
        coalesce(o.title || char(10), '') || e.title AS title,
        coalesce(d.description || char(10) || e.description, d.description, e.description)
          AS description,
        coalesce(nullif(o.venue, e.venue) || char(10) || e.venue, o.venue, e.venue) AS venue
      FROM occurrence o
        JOIN event e ON e.number = o.event_number
        LEFT JOIN occurrence_description d ON d.occurrence = o.id
      WHERE o.title IS NOT NULL OR d.description IS NOT NULL
        OR (o.venue IS NOT NULL AND o.venue IS NOT e.venue);
    """

  private static let now = "CAST(strftime('%s', 'now') AS INTEGER)"

  private static let columns = """
    o.id AS occurrence, o.event, coalesce(o.title, e.title) AS title, o.start, o.end,
        o.start_text, o.end_text, o.all_day, o.status, o.campus, g.timezone, o.place,
        p.name AS place_name, o.room, coalesce(o.venue, e.venue) AS venue, o.latitude,
        o.longitude, e.category, e.kind, e.organizer, e.price, e.is_free, e.url, e.online_url,
        e.image, w.text AS weather
    """

  private static let joins = """
    occurrence o
        JOIN event e ON e.number = o.event_number
        JOIN campus g ON g.id = o.campus
        LEFT JOIN place p ON p.campus = o.campus AND p.id = o.place
        LEFT JOIN occurrence_weather w ON w.occurrence = o.id
    """
}
