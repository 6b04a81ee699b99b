import AlmanacIngest
import AlmanacModel
import Foundation

extension FeedMapping: ConfigurationValue {
  /// The value of `mapping`. For a table the rows are the items, so that it needs no `item`.
  init(_ node: ConfigurationNode) throws {
    let loader = MappingLoader(tables: try MappingLoader.tables(node["lookup"]))
    self.init(item: try node.decoded("item") ?? "", fields: [:])
    for (name, value) in node.members {
      guard let field = MappingLoader.field(named: name) else { continue }
      fields[field] = try loader.field(value)
    }
    start = try node["start"].map { try loader.time($0, part: .start) }
    end = try node["end"].map { try loader.time($0, part: .end) }
    repetition = try node["repeat"].map(loader.repetition)
    dateOrder = try node.decoded("order")
  }
}

/// Reads the parts of `mapping:`, which may name its documents.
private struct MappingLoader {
  let tables: [String: LookupDocument]

  /// `name: {path:, item:, id:, format:}`: files beside the definition.
  static func tables(_ node: ConfigurationNode?) throws(ConfigurationError)
    -> [String: LookupDocument]
  {
    var tables: [String: LookupDocument] = [:]
    for (name, node) in node?.members ?? [] {
      let path = node.child("path")
      let file: URL = try path.decoded()
      let bytes: [UInt8]
      do throws(ConfigurationError) {
        bytes = try ConfigurationNode.bytes(of: file, remedy: "correct 'path'")
      } catch {
        throw path.error("'\(error.file)' \(error.message)")
      }
      tables[name] = LookupDocument(
        bytes, format: try node.decoded("format"), item: try node.decoded("item"),
        id: try node.decoded("id"))
    }
    return tables
  }

  /// `{frequency:, unit:, until:, count:}`.
  func repetition(_ node: ConfigurationNode) throws(ConfigurationError)
    -> RepetitionMapping
  {
    RepetitionMapping(
      frequency: try field(node.child("frequency")),
      unit: try node.decoded("unit"),
      until: try node["until"].map { node throws(ConfigurationError) in
        try time(node, part: .start)
      },
      count: try node["count"].map(field))
  }

  /// `description` and `category` are what feeds call the summary and the categories.
  static func field(named name: String) -> FeedMapping.Field? {
    switch name {
    case "description": .summary
    case "category": .categories
    default: FeedMapping.Field(rawValue: name)
    }
  }

  /// `{path:, const:, join: […], separator:, before:, in:, at:}`.
  func field(_ node: ConfigurationNode) throws(ConfigurationError) -> FieldMapping {
    var mapping = FieldMapping(paths: ["path", "join"].flatMap { node[$0]?.texts ?? [] })
    mapping.constant = try node.decoded("const")
    mapping.separator = try node.decoded("separator")
    mapping.prefix = try node.decoded("before")
    if let name = node["in"] {
      guard let table = tables[name.text ?? ""] else {
        throw name.error("'\(name.text ?? "")' is no document under 'lookup'")
      }
      let path = node.child("at")
      do throws(LookupError) {
        mapping.lookup = try table.values(at: path.text ?? "")
      } catch {
        throw path.error(error.reason)
      }
    }
    return mapping
  }

  /// `{date:, time:, format: […], part: start|end, step:, exclusive:}`.
  func time(_ node: ConfigurationNode, part: TimeMapping.Part) throws(ConfigurationError)
    -> TimeMapping
  {
    var mapping = TimeMapping(date: try field(node.child("date")), part: part)
    mapping.time = try node["time"].map(field)
    mapping.formats = try node.decoded("format")
    mapping.step = node["step"]?.seconds.map { $0 / 86_400 }
    mapping.isExclusive = try node.decoded("exclusive")
    mapping.part = try node.decoded("part") ?? part
    return mapping
  }
}
