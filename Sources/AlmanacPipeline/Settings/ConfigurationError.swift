import AlmanacTime

/// A mistake in the configuration: exit code 78.
public struct ConfigurationError: Error, Hashable, Sendable, Encodable, CustomStringConvertible {
  public var file: String
  /// One-based.
  public var line: Int?
  public var message: String

  init(file: String, line: Int? = nil, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(message)"
  }
}

extension ZoneDatabase {
  /// The zone that `--timezone` names.
  func zone(ofOption name: String) throws(ConfigurationError) -> Zone {
    if let zone = zone(named: name) { return zone }
    throw ConfigurationError(
      file: "--timezone", "'\(name)' is no IANA time zone, such as Europe/Paris")
  }
}
