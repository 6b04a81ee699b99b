import AlmanacIngest
import AlmanacModel
import Yams

/// Lists of events in YAML, such as the data files of static sites: they are read as the JSON that they
/// mean.
enum YAMLDocument {
  /// Why a document can't be read as YAML.
  struct Failure: Error {
    /// One-based, where known.
    var line: Int?
    var reason: String

    /// `E_PARSE` of a source.
    var finding: Finding {
      Finding(
        "E_PARSE", message: "not YAML: \(reason); correct it, or ask the publisher to do so",
        line: line)
    }
  }

  /// The bytes as JSON; nil for nothing, or a single text.
  static func json(_ bytes: [UInt8]) throws(Failure) -> [UInt8]? {
    let limits = ReadingLimits()
    let root: Node?
    do {
      root = try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self))
    } catch {
      let error = error as? YamlError
      throw Failure(line: error?.line, reason: error?.firstLine ?? "it can't be read")
    }
    guard let root, root.scalar == nil else { return nil }
    var json = JSONWriter()
    // Aliases repeat their content: a short text may become more than fits into memory.
    var left = limits.values
    guard write(root, depth: limits.depth, &left, to: &json) else {
      throw Failure(
        reason: "it has more than \(limits.values) values, aliases counted, or more than "
          + "\(limits.depth) levels")
    }
    return Array(json.text.utf8)
  }

  /// A document of lists or members that is no JSON, XML, table or calendar, as JSON; nil for others.
  static func list(_ bytes: [UInt8]) -> [UInt8]? {
    // Such a first character means XML, JSON or a flow collection.
    guard let first = bytes.first(where: { $0 > 0x20 }), !"<{[".utf8.contains(first),
      bytes.prefix(65_536).contains(where: { $0 == UInt8(ascii: ":") }),
      FeedReader.read(bytes, context: ReadingContext()).document.isRefused
    else { return nil }
    // A text that is not YAML is no list of events.
    return try? json(bytes)
  }

  /// The request with its document in JSON, if its source is one of YAML. A page of HTML or XML stays as
  /// it is: its reader names it.
  static func readable(_ request: ParseRequest) throws(Failure) -> ParseRequest {
    guard request.source.format == .yaml,
      request.body.first(where: { $0 > 0x20 }) != UInt8(ascii: "<"),
      let json = try json(request.body)
    else { return request }
    var request = request
    request.body = json
    request.source.format = .json
    return request
  }

  private static func write(
    _ node: Node, depth: Int, _ left: inout Int, to json: inout JSONWriter
  ) -> Bool {
    left -= 1
    guard left > 0, depth > 0 else { return false }
    switch node {
    case .mapping(let mapping):
      json.beginObject()
      for (key, value) in mapping {
        json.key(key.scalar?.string ?? "")
        guard write(value, depth: depth - 1, &left, to: &json) else { return false }
      }
      json.endObject()
    case .sequence(let values):
      json.beginArray()
      for value in values {
        guard write(value, depth: depth - 1, &left, to: &json) else { return false }
      }
      json.endArray()
    case .scalar(let scalar): write(scalar, to: &json)
    case .alias: return false
    }
    return true
  }

  /// Dates and numbers stay as they are written: `007` is a room and `1e3` a course.
  private static func write(_ scalar: Node.Scalar, to json: inout JSONWriter) {
    let isPlain = scalar.style == .plain || scalar.style == .any
    switch scalar.string {
    case "", "~", "null", "Null", "NULL": isPlain ? json.null() : json.string(scalar.string)
    case "true", "True", "TRUE": isPlain ? json.boolean(true) : json.string(scalar.string)
    case "false", "False", "FALSE": isPlain ? json.boolean(false) : json.string(scalar.string)
    case let text: json.string(text)
    }
  }
}
