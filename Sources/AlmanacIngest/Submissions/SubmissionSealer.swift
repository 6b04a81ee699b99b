public import AlmanacModel
public import AlmanacTime
import Crypto

/// Replaces the tokens of a log with what they prove, before the log is stored.
///
/// Anybody with a token can change the holder's events, so none is written to the workspace. A log is
/// NDJSON, or the table of a form with a column `token`. An incomplete last line is ignored until it
/// is complete.
public struct SubmissionSealer: Sendable {
  /// Bytes of one line. Longer ones are rejected unread.
  private static let longestLine = 256 * 1_024

  private let key: SubmissionKey
  private let rules: SubmissionRules
  private let zone: Zone

  /// - Parameter zone: That of times in a form's table that have no offset.
  public init(key: SubmissionKey, rules: SubmissionRules, zone: Zone) {
    self.key = key
    self.rules = rules
    self.zone = zone
  }

  /// The log as it is stored.
  ///
  /// - Parameter files: The files of a folder, or one without a name.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sealed(_ files: [(name: String?, bytes: [UInt8])]) -> [UInt8] {
    var reading = Reading(key: key)
    for (name, bytes) in files {
      reading.file = name
      if let table = FormTable(bytes, rules: rules, zone: zone) {
        table.read(into: &reading)
      } else {
        readLines(bytes, into: &reading)
      }
    }
    return reading.log.bytes
  }

  private func readLines(_ bytes: [UInt8], into reading: inout Reading) {
    var number = 0
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      guard line.count <= Self.longestLine else {
        reading.reject(number, SubmissionProblem("the line is longer than 256 KiB"))
        continue
      }
      do throws(JSONSyntaxError) {
        reading.take(try JSONValue(parsing: Array(line)), line: number)
      } catch {
        let isLast = end == bytes.count
        reading.reject(
          number,
          isLast
            ? SubmissionProblem(
              "the last line is not complete yet; it counts once it is", SubmissionProblem.cutCode)
            : SubmissionProblem("the line is not JSON"))
      }
    }
  }

  /// Collects lines; most people write more than one.
  struct Reading {
    var log = SealedLog()
    var file: String?
    private let key: SubmissionKey
    private var known: [String: SubmissionKey.Holder?] = [:]

    init(key: SubmissionKey) { self.key = key }

    mutating func reject(_ line: Int, _ problem: SubmissionProblem) {
      log.append(SealedLog.Line(number: line, file: file, content: .problem(problem)))
    }

    /// Takes a line of NDJSON.
    mutating func take(_ json: JSONValue, line: Int) {
      guard let object = json.object else {
        return reject(line, SubmissionProblem("the line is no JSON object"))
      }
      var members: [String: JSONValue] = [:]
      members.reserveCapacity(object.count)
      for (name, value) in object where SubmissionMember.all.contains(name) && value != .null {
        // Left out, it could make an event for friends public.
        guard let text = Self.text(of: value) else {
          return reject(line, SubmissionProblem("the value of a member must be a text"))
        }
        members[name] = .string(text)
      }
      let at = object["at"]?.string.flatMap { Instant(rfc3339: $0) }
      take(members, token: object["token"]?.string, at: at, line: line)
    }

    /// Takes the members of a line that have a meaning, apart from its token and time.
    mutating func take(
      _ members: [String: JSONValue], token: String?, at: Instant?, line: Int
    ) {
      guard let token, !token.isEmpty else { return reject(line, .field("token", "is missing")) }
      guard let at else {
        return reject(line, .field("at", "must be a time such as 2026-03-02T12:00:00Z"))
      }
      guard let holder = holder(of: token) else {
        let message = "is not valid for this log"
        return reject(
          line, SubmissionProblem("'token' \(message)", SubmissionProblem.tokenCode))
      }
      guard at <= holder.expiry else {
        let message = "had expired when the line was written"
        return reject(
          line, SubmissionProblem("'token' \(message)", SubmissionProblem.tokenCode))
      }
      log.append(
        SealedLog.Line(
          number: line, file: file,
          content: .operation(
            SealedLog.Operation(
              at: at, person: holder.hash, isStaff: holder.isStaff, members: members))))
    }

    private mutating func holder(of token: String) -> SubmissionKey.Holder? {
      if let known = known[token] { return known }
      let holder = key.holder(of: token)
      known[token] = .some(holder)
      return holder
    }

    /// The text of a value; lists of texts are joined with commas. nil for objects and other lists.
    private static func text(of value: JSONValue) -> String? {
      switch value {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      case .bool(let bool): "\(bool)"
      case .array(let values):
        values.allSatisfy { $0.string != nil }
          ? values.compactMap(\.string).joined(separator: ",") : nil
      case .null, .object: nil
      }
    }
  }
}

/// The members of a line that have a meaning beside `at` and `token`.
enum SubmissionMember {
  static let control = ["op", "id", "type", "visibility", "reason", "hash"]
  /// Fields of an event, by their names in `events.yaml`.
  static let fields = [
    "title", "start", "end", "venue", "description", "url", "image", "price", "organizer",
    "contact", "category", "tag", "audience", "language", "online", "latitude", "longitude",
  ]
  static let sortedFields = fields.sorted()
  static let all = Set(fields + control)
}

/// The table of a form: each row is a submission, unless a column `op` has another operation.
private struct FormTable {
  private let header: CSVHeader
  private let scanner: CSVScanner
  private let isEnded: Bool
  private let rules: SubmissionRules
  private let zone: Zone

  /// nil if the first line names no column for tokens.
  init?(_ bytes: [UInt8], rules: SubmissionRules, zone: Zone) {
    guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{"),
      let text = try? TextDecoder.decode(bytes, charset: nil).bytes,
      let dialect = CSVDialect(text)
    else { return nil }
    var scanner = CSVScanner(text, delimiter: dialect.delimiter, from: dialect.start)
    guard let first = scanner.next() else { return nil }
    header = CSVHeader(first)
    self.scanner = scanner
    isEnded = text.last == UInt8(ascii: "\n")
    self.rules = rules
    self.zone = zone
    guard header.has(column("token")) else { return nil }
  }

  private func column(_ member: String) -> String { rules.columns[member] ?? member }

  func read(into reading: inout SubmissionSealer.Reading) {
    var scanner = scanner
    var last: CSVScanner.Record?
    while let record = scanner.next() {
      if let last { take(last, isLast: false, into: &reading) }
      last = record
    }
    guard let last else { return }
    guard !scanner.isUnclosed else {
      return reading.reject(
        last.line,
        SubmissionProblem(
          "the last row is not complete yet; it counts once it is", SubmissionProblem.cutCode))
    }
    take(last, isLast: !isEnded, into: &reading)
  }

  private func take(
    _ record: CSVScanner.Record, isLast: Bool, into reading: inout SubmissionSealer.Reading
  ) {
    let count = header.names.count
    // Programs that export tables write no line end behind the last row; one that has all fields
    // counts as complete.
    if isLast, record.fields.count < count {
      return reading.reject(
        record.line,
        SubmissionProblem(
          "the last row is not complete yet; it counts once it is", SubmissionProblem.cutCode))
    }
    guard !record.fields.dropFirst(count).contains(where: \.hasText) else {
      return reading.reject(
        record.line,
        SubmissionProblem("the row has \(record.fields.count) fields, the header \(count)"))
    }
    let item = MappedCSVItem(header: header, record: record, base: nil)
    func text(_ member: String) -> String? {
      item.values(at: column(member)).first { $0.hasText }
    }
    var members: [String: JSONValue] = [:]
    for name in SubmissionMember.all { members[name] = text(name).map { .string($0) } }
    let at = (text("at") ?? item.values(at: "timestamp").first).flatMap(instant)
    let operation = text("op") ?? "submit"
    members["op"] = .string(operation)
    let token = text("token")
    if members["id"] == nil, operation == "submit", let token, let at {
      members["id"] = .string(Self.id(token: token, at: at))
    }
    reading.take(members, token: token, at: at, line: record.line)
  }

  private func instant(_ text: String) -> Instant? {
    if let instant = Instant(rfc3339: text) { return instant }
    guard let reading = DateReader(zone: zone).read(text), reading.unknownZone == nil,
      !reading.start.isDay
    else { return nil }
    return reading.start.instant(in: zone)
  }

  /// The id of a row without one: a person sends one form a second at most.
  private static func id(token: String, at: Instant) -> String {
    let digest = SHA256.hash(data: Array("\(token) \(at.secondsSinceEpoch)".utf8))
    return "form-" + HexDigits.text(of: digest).prefix(24)
  }
}
