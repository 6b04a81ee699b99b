/// How the items of an XML or JSON document, or the rows of a table, become entries, as `feed.yaml`
/// declares it.
public struct FeedMapping: Hashable, Sendable, Codable {
  /// The fields of an entry that a mapping can fill, by the names of the `inspect` contract.
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

  /// Path of the items. XML: element names from the root's child on, separated by `/`.
  /// JSON: member names separated by `.`; empty for a root that is itself the array. In JSON `*`
  /// stands for every name; `[0]`, `[-1]` and `[name=text]` choose among several values.
  /// CSV: empty, because the rows are the items; the paths of fields are the names of columns.
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
}

/// How often an item repeats: a number of a declared unit, or a word such as `weekly`, and the last
/// date or the number of dates.
public struct RepetitionMapping: Hashable, Sendable, Codable {
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    case seconds, minutes, hours, days, weeks, months, years
  }

  public var frequency: FieldMapping
  /// What the frequency's number counts; nil: only words are understood.
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

/// Where one field's value comes from.
public struct FieldMapping: Hashable, Sendable, Codable {
  /// Paths below the item, in the manner of `FeedMapping.item`; `@name` reads an attribute.
  /// The values of all of them are joined.
  public var paths: [String]
  /// A value that every item gets where no path gives one.
  public var constant: String?
  public var separator: String
  /// What goes before the values, such as the address that a name completes.
  public var prefix: String?
  /// What the values stand for in a second document: texts there by the id of their item. A value
  /// that is no id of it gives nothing. nil: the values stand for themselves.
  public var lookup: [String: [String]]?

  public init(
    paths: [String], constant: String? = nil, separator: String = " ", prefix: String? = nil,
    lookup: [String: [String]]? = nil
  ) {
    self.paths = paths
    self.constant = constant
    self.separator = separator
    self.prefix = prefix
    self.lookup = lookup
  }
}

/// Where a start or an end comes from: one value, or a date and a time of day apart. One path that
/// leads to several values states several dates of one event.
public struct TimeMapping: Hashable, Sendable, Codable {
  /// Which side of a range such as `7pm - 9pm` is meant.
  public enum Part: String, Hashable, Sendable, Codable { case start, end }

  public var date: FieldMapping
  public var time: FieldMapping?
  /// Unicode date patterns (`d MMM yyyy`) tried before the general reader; or `epoch-s` or
  /// `epoch-ms` for numbers of seconds or milliseconds since 1970.
  public var formats: [String]
  public var part: Part
  /// Days between an item and the next one: the date is that of the first item then, and its path
  /// begins at the document instead of the item. nil: each item has its own.
  public var step: Int?

  public init(
    date: FieldMapping, time: FieldMapping? = nil, formats: [String] = [], part: Part = .start,
    step: Int? = nil
  ) {
    self.date = date
    self.time = time
    self.formats = formats
    self.part = part
    self.step = step
  }
}
