public import AlmanacModel
import AlmanacTime

/// A log as it is stored: NDJSON with one object per line of the original, without tokens.
///
/// The first line is `{"format":"almanac.submissions/1"}`. Each other one has the line's number, and
/// its file if the log is a folder. A line that can't be used has `code` and `message`; all others have
/// `at`, the keyed hash of the person as `person`, `staff`, and the members of the line that have a
/// meaning.
struct SealedLog {
  struct Line: Hashable {
    var number: Int
    var file: String?
    var content: Content
  }

  enum Content: Hashable {
    case operation(Operation)
    case problem(SubmissionProblem)
  }

  struct Operation: Hashable {
    var at: Instant
    var person: String
    var isStaff: Bool
    /// All are texts.
    var members: [String: JSONValue]
  }

  private static let format = "almanac.submissions/1"

  private var json = JSONWriter()

  init() {
    json.beginObject()
    json.member("format", Self.format)
    json.endObject()
    json.endLine()
  }

  var bytes: [UInt8] { json.bytes }

  mutating func append(_ line: Line) {
    json.beginObject()
    json.member("line", line.number)
    json.member("file", line.file)
    switch line.content {
    case .problem(let problem):
      json.member("code", problem.code.rawValue)
      json.member("message", problem.message)
    case .operation(let operation):
      json.member("at", operation.at.rfc3339)
      json.member("person", operation.person)
      json.member("staff", operation.isStaff ? true : nil)
      json.key("members")
      json.beginObject()
      for (name, value) in operation.members.sorted(by: { $0.key < $1.key }) {
        json.member(name, value.string)
      }
      json.endObject()
    }
    json.endObject()
    json.endLine()
  }

  /// Reads the lines of a stored log one after the other.
  ///
  /// - Returns: Whether the bytes are one.
  static func read(_ bytes: [UInt8], _ body: (Line) -> Void) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "\n"))
    guard let head = parts.first, (try? JSONValue(parsing: Array(head)))?.text("format") == format
    else { return false }
    for part in parts.dropFirst() {
      guard let json = try? JSONValue(parsing: Array(part)), let line = line(json) else {
        return false
      }
      body(line)
    }
    return true
  }

  private static func line(_ json: JSONValue) -> Line? {
    guard case .integer(let number)? = json["line"] else { return nil }
    var line = Line(
      number: Int(number), file: json.text("file"),
      content: .problem(SubmissionProblem(json.text("message") ?? "")))
    if let code = json.text("code") {
      let problem = SubmissionProblem(json.text("message") ?? "", FindingCode(rawValue: code))
      line.content = .problem(problem)
      return line
    }
    guard let at = json["at"]?.string.flatMap({ Instant(rfc3339: $0) }),
      let person = json.text("person"), let members = json["members"]?.object
    else { return nil }
    line.content = .operation(
      Operation(at: at, person: person, isStaff: json["staff"]?.bool == true, members: members))
    return line
  }
}

/// Why a line of a log changes nothing. The message has no text of the line: it may be private.
public struct SubmissionProblem: Error, Hashable, Sendable {
  static let lineCode: FindingCode = "Q_SUBMISSION"
  static let tokenCode: FindingCode = "Q_SUBMISSION_TOKEN"
  static let cutCode: FindingCode = "W_SUBMISSION_CUT"

  public var code: FindingCode
  public var message: String

  init(_ message: String, _ code: FindingCode = lineCode) {
    self.code = code
    self.message = message
  }

  static func field(_ name: String, _ message: String) -> SubmissionProblem {
    SubmissionProblem("'\(name)' \(message)")
  }
}
