import AlmanacModel
import AlmanacPlan
import AlmanacPublish
import AlmanacTime
import Foundation

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

  /// Minutes after midnight of `HH:MM`, at most 24:00.
  static func minutes(ofTime text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
      (0..<60).contains(minute), hour * 60 + minute <= 24 * 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Checks that each of the ids is that of a place.
  func checkPlaces(in gazetteers: [Gazetteer]) throws(ConfigurationError) {
    for node in elements
    where !gazetteers.contains(where: { $0.places.contains { $0.id == node.text } }) {
      throw node.error("there is no place '\(node.text ?? "")' in the gazetteer")
    }
  }
}

/// A type with a failable initializer that reads its text.
protocol TextValue: ConfigurationValue {
  init?(_ text: String)
}

extension TextValue {
  init(_ node: ConfigurationNode) throws {
    guard let value = node.text.flatMap({ Self($0) }) else {
      throw node.error("has a value of another kind")
    }
    self = value
  }
}

extension EditionAddress: TextValue {}
extension EventReference: TextValue {}

extension Weekday: TextValue {
  init?(_ text: String) { self.init(name: text) }
}

extension QuietHours: TextValue {
  /// Parses `22:00-07:00`.
  init?(_ text: String) {
    let times = text.split(separator: "-").map { ConfigurationNode.minutes(ofTime: $0) }
    guard times.count == 2, let from = times[0], let to = times[1], from != to else { return nil }
    self.init(from: from * 60, to: to * 60)
  }
}

extension Coordinate: ConfigurationValue {
  /// Of `[latitude, longitude]`.
  init(_ node: ConfigurationNode) throws {
    let numbers = node.elements.compactMap(\.number)
    guard numbers.count == 2,
      let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
    else { throw node.error("expected [latitude, longitude]") }
    self = coordinate
  }
}

extension URL: ConfigurationValue {
  /// Of a path that is absolute or starts at the folder of the file.
  init(_ node: ConfigurationNode) throws {
    let path: String = try node.decoded()
    let folder = URL(filePath: node.file).deletingLastPathComponent()
    self =
      path.hasPrefix("/")
      ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
  }
}

extension SecretPlace: ConfigurationValue {
  /// `{env: NAME}` or `{file: PATH}`. Definitions are shared and published, so they have no secrets.
  init(_ node: ConfigurationNode) throws {
    self =
      if let name = node["env"]?.text { .environment(name) } else {
        .file((try node.decoded("file") as URL).path)
      }
  }
}

extension Settings.PingAddress: ConfigurationValue {
  /// A URL, or the place of one that is secret, because its reader can report success.
  init(_ node: ConfigurationNode) throws {
    self = if let url = node.text { .url(url) } else { .secret(try node.decoded()) }
  }
}

extension Duration: ConfigurationValue {
  init(_ node: ConfigurationNode) throws {
    guard let count = node.milliseconds else { throw node.error("has a value of another kind") }
    self = .milliseconds(count)
  }
}
