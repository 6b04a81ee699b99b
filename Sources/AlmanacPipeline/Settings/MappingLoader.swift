import AlmanacIngest
import AlmanacModel

/// Reads `mapping:` of a source's definition.
enum MappingLoader {
  /// - Parameter format: of a table the rows are the items, so that it needs no `item`.
  static func load(
    _ node: ConfigurationNode, format: FeedFormat?
  ) throws(ConfigurationError) -> FeedMapping {
    let words = FeedMapping.Field.allCases.map(\.rawValue)
    try node.allow(["item", "start", "end", "order", "repeat", "description", "category"] + words)
    var mapping = FeedMapping(item: "", fields: [:])
    if format != .csv { mapping.item = try node.required("item").string() }
    for (name, value) in try node.members() {
      guard let field = field(named: name) else { continue }
      mapping.fields[field] = try self.field(value)
    }
    if let start = try node.child("start") { mapping.start = try time(start, part: .start) }
    if let end = try node.child("end") { mapping.end = try time(end, part: .end) }
    mapping.repetition = try node.child("repeat").map(repetition)
    mapping.dateOrder = try node.child("order")?.word(DateOrderWord.self).value
    return mapping
  }

  /// `{frequency:, unit:, until:, count:}`.
  private static func repetition(_ node: ConfigurationNode) throws(ConfigurationError)
    -> RepetitionMapping
  {
    try node.allow(["frequency", "unit", "until", "count"])
    return RepetitionMapping(
      frequency: try field(node.required("frequency")),
      unit: try node.child("unit")?.word(RepetitionMapping.Unit.self),
      until: try node.child("until").map { (node) throws(ConfigurationError) in
        try time(node, part: .start)
      },
      count: try node.child("count").map(field))
  }

  /// `description` and `category` are what feeds call the summary and the categories.
  private static func field(named name: String) -> FeedMapping.Field? {
    switch name {
    case "description": .summary
    case "category": .categories
    default: FeedMapping.Field(rawValue: name)
    }
  }

  /// A path, or `{path:, const:, join: […], separator:}`.
  private static func field(_ node: ConfigurationNode) throws(ConfigurationError)
    -> FieldMapping
  {
    guard node.isMapping else { return FieldMapping(paths: try node.strings()) }
    try node.allow(["path", "const", "join", "separator"])
    var mapping = FieldMapping(paths: [])
    for name in ["path", "join"] {
      if let paths = try node.child(name) { mapping.paths += try paths.strings() }
    }
    mapping.constant = try node.child("const")?.string()
    if let separator = try node.child("separator") { mapping.separator = try separator.string() }
    guard !mapping.paths.isEmpty || mapping.constant != nil else {
      throw node.error("needs 'path', 'join' or 'const'")
    }
    return mapping
  }

  /// A path, or `{date:, time:, format: […], part: start|end}`.
  private static func time(_ node: ConfigurationNode, part: TimeMapping.Part)
    throws(ConfigurationError) -> TimeMapping
  {
    guard node.isMapping else {
      return TimeMapping(date: FieldMapping(paths: try node.strings()), part: part)
    }
    try node.allow(["date", "time", "format", "part"])
    var mapping = TimeMapping(date: try field(node.required("date")), part: part)
    if let time = try node.child("time") { mapping.time = try field(time) }
    for format in try node.child("format")?.list() ?? [] {
      let pattern = try format.string()
      guard DateFormat.isUnderstood(pattern) else {
        throw format.error(
          "'\(pattern)' is no date pattern such as 'd MMM yyyy' or 'HH:mm', nor epoch-s or epoch-ms"
        )
      }
      mapping.formats.append(pattern)
    }
    if let part = try node.child("part") { mapping.part = try part.word(PartWord.self).value }
    return mapping
  }
}

private enum DateOrderWord: String, CaseIterable {
  case dmy, mdy, ymd

  var value: FeedMapping.DateOrder {
    switch self {
    case .dmy: .dayMonthYear
    case .mdy: .monthDayYear
    case .ymd: .yearMonthDay
    }
  }
}

private enum PartWord: String, CaseIterable {
  case start, end

  var value: TimeMapping.Part { self == .start ? .start : .end }
}
