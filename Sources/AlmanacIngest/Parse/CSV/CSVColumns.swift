import AlmanacModel

/// The usual meaning of column names, for tables without a mapping: those of Google Calendar and
/// Outlook, of manual spreadsheets, and of event software.
struct CSVColumns {
  private let header: CSVHeader
  private var taken: Set<[Int]> = []

  /// Returns nil for a table without a title or a date, which may contain anything.
  static func mapping(of header: CSVHeader) -> FeedMapping? {
    let mapping = mapping(of: header, adding: FeedMapping(item: "", fields: [:]))
    return mapping.fields[.title] == nil || mapping.start == nil ? nil : mapping
  }

  /// The declared mapping, completed by the usual meaning of the columns it does not name.
  static func mapping(of header: CSVHeader, adding declared: FeedMapping) -> FeedMapping {
    var columns = CSVColumns(header: header)
    for path in declared.paths { columns.taken.insert(header.columns(named: path)) }
    var mapping = declared
    if mapping.fields[.title] == nil, let title = columns.first("title") {
      mapping.fields[.title] = FieldMapping(paths: [title])
    }
    columns.addTimes(to: &mapping)
    for row in EventNames.columns {
      guard let field = FeedMapping.Field(rawValue: row.field), mapping.fields[field] == nil,
        let name = columns.first(row.field)
      else { continue }
      mapping.fields[field] = FieldMapping(
        paths: [name], separator: field == .categories || field == .tags ? "," : " ")
    }
    if declared.fields[.venue] == nil, let room = columns.first("room") {
      let paths = mapping.fields[.venue]?.paths ?? []
      mapping.fields[.venue] = FieldMapping(paths: paths + [room], separator: ", ")
    }
    return mapping
  }

  private init(header: CSVHeader) { self.header = header }

  /// Claims and returns the first of a field's names that an unused column has.
  private mutating func first(_ field: String) -> String? {
    for name in EventNames.columns(of: field) {
      let columns = header.columns(named: name)
      if !columns.isEmpty, taken.insert(columns).inserted { return name }
    }
    return nil
  }

  /// Maps dates and times, which may be in one column or in two.
  private mutating func addTimes(to mapping: inout FeedMapping) {
    let (day, time, start) = (first("startday"), first("starttime"), first("start"))
    let (lastDay, lastTime, end) = (first("endday"), first("endtime"), first("end"))
    if mapping.start == nil, let date = day ?? start ?? time {
      let clock = day == nil ? (start == nil ? nil : time) : time ?? start
      mapping.start = Self.side(date, clock)
    }
    guard let begin = mapping.start, mapping.end == nil else { return }
    if let lastDay {
      mapping.end = Self.side(lastDay, lastTime ?? end)
    } else if let last = end ?? lastTime {
      // With a date column of its own, the end is a time on that date.
      if begin.time != nil {
        mapping.end = TimeMapping(
          date: begin.date, time: FieldMapping(paths: [lastTime ?? last]), formats: begin.formats)
      } else {
        mapping.end = Self.side(last, end == nil ? nil : lastTime)
      }
    }
  }

  private static func side(_ date: String, _ time: String?) -> TimeMapping {
    TimeMapping(date: FieldMapping(paths: [date]), time: time.map { FieldMapping(paths: [$0]) })
  }
}

extension FeedMapping {
  /// All paths in the mapping.
  fileprivate var paths: [String] {
    let sides = [start, end, repetition?.until].compactMap(\.self)
    let dates = sides.flatMap { [$0.date] + [$0.time].compactMap(\.self) }
    let others = [repetition?.frequency, repetition?.count].compactMap(\.self)
    return (fields.values + dates + others).flatMap(\.paths)
  }
}
