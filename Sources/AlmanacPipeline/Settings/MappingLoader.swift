import AlmanacIngest
import AlmanacModel
import Foundation

/// Reads `mapping:` of a source's definition.
struct MappingLoader {
  private let tables: [String: LookupDocument]

  /// - Parameter format: of a table the rows are the items, so that it needs no `item`.
  static func load(
    _ node: ConfigurationNode, format: FeedFormat?
  ) throws(ConfigurationError) -> FeedMapping {
    let loader = MappingLoader(tables: try tables(node.child("lookup")))
    var mapping = FeedMapping(item: "", fields: [:])
    if format != .csv {
      guard let item = try node.child("item") else {
        throw node.error(
          "'item' is missing: the path of the items in XML or JSON; for a table of comma-separated "
            + "values add 'format: csv'")
      }
      mapping.item = try item.string()
    }
    for (name, value) in try node.members() {
      guard let field = field(named: name) else { continue }
      mapping.fields[field] = try loader.field(value)
    }
    if let start = try node.child("start") { mapping.start = try loader.time(start, part: .start) }
    if let end = try node.child("end") { mapping.end = try loader.time(end, part: .end) }
    if let node = try node.child("repeat") { mapping.repetition = try loader.repetition(node) }
    mapping.dateOrder = try node.child("order")?.word(DateOrderWord.self).value
    return mapping
  }

  /// `name: {path:, item:, id:, format:}`: files beside the definition.
  private static func tables(_ node: ConfigurationNode?) throws(ConfigurationError)
    -> [String: LookupDocument]
  {
    var tables: [String: LookupDocument] = [:]
    for (name, node) in try node?.members() ?? [] {
      let path = try node.required("path")
      let file = try path.resolved(in: URL(filePath: node.file).deletingLastPathComponent())
      let bytes: [UInt8]
      do {
        bytes = [UInt8](try Data(contentsOf: file))
      } catch {
        throw path.error("'\(file.path)' can't be read: \(error.localizedDescription)")
      }
      tables[name] = LookupDocument(
        bytes, format: try node.child("format")?.word(FeedFormat.self),
        item: try node.required("item").string(), id: try node.required("id").string())
    }
    return tables
  }

  /// `{frequency:, unit:, until:, count:}`.
  private func repetition(_ node: ConfigurationNode) throws(ConfigurationError)
    -> RepetitionMapping
  {
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

  /// A path, or `{path:, const:, join: […], separator:, in:, at:}`.
  private func field(_ node: ConfigurationNode) throws(ConfigurationError)
    -> FieldMapping
  {
    guard node.isMapping else { return FieldMapping(paths: try node.strings()) }
    var mapping = FieldMapping(paths: [])
    for name in ["path", "join"] {
      if let paths = try node.child(name) { mapping.paths += try paths.strings() }
    }
    mapping.constant = try node.child("const")?.string()
    if let separator = try node.child("separator") { mapping.separator = try separator.string() }
    if let name = try node.child("in") {
      guard let table = tables[try name.string()] else {
        throw name.error("'\(try name.string())' is no document under 'lookup'")
      }
      let path = try node.required("at")
      let text = try path.string()
      do throws(LookupError) {
        mapping.lookup = try table.values(at: text)
      } catch {
        throw path.error(error.reason)
      }
    }
    guard !mapping.paths.isEmpty || mapping.constant != nil else {
      throw node.error("needs 'path', 'join' or 'const'")
    }
    return mapping
  }

  /// A path, or `{date:, time:, format: […], part: start|end}`.
  private func time(_ node: ConfigurationNode, part: TimeMapping.Part)
    throws(ConfigurationError) -> TimeMapping
  {
    guard node.isMapping else {
      return TimeMapping(date: FieldMapping(paths: try node.strings()), part: part)
    }
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
