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
    let loader = MappingLoader(tables: try tables(node["lookup"]))
    var mapping = FeedMapping(item: "", fields: [:])
    if format != .csv {
      guard let item = node["item"]?.text else {
        throw node.error(
          "'item' is missing: the path of the items in XML or JSON; for a table of comma-separated "
            + "values add 'format: csv'")
      }
      mapping.item = item
    }
    for (name, value) in node.members {
      guard let field = field(named: name) else { continue }
      mapping.fields[field] = try loader.field(value)
    }
    if let start = node["start"] { mapping.start = try loader.startTime(start) }
    if let end = node["end"] { mapping.end = try loader.time(end, part: .end) }
    if let node = node["repeat"] { mapping.repetition = try loader.repetition(node) }
    mapping.dateOrder = node["order"]?.text.flatMap { orders[$0] }
    return mapping
  }

  private static let orders: [String: FeedMapping.DateOrder] = [
    "dmy": .dayMonthYear, "mdy": .monthDayYear, "ymd": .yearMonthDay,
  ]

  /// `name: {path:, item:, id:, format:}`: files beside the definition.
  private static func tables(_ node: ConfigurationNode?) throws(ConfigurationError)
    -> [String: LookupDocument]
  {
    var tables: [String: LookupDocument] = [:]
    for (name, node) in node?.members ?? [] {
      let path = try node.required("path")
      let file = path.file(in: URL(filePath: node.file).deletingLastPathComponent())
      let bytes: [UInt8]
      do throws(ConfigurationError) {
        bytes = try ConfigurationNode.bytes(of: file, remedy: "correct 'path'")
      } catch {
        throw path.error("'\(error.file)' \(error.message)")
      }
      tables[name] = LookupDocument(
        bytes, format: node["format"]?.word(FeedFormat.self), item: node["item"]?.text ?? "",
        id: node["id"]?.text ?? "")
    }
    return tables
  }

  /// `{frequency:, unit:, until:, count:}`.
  private func repetition(_ node: ConfigurationNode) throws(ConfigurationError)
    -> RepetitionMapping
  {
    RepetitionMapping(
      frequency: try field(node.required("frequency")),
      unit: node["unit"]?.word(RepetitionMapping.Unit.self),
      until: try node["until"].map(startTime),
      count: try node["count"].map(field))
  }

  /// `description` and `category` are what feeds call the summary and the categories.
  private static func field(named name: String) -> FeedMapping.Field? {
    switch name {
    case "description": .summary
    case "category": .categories
    default: FeedMapping.Field(rawValue: name)
    }
  }

  /// A path, or `{path:, const:, join: […], separator:, before:, in:, at:}`.
  private func field(_ node: ConfigurationNode) throws(ConfigurationError)
    -> FieldMapping
  {
    guard node.isMapping else { return FieldMapping(paths: node.texts) }
    var mapping = FieldMapping(paths: ["path", "join"].flatMap { node[$0]?.texts ?? [] })
    mapping.constant = node["const"]?.text
    mapping.separator = try node.value("separator", \.text)
    mapping.prefix = node["before"]?.text
    if let name = node["in"] {
      guard let table = tables[name.text ?? ""] else {
        throw name.error("'\(name.text ?? "")' is no document under 'lookup'")
      }
      let path = try node.required("at")
      do throws(LookupError) {
        mapping.lookup = try table.values(at: path.text ?? "")
      } catch {
        throw path.error(error.reason)
      }
    }
    guard !mapping.paths.isEmpty || mapping.constant != nil else {
      throw node.error("needs 'path', 'join' or 'const'")
    }
    return mapping
  }

  private func startTime(_ node: ConfigurationNode) throws(ConfigurationError) -> TimeMapping {
    try time(node, part: .start)
  }

  /// A path, or `{date:, time:, format: […], part: start|end, step:, exclusive:}`.
  private func time(_ node: ConfigurationNode, part: TimeMapping.Part)
    throws(ConfigurationError) -> TimeMapping
  {
    guard node.isMapping else {
      return TimeMapping(date: FieldMapping(paths: node.texts), part: part)
    }
    var mapping = TimeMapping(date: try field(node.required("date")), part: part)
    mapping.time = try node["time"].map(field)
    for format in node["format"]?.elements ?? [] {
      let pattern = format.text ?? ""
      guard DateFormat.isUnderstood(pattern) else {
        throw format.error(
          "'\(pattern)' is no date pattern such as 'd MMM yyyy' or 'HH:mm', nor epoch-s or epoch-ms"
        )
      }
      mapping.formats.append(pattern)
    }
    mapping.step = node["step"]?.seconds.map { $0 / 86_400 }
    mapping.isExclusive = try node.value("exclusive", \.bool)
    if let part = node["part"]?.text { mapping.part = part == "start" ? .start : .end }
    return mapping
  }
}
