/// A component of a calendar with everything in it (RFC 5545 section 3.6).
struct ICalComponent {
  /// Upper-case.
  let name: String
  /// One-based physical line of its BEGIN.
  let line: Int
  /// The properties that mean something to us, in document order.
  private(set) var properties: [ContentLine] = []
  var components: [ICalComponent] = []
  /// Whether properties beyond the limit were left out.
  private(set) var isCut = false
  /// Whether the last property is one of `properties`.
  private var hasLast = false

  /// Properties of one component. A property takes up to ten times its bytes in memory.
  private static let limit = 50_000

  init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  /// - Parameter limit: bytes of a field; of a longer one the reader reports the length.
  mutating func append(_ property: ContentLine, limit: Int) {
    let isKnown = property.property != .other || property.value.count > limit
    hasLast = isKnown && properties.count < Self.limit
    if hasLast { properties.append(property) }
    isCut = isCut || properties.count == Self.limit
  }

  /// Continues the text before with a line that is no property: LiveWhale leaves raw line ends in
  /// X-ALT-DESC.
  ///
  /// - Parameter limit: bytes of a text.
  mutating func append(stray line: UnfoldedLines.Line, limit: Int) {
    guard hasLast, let last = properties.indices.last, properties[last].property.hasManyLines,
      properties[last].value.count + line.bytes.count < limit
    else { return }
    properties[last].append(line)
  }
}

extension CalendarProperty {
  /// Whether the value is a text of many lines.
  fileprivate var hasManyLines: Bool {
    self == .description || self == .alternative || self == .vendorSummary
  }
}
