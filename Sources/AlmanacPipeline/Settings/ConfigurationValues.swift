import AlmanacModel
import AlmanacTime
import Foundation

/// The form of a text, as the schemas name it in `x-type`.
enum TextForm: String {
  case duration, size, time, slug
  case limit = "duration, at least 1s"
  case gap = "duration up to 60s, or `250ms`"
  case shift = "duration, may begin with `-`"

  /// What is wrong with the text; nil if it has this form.
  func mistake(in node: ConfigurationNode) -> String? {
    let text = node.text ?? ""
    let duration = "expected a duration such as 60s, 30m, 24h or 14d, not '\(text)'"
    switch self {
    case .duration: return node.seconds == nil ? duration : nil
    case .limit: return node.seconds.map { $0 > 0 ? nil : "must be at least 1s" } ?? duration
    case .gap:
      if node.milliseconds != nil { return nil }
      return node.seconds == nil ? duration : "must be at most 60s"
    case .shift: return node.signedSeconds == nil ? duration : nil
    case .size:
      return node.bytes == nil ? "expected a size such as 500kB or 64MB, not '\(text)'" : nil
    case .time:
      return node.instant == nil
        ? "expected an RFC 3339 time such as 2026-03-02T12:00:00Z" : nil
    case .slug:
      return text.isSlug ? nil : "'\(text)' must be of small letters, digits and hyphens"
    }
  }
}

extension String {
  /// Whether it is 1 to 64 small letters, digits and hyphens.
  var isSlug: Bool { wholeMatch(of: /[a-z0-9-]{1,64}/) != nil }
}

extension ConfigurationNode {
  /// Of `60s`, `30m`, `24h` or `14d`.
  var seconds: Int? { text.flatMap { Self.seconds($0[...]) } }

  private static func seconds(_ text: Substring) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (0...100_000).contains(count)
    else { return nil }
    return count * unit
  }

  /// The same, also before 0: `-4h`.
  var signedSeconds: Int? {
    guard let text, text.hasPrefix("-") else { return seconds }
    return Self.seconds(text.dropFirst()).map { -$0 }
  }

  /// Of `250ms` or seconds; at most a minute.
  var milliseconds: Int? {
    let count =
      text?.hasSuffix("ms") == true
      ? text.flatMap { Int($0.dropLast(2)) } : seconds.map { $0 * 1_000 }
    return count.flatMap { (0...60_000).contains($0) ? $0 : nil }
  }

  /// Of `64MB` and the like; 1 kB is 1,000 bytes.
  var bytes: Int? {
    let units = ["kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000]
    guard let text, let unit = units[text.suffix(2).lowercased()],
      let count = Int(text.dropLast(2)), (1...4_000).contains(count)
    else { return nil }
    return count * unit
  }

  var instant: Instant? { text.flatMap { Instant(rfc3339: $0) } }

  /// Of `[latitude, longitude]`.
  func coordinate() throws(ConfigurationError) -> Coordinate {
    let numbers = elements.compactMap(\.number)
    guard numbers.count == 2,
      let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
    else { throw error("expected [latitude, longitude]") }
    return coordinate
  }

  /// Minutes after midnight of `HH:MM`, at most 24:00.
  static func minutes(ofTime text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
      (0..<60).contains(minute), hour * 60 + minute <= 24 * 60
    else { return nil }
    return hour * 60 + minute
  }

  func place(in gazetteers: [Gazetteer]) throws(ConfigurationError) -> String {
    guard let text, gazetteers.contains(where: { $0.places.contains { $0.id == text } }) else {
      throw error("there is no place '\(text ?? "")' in the gazetteer")
    }
    return text
  }

  /// The file or folder of a path, which is absolute or starts at the given folder.
  func file(in folder: URL) -> URL {
    let path = text ?? ""
    return path.hasPrefix("/")
      ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
  }

  func timezone() throws(ConfigurationError) -> String {
    guard let text, ZoneDatabase.system.zone(named: text) != nil else {
      throw error("'\(text ?? "")' is no IANA time zone, such as Europe/Paris")
    }
    return text
  }
}
