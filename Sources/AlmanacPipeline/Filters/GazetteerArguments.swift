public import AlmanacModel
public import AlmanacRefine

/// Gazetteers named on the command line.
public enum GazetteerArguments {
  /// The files by campus of arguments `[CAMPUS=]FILE`; of a file alone the campus is "".
  ///
  /// - Returns: nil if a campus is named twice.
  public static func names(in arguments: [String]) -> [String: String]? {
    var names: [String: String] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let campus = parts.count == 2 ? parts[0] : ""
      guard names.updateValue(parts.last ?? argument, forKey: campus) == nil else { return nil }
    }
    return names
  }

  /// Findings about a gazetteer have its campus as the source, if the argument names one.
  ///
  /// - Parameter files: bytes of GeoJSON files by campus.
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  public static func matchers(of files: [String: [UInt8]]) throws -> (
    [String: GazetteerMatcher], [Finding]
  ) {
    var matchers: [String: GazetteerMatcher] = [:]
    var found: [Finding] = []
    for (campus, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let (gazetteer, findings) = GazetteerReader.read(bytes)
      guard let gazetteer else {
        throw ConfigurationError(
          file: "--gazetteer", findings.last?.message ?? "is not a GeoJSON FeatureCollection")
      }
      matchers[campus] = GazetteerMatcher(gazetteer)
      found += campus.isEmpty ? findings : findings.map { $0.about(source: campus) }
    }
    return (matchers, found)
  }
}
