/// Maps the items of an XML or JSON document, or the rows of a table, to entries; `mapping:` in
/// `feed.yaml`.
public struct FeedMapping: Hashable, Sendable, Codable {
  /// The fields of an entry that a mapping can fill, with the names that `inspect` prints.
  public enum Field: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    case id, title, link, summary, content, venue, categories, tags, author, organizer, contact
    case price, image, latitude, longitude, status, published, updated, language, audience
    case visibility, uid, online, address, timezone
  }

  /// Order of the numbers in a date such as 5/8/2019.
  public enum DateOrder: String, Hashable, Sendable, Codable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
  }

  /// Path of the items.
  ///
  /// XML: element names from the root's children on, separated by `/`. JSON: member names separated
  /// by `.`; empty if the root is the array. `*` matches every name; `[0]`, `[-1]` and
  /// `[name=text]` select elements. CSV: empty, because the rows are the items; paths of fields are
  /// column names.
  public var item: String
  public var fields: [Field: FieldMapping]
  public var start: TimeMapping?
  public var end: TimeMapping?
  public var repetition: RepetitionMapping?
  public var dateOrder: DateOrder?

  public init(
    item: String, fields: [Field: FieldMapping], start: TimeMapping? = nil,
    end: TimeMapping? = nil, repetition: RepetitionMapping? = nil, dateOrder: DateOrder? = nil
  ) {
    self.item = item
    self.fields = fields
    self.start = start
    self.end = end
    self.repetition = repetition
    self.dateOrder = dateOrder
  }

  /// Those of all fields.
  public var paths: [String] {
    let times = [start, end, repetition?.until].compactMap(\.self)
    let others = times.map(\.date) + times.compactMap(\.time)
    return (fields.values + others + [repetition?.frequency, repetition?.count].compactMap(\.self))
      .flatMap(\.paths)
  }
}

/// The repetition of an item: a number of units or a word such as `weekly`, with the last date or
/// the number of dates.
public struct RepetitionMapping: Hashable, Sendable, Codable {
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    case seconds, minutes, hours, days, weeks, months, years
  }

  public var frequency: FieldMapping
  /// The unit of a frequency that is a number; nil: only words are understood.
  public var unit: Unit?
  public var until: TimeMapping?
  public var count: FieldMapping?

  public init(
    frequency: FieldMapping, unit: Unit? = nil, until: TimeMapping? = nil,
    count: FieldMapping? = nil
  ) {
    self.frequency = frequency
    self.unit = unit
    self.until = until
    self.count = count
  }
}

/// The source of one field's value.
public struct FieldMapping: Hashable, Sendable, Codable {
  /// Paths below the item, with the syntax of `FeedMapping.item`; `@name` reads an attribute, and `../name`
  /// begins at the element around the item. Their values are joined.
  public var paths: [String]
  /// The value of items in which no path has one.
  public var constant: String?
  public var separator: String
  /// A text before the values, such as the base of an address.
  public var prefix: String?
  /// Texts of a second document by the id of their item, which replace the values. A value without
  /// a text is dropped. nil: the values are used unchanged.
  public var lookup: [String: [String]]?

  public init(
    paths: [String], constant: String? = nil, separator: String = " ",
    lookup: [String: [String]]? = nil
  ) {
    self.paths = paths
    self.constant = constant
    self.separator = separator
    self.lookup = lookup
  }
}

/// The source of a start or an end: one value, or a date and a time of day in separate values. A
/// path with several values gives several dates of one event.
public struct TimeMapping: Hashable, Sendable, Codable {
  /// The side of a range such as `7pm - 9pm`.
  public enum Part: String, Hashable, Sendable, Codable { case start, end }

  public var date: FieldMapping
  public var time: FieldMapping?
  /// Unicode date patterns (UTS #35 part 4) such as `d MMM yyyy`, tried before the general reader;
  /// or `epoch-s` or `epoch-ms` for seconds or milliseconds since 1970.
  public var formats: [String]
  public var part: Part
  /// Days between consecutive items. The date, whose path then begins at the document's root, is
  /// that of the first item. nil: each item has its own date.
  public var step: Int?
  /// Whether an end without a time of day is the day after the last, as in RFC 5545.
  public var isExclusive: Bool

  public init(
    date: FieldMapping, time: FieldMapping? = nil, formats: [String] = [], part: Part = .start,
    isExclusive: Bool = false
  ) {
    self.date = date
    self.time = time
    self.formats = formats
    self.part = part
    self.isExclusive = isExclusive
  }
}
