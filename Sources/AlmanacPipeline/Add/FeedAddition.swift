import AlmanacFiles
public import AlmanacModel
import Foundation

/// Why no definition can be proposed or written.
public enum AdditionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Neither a feed nor a page that leads to one.
  case nothing(address: String, reason: String)
  case noChoice(Int, of: Int)
  /// The folder is there already.
  case taken(path: String)
  case badID(String)

  public var description: String {
    switch self {
    case .nothing(let address, let reason):
      "\(address) leads to no feed of events: \(reason)"
    case .noChoice(let number, let count):
      "there is no feed number \(number) to choose; there \(count == 1 ? "is 1" : "are \(count)")"
    case .taken(let path):
      "\(path) is there already; name another id with --id, or change that file"
    case .badID(let id):
      "'\(id)' can't be a source's id: use small letters, digits and hyphens"
    }
  }
}

/// A proposed definition of a feed: the result of `almanac add`.
public struct FeedAddition: Answer {
  public static let schema = "almanac.add/2"

  private enum CodingKeys: String, CodingKey {
    case id, file, candidates, chosen, preview
    case isWritten = "written"
    case text = "definition"
  }

  /// A feed that was found.
  public struct Candidate: Sendable, Encodable {
    /// The URL or file.
    public var address: String
    public var title: String?
    public var format: FeedFormat?
    public var items: Int
    /// Items with a start: the others are no events.
    public var dated: Int
    /// Why it is no usable feed; nil if it is.
    public var problem: String?
  }

  public let id: String
  /// The path where the definition goes.
  public let file: String
  public let text: String
  public let preview: FeedPreview
  /// The feeds that a page links to, in order; one for a feed itself.
  public let candidates: [Candidate]
  /// The address of the chosen one, and its index.
  public let chosen: String
  let number: Int
  /// Whether `write` has written it.
  public private(set) var isWritten = false

  /// Writes the definition; never replaces a file.
  public mutating func write() throws {
    guard !FileManager.default.fileExists(atPath: file) else {
      throw AdditionError.taken(path: file)
    }
    let url = URL(filePath: file)
    try DurableFile.makeFolder(url.deletingLastPathComponent())
    try DurableFile.write(Array(text.utf8), to: url)
    isWritten = true
  }
}

extension FeedAddition {
  /// The found feeds, the preview and the next step.
  public func text(style: TerminalStyle = .plain) -> String {
    var parts: [String] = []
    if candidates.count > 1 {
      var table = TextTable(
        .numbers(""), "feed", "format", .numbers("items"), .numbers("dated"))
      for (index, candidate) in candidates.enumerated() {
        table.add([
          index == number ? "* \(index + 1)" : "\(index + 1)",
          candidate.address, candidate.format?.rawValue ?? "",
          String(candidate.items), String(candidate.dated),
        ])
      }
      parts.append(table.text + "\nNumber \(number + 1) is used; --pick N uses another")
    }
    parts.append(preview.text(style: style))
    if isWritten {
      parts.append(
        "Wrote \(file)\nLook it over, then: almanac check \(id) && almanac run")
    } else {
      parts.append("\(file) would be:\n\n\(TerminalText.safe(text))")
    }
    return parts.joined(separator: "\n\n")
  }
}
