/// Why a document was rejected although libxml2 could read on.
enum XMLError: Error, Equatable, Sendable {
  /// An entity that is more than a short text; such entities can multiply and fetch files.
  case entityDeclaration(line: Int)
  case tooDeep(limit: Int, line: Int)
  case tooLarge(Part, limit: Int, line: Int)
  case encoding(EncodingRefusal)

  enum Part: String, Sendable {
    case tag = "tag of bytes"
    case attributes = "tag of attributes"
    case comment = "comment of bytes"
    case names = "set of different names"
  }

  /// The finding's code.
  var code: String {
    switch self {
    case .entityDeclaration: "E_XML_DTD"
    case .tooDeep: "E_XML_DEPTH"
    case .tooLarge: "E_XML_SIZE"
    case .encoding: EncodingRefusal.code
    }
  }
}

extension XMLError: CustomStringConvertible {
  var description: String {
    switch self {
    case .entityDeclaration(let line):
      "entity in line \(line) that is more than a short text; "
        + "ask the publisher to write the characters themselves"
    case .tooDeep(let limit, let line):
      "elements nested more than \(limit) deep in line \(line); this is no feed"
    case .tooLarge(let part, let limit, let line):
      "\(part.rawValue) over the limit of \(limit) in line \(line); this is no feed"
    case .encoding(let refusal):
      refusal.description
    }
  }
}
