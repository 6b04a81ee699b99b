/// A component with its properties and subcomponents (RFC 5545, section 3.6).
struct ICalComponent: Sendable {
  /// Upper case.
  let name: String
  /// One-based physical line of its BEGIN.
  let line: Int
  /// The known properties in document order.
  private(set) var properties: [ContentLine] = []
  /// Those that are read; others, such as alarms, are only skipped.
  private(set) var components: [ICalComponent] = []
  /// Whether properties beyond the limit were left out.
  private(set) var isCut = false
  /// Whether the last property read is the last of `properties`.
  private var hasLast = false

  /// The maximum number of properties. A property takes up to ten times its bytes in memory.
  private static let limit = 50_000

  init(name: String, line: Int) {
    self.name = name
    self.line = line
    // Most events have fewer properties.
    if name == "VEVENT" { properties.reserveCapacity(16) }
  }

  mutating func append(_ component: ICalComponent) {
    guard ["VLOCATION", "STANDARD", "DAYLIGHT"].contains(component.name) else { return }
    components.append(component)
  }

  /// - Parameter limit: The field size in bytes; longer values are stored even if unknown, to
  ///   report their length.
  mutating func append(_ property: ContentLine, limit: Int) {
    let isKnown = property.property != .other || property.value.count > limit
    hasLast = isKnown && properties.count < Self.limit
    if hasLast { properties.append(property) }
    isCut = isCut || properties.count == Self.limit
  }

  /// Copies the bytes of the properties from the document. Threads that share the document would
  /// wait for each other whenever they count references to it.
  mutating func detach() {
    var bytes: [UInt8] = []
    // Most events have fewer bytes.
    bytes.reserveCapacity(1_024)
    for index in properties.indices { bytes += properties[index].bytes }
    var start = 0
    for index in properties.indices {
      let end = start + properties[index].bytes.count
      properties[index].bytes = bytes[start..<end]
      start = end
    }
  }

  /// Continues the last text with a line that is no property: LiveWhale leaves raw line breaks in
  /// X-ALT-DESC, others in LOCATION.
  ///
  /// - Parameter limit: The maximum size of a text in bytes.
  mutating func append(stray line: UnfoldedLines.Line, limit: Int) {
    guard hasLast, let last = properties.indices.last, properties[last].property.hasManyLines,
      properties[last].value.count + line.bytes.count < limit
    else { return }
    properties[last].append(line)
  }
}

extension CalendarProperty {
  /// Whether the value is multi-line text, as addresses are.
  fileprivate var hasManyLines: Bool {
    [.description, .alternative, .vendorSummary, .location].contains(self)
  }
}
