import Foundation

/// The records of a published file that are in the order of the events' ids. Those of one event are
/// found by halving: of a file of a gigabyte some pages are read.
struct PublishedRecords {
  /// How a file is made of records.
  struct Form: Sendable {
    /// A line that begins a record begins with this.
    var beginning: String
    /// The line that ends a record begins with this; nil: it is the one that begins it.
    var ending: String?
    /// The name in a record: an event's id, perhaps with a date behind it.
    var name: @Sendable (Substring) -> Substring

    static let features = Form(beginning: #"{"type":"Feature","id":""#, ending: nil) { record in
      record.dropFirst(#"{"type":"Feature","id":""#.count).prefix { $0 != "\"" }
    }

    /// UIDs are `<event>@<domain>`, of dated instances `<event>-<date>@<domain>`, and may be folded.
    static let components = Form(beginning: "BEGIN:VEVENT", ending: "END:VEVENT") { record in
      guard let start = record.firstRange(of: "\r\nUID:") else { return "" }
      let unfolded = record[start.upperBound...].prefix(1_000).replacing("\r\n ", with: "")
      return Substring(unfolded).prefix { $0 != "@" && !$0.isNewline }
    }
  }

  private let data: Data
  private let form: Form

  init(_ file: URL, _ form: Form) throws {
    // Mapped: what nobody looks at is not read.
    data = try Data(contentsOf: file, options: .alwaysMapped)
    self.form = form
  }

  /// What stands before the first record, and behind the last.
  func frame() -> (head: Data, tail: Data) {
    guard let first = record(from: data.startIndex) else { return (data, Data()) }
    var last = first
    var low = data.startIndex
    var high = data.endIndex
    while low < high {
      let middle = (low + high) / 2
      if let found = record(from: middle) {
        last = found
        low = found.upperBound
      } else {
        high = middle
      }
    }
    return (data[..<first.lowerBound], data[last.upperBound...])
  }

  /// The records of an event, one after the other.
  func records(of event: String) -> [Data] {
    let found = matches(of: event, from: lowerBound(of: event))
    // An id that itself ends in a date is not where it is looked for.
    return (found.isEmpty ? matches(of: event, from: nil) : found).map { data[$0] }
  }

  /// - Parameter start: where the first of them is; nil: somewhere.
  private func matches(of event: String, from start: Int?) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = start ?? data.startIndex
    while let record = record(from: position) {
      position = record.upperBound
      let name = form.name(text(record))
      if name == event || (name.hasPrefix(event) && Self.withoutDate(name) == event) {
        found.append(record)
      } else if start != nil || !found.isEmpty {
        break
      }
    }
    return found
  }

  /// Where the first record is whose event does not come before this one.
  private func lowerBound(of event: String) -> Int {
    var low = data.startIndex
    var high = data.endIndex
    while low < high {
      let middle = (low + high) / 2
      guard let found = record(from: middle), found.lowerBound < high else {
        high = middle
        continue
      }
      let name = form.name(text(found))
      let isBefore =
        name != event && Self.withoutDate(name).utf8.lexicographicallyPrecedes(event.utf8)
      if isBefore { low = found.upperBound } else { high = middle }
    }
    return low
  }

  /// The first record that begins at or behind a position, its line ends included.
  private func record(from position: Int) -> Range<Int>? {
    guard let start = line(beginning: form.beginning, from: position) else { return nil }
    var last = start
    if let ending = form.ending {
      guard let line = line(beginning: ending, from: start) else { return nil }
      last = line
    }
    return start..<(lineEnd(from: last) ?? data.endIndex)
  }

  /// Where the first line begins, at or behind a position, that begins with this.
  private func line(beginning text: String, from position: Int) -> Int? {
    let bytes = Array(text.utf8)
    var start = position
    if start > data.startIndex, data[start - 1] != UInt8(ascii: "\n") {
      guard let next = lineEnd(from: start) else { return nil }
      start = next
    }
    while start + bytes.count <= data.endIndex {
      if data[start..<(start + bytes.count)].elementsEqual(bytes) { return start }
      guard let next = lineEnd(from: start) else { return nil }
      start = next
    }
    return nil
  }

  /// Where the line behind this one begins; nil in the last one.
  private func lineEnd(from position: Int) -> Int? {
    data.withUnsafeBytes { bytes in
      guard position < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + position, 0x0a, bytes.count - position)
      else { return nil }
      return base.distance(to: UnsafeRawPointer(found)) + 1
    }
  }

  private func text(_ range: Range<Int>) -> Substring {
    Substring(decoding: data[range].prefix(2_000), as: UTF8.self)
  }

  /// `-20260303` or `-20260303T193000` at the end is the date of an instance.
  private static func withoutDate(_ name: Substring) -> Substring {
    guard let hyphen = name.lastIndex(of: "-") else { return name }
    let tail = Array(name[name.index(after: hyphen)...].utf8)
    let isDate =
      (tail.count == 8 || (tail.count == 15 && tail[8] == UInt8(ascii: "T")))
      && tail.enumerated().allSatisfy { $0 == 8 || (0x30...0x39).contains($1) }
    return isDate ? name[..<hyphen] : name
  }
}
