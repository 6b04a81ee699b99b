import AlmanacModel

/// Parses calendars component by component (RFC 5545, section 3.6), so that one component at a time
/// is in memory.
///
/// Missing END lines are supplied: an END of an outer component, a BEGIN that cannot be nested, and
/// the end of the document close the open components.
struct ICalParser {
  enum Part {
    /// A property of a VCALENDAR itself.
    case property(ContentLine, calendar: Int)
    /// A wanted component and the number of its VCALENDAR; 0 outside of any.
    case component(ICalComponent, calendar: Int)
  }

  /// The structural defects found so far.
  private(set) var diagnostics = Diagnostics()
  /// The number of VCALENDARs so far.
  private(set) var calendars = 0
  /// The number of other components so far, by name.
  private(set) var skipped: [String: Int] = [:]

  private var lines: UnfoldedLines
  private let wanted: Set<String>
  private let skipsEntries: Bool
  private let limits: ReadingLimits
  /// The names of the open components, outermost first.
  private var open: [String] = []
  /// The open components of the current wanted component.
  private var tree: [ICalComponent] = []
  private var treeCalendar = 0
  private var finished: Part?

  /// - Parameters:
  ///   - wanted: Names of the components to read.
  ///   - skipsEntries: Whether to skip the lines of events and tasks.
  init(_ document: [UInt8], wanted: Set<String>, skipsEntries: Bool, limits: ReadingLimits) {
    lines = UnfoldedLines(document)
    self.wanted = wanted
    self.skipsEntries = skipsEntries
    self.limits = limits
  }

  /// How many bytes of the document were read.
  var position: Int { lines.position }

  mutating func next() -> Part? {
    while true {
      if let part = finished {
        finished = nil
        return part
      }
      guard let line = nextLine() else {
        guard !open.isEmpty else { return nil }
        diagnostics.note(.unended)
        close(downTo: 0)
        continue
      }
      guard let property = ContentLine(line) else {
        read(stray: line)
        continue
      }
      switch property.property {
      case .begin: begin(Self.componentName(property), line.number)
      case .end: end(Self.componentName(property), line)
      default: if let part = read(property) { return part }
      }
    }
  }

  /// The finding about the components that are no events.
  var findings: [Finding] {
    guard !skipped.isEmpty else { return [] }
    let counts = skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return [
      Finding("W_SKIPPED_COMPONENTS", message: "not events: \(counts.joined(separator: ", "))")
    ]
  }

  private mutating func nextLine() -> UnfoldedLines.Line? {
    guard skipsEntries, open.contains(where: Self.isEntry) else { return lines.next() }
    return lines.next { $0 | 0x20 == UInt8(ascii: "b") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  private mutating func read(_ property: ContentLine) -> Part? {
    if !property.isUTF8 { diagnostics.note(.legacyText, line: property.number) }
    if let last = tree.indices.last {
      tree[last].append(property, limit: limits.fieldBytes)
    } else if open.last == "VCALENDAR" {
      return .property(property, calendar: calendars)
    } else if open.isEmpty {
      diagnostics.note(.outside, line: property.number)
    }
    return nil
  }

  private mutating func read(stray line: UnfoldedLines.Line) {
    diagnostics.note(.strayLine, line: line.number)
    if tree.count == 1 { tree[0].append(stray: line, limit: limits.fieldBytes) }
  }

  // MARK: Components

  private mutating func begin(_ name: String, _ number: Int) {
    // A nested event or task means that the outer one was not closed. Calendars are never nested.
    let outer = name == "VCALENDAR" ? open.indices.first : outerEntry(of: name)
    if let outer {
      diagnostics.note(.unclosed, line: number)
      close(downTo: outer)
    }
    guard open.count < min(limits.depth, 64) else {
      diagnostics.note(.tooDeep, line: number)
      return
    }
    let isSkipped =
      name == "VALARM"
      ? !open.contains(where: Self.isEntry) : Self.isEntry(name) && name != "VEVENT"
    if isSkipped { skipped[name, default: 0] += 1 }
    open.append(name)
    if name == "VCALENDAR" { calendars += 1 }
    if calendars == 0, name == "VEVENT" || name == "VTODO" {
      diagnostics.note(.fragment, line: number)
    }
    if tree.isEmpty, wanted.contains(name) {
      treeCalendar = calendars
      tree = [ICalComponent(name: name, line: number)]
    } else if !tree.isEmpty {
      tree.append(ICalComponent(name: name, line: number))
    }
  }

  private func outerEntry(of name: String) -> Int? {
    open.isEmpty || !Self.isEntry(name) ? nil : open.lastIndex(where: Self.isEntry)
  }

  private mutating func end(_ name: String, _ line: UnfoldedLines.Line) {
    guard let index = open.lastIndex(of: name) else { return read(stray: line) }
    if index < open.count - 1 {
      diagnostics.note(.unclosed, line: line.number)
    }
    close(downTo: index)
  }

  /// Closes components until `count` are open.
  private mutating func close(downTo count: Int) {
    while open.count > count {
      open.removeLast()
      guard var component = tree.popLast() else { continue }
      if let last = tree.indices.last {
        tree[last].append(component)
      } else {
        component.detach()
        finished = .component(component, calendar: treeCalendar)
      }
    }
  }

  private static func isEntry(_ name: String) -> Bool {
    switch name {
    case "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY": true
    default: false
    }
  }

  private static func componentName(_ property: ContentLine) -> String {
    // Fast path: nearly all components are events.
    if property.value.elementsEqual("VEVENT".utf8) { return "VEVENT" }
    let text = property.text.uppercased()
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }
}
