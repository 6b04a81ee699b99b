import Foundation

/// Ids for new sources.
extension FeedAdder {
  static func checked(_ id: String) throws(AdditionError) -> String {
    guard id.isSlug else { throw .badID(id) }
    return id
  }

  /// From the title, where it has letters of ASCII, else from the host.
  static func slug(title: String?, address: String) -> String {
    if let title {
      let slug = slug(title)
      if slug.count >= 3 { return slug }
    }
    let name =
      PreviewEnvironment.isAddress(address)
      ? (URL(string: address)?.host() ?? "feed").split(separator: ".")
        .filter { !["www", "com", "org", "net", "edu"].contains($0) }.joined(separator: "-")
      : URL(filePath: address).deletingPathExtension().lastPathComponent
    let slug = slug(name)
    return slug.isEmpty ? "feed" : slug
  }

  private static func slug(_ text: String) -> String {
    // Without accents, scalar by scalar: "é" is one character with its accent.
    let folded = String.UnicodeScalarView(
      text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars
        .filter { $0.isASCII || $0.properties.isWhitespace })
    let words = String(folded).split { !($0.isLetter || $0.isNumber) }
    var slug = ""
    for word in words {
      guard slug.count + word.count < 40 else { break }
      slug += slug.isEmpty ? word : "-" + word
    }
    return slug
  }

  /// The id, with a number where a source has it.
  func free(_ id: String) throws -> String {
    let home = try SettingsLoader.home(of: configuration)
    func isTaken(_ id: String) -> Bool {
      FileManager.default.fileExists(atPath: home.appending(path: id).path)
    }
    guard isTaken(id) else { return id }
    return (2...).lazy.map { "\(id)-\($0)" }.first { !isTaken($0) } ?? id
  }
}
