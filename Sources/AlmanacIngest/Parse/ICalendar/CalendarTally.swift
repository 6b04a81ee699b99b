import AlmanacModel

/// What was odd about a calendar, counted.
struct CalendarTally {
  var calendars = 0
  /// Components that are no events, by name.
  var skipped: [String: Int] = [:]
  var nulBytes = false
  var isTruncated = false
  /// The first component without an END of its own, and where that showed.
  var unclosed: (name: String, number: Int)?
  var strayLines = 0
  var firstStray: Int?
  /// The first line of text outside of any component.
  var outside: Int?
  var tooDeep: Int?
  /// The first event that stands in no VCALENDAR.
  var fragment: Int?
  private var repaired: Int?

  mutating func noteEncoding(of line: ContentLine) {
    guard !line.isUTF8, repaired == nil else { return }
    repaired = line.number
  }

  var findings: [Finding] {
    var findings: [Finding] = []
    if isTruncated {
      findings.append(
        Finding(
          "W_TRUNCATED", severity: .warning,
          message: "the calendar does not end: its END lines are missing, so events may be, too"))
    }
    if let unclosed {
      findings.append(
        Finding(
          "W_UNCLOSED", severity: .warning, message: "a \(unclosed.name) has no END of its own",
          line: unclosed.number))
    }
    if let fragment {
      findings.append(
        Finding(
          "W_FRAGMENT", severity: .warning,
          message: "an event stands in no VCALENDAR: the document is a part of a calendar",
          line: fragment))
    }
    if nulBytes {
      findings.append(
        Finding("W_NUL", severity: .warning, message: "the calendar holds NUL bytes"))
    }
    if let repaired {
      findings.append(
        Finding(
          "W_ENCODING_REPAIRED", message: "bytes that are not UTF-8 were read as Windows-1252",
          line: repaired))
    }
    if strayLines > 0 {
      findings.append(
        Finding(
          "W_STRAY_LINE", message: "lines without a property name and colon: \(strayLines)",
          line: firstStray))
    }
    if let outside {
      findings.append(
        Finding("W_OUTSIDE", message: "properties outside of any component", line: outside))
    }
    if let tooDeep {
      findings.append(
        Finding("W_DEPTH", message: "components nested too deeply were left out", line: tooDeep))
    }
    if !skipped.isEmpty {
      let counts = skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      findings.append(
        Finding(
          "W_SKIPPED_COMPONENTS", message: "not events: \(counts.joined(separator: ", "))"))
    }
    return findings
  }
}
