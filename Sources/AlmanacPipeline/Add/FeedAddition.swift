import AlmanacFiles
public import AlmanacModel
public import Foundation

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
public struct FeedAddition: Sendable {
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
  /// Where the definition goes.
  public let file: URL
  /// The definition.
  public let text: String
  public let preview: FeedPreview
  /// The feeds that a page links to, in order; one for a feed itself.
  public let candidates: [Candidate]
  /// The index of the chosen one.
  public let chosen: Int
  /// Whether `write` has written it.
  public private(set) var isWritten = false

  /// Writes the definition; never replaces a file.
  public mutating func write() throws {
    let folder = file.deletingLastPathComponent()
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw AdditionError.taken(path: file.path)
    }
    try DurableFile.makeFolder(folder)
    try DurableFile.write(Array(text.utf8), to: file)
    isWritten = true
  }
}
