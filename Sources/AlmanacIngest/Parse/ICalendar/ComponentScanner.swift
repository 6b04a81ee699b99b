/// Walks a calendar's components and properties in document order, without keeping them.
struct ComponentScanner {
  enum Item {
    /// Upper-case name; the number of the line.
    case begin(String, Int)
    case property(ContentLine)
    /// `isClosed` is false where no END of its own came.
    case end(String, isClosed: Bool, Int)
    /// A line that is no property.
    case stray(LogicalLines.Line)
    /// A component nested too deeply.
    case tooDeep(Int)
  }

  private var lines: LogicalLines
  private var pending: [Item] = []
  private let depthLimit: Int
  /// Names of the open components, outermost first.
  private(set) var open: [String] = []

  init(_ document: [UInt8], depthLimit: Int) {
    lines = LogicalLines(document)
    self.depthLimit = depthLimit
  }

  /// Every BEGIN gets its END, if need be at the end of the document.
  mutating func next() -> Item? {
    if let item = pending.popLast() { return item }
    guard let line = lines.next() else {
      return open.popLast().map { .end($0, isClosed: false, 0) }
    }
    guard let property = ContentLine(line) else { return .stray(line) }
    switch property.property {
    case .begin: return begin(Self.componentName(property), line.number)
    case .end: return end(Self.componentName(property), line)
    default: return .property(property)
    }
  }

  private mutating func begin(_ name: String, _ number: Int) -> Item {
    // An event inside an event or a task means that the first was not closed.
    if let outer = unclosedOutside(name) {
      let unclosed = open[outer...]
      open.removeSubrange(outer...)
      open.append(name)
      pending = [.begin(name, number)]
      pending += unclosed.dropLast().map { .end($0, isClosed: false, number) }
      return .end(unclosed.last ?? name, isClosed: false, number)
    }
    guard open.count < depthLimit else { return .tooDeep(number) }
    open.append(name)
    return .begin(name, number)
  }

  private func unclosedOutside(_ name: String) -> Int? {
    guard !open.isEmpty, Self.isEntry(name) else { return nil }
    return open.lastIndex(where: Self.isEntry)
  }

  private static func isEntry(_ name: String) -> Bool {
    switch name {
    case "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY": true
    default: false
    }
  }

  private mutating func end(_ name: String, _ line: LogicalLines.Line) -> Item {
    if open.last == name {
      open.removeLast()
      return .end(name, isClosed: true, line.number)
    }
    guard let index = open.lastIndex(of: name) else { return .stray(line) }
    let unclosed = open[(index + 1)...]
    open.removeSubrange(index...)
    pending = [.end(name, isClosed: true, line.number)]
    pending += unclosed.map { .end($0, isClosed: false, line.number) }
    return pending.popLast() ?? .end(name, isClosed: true, line.number)
  }

  private static func componentName(_ property: ContentLine) -> String {
    // Nearly every component is an event.
    if property.value.elementsEqual(event) { return "VEVENT" }
    let text = property.text.uppercased()
    return String(text.drop { $0 == " " }.prefix { $0 != " " })
  }

  private static let event = Array("VEVENT".utf8)
}
