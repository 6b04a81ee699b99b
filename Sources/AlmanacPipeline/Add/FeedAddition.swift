import AlmanacFiles
import AlmanacIngest
public import AlmanacModel
import AlmanacTime
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

/// A definition of a feed, proposed from what the feed is: what `almanac add` makes.
public struct FeedAddition: Sendable {
  /// A feed that was found.
  public struct Candidate: Sendable {
    /// The URL or file.
    public var address: String
    public var title: String?
    public var format: FeedFormat?
    public var items: Int
    /// Items with a start: the others are no events.
    public var dated: Int
    /// Why it is no feed; nil for one.
    public var problem: String?
  }

  public let id: String
  /// Where the definition goes.
  public let file: URL
  /// The definition.
  public let text: String
  public let preview: FeedPreview
  /// What a page led to, in the order of its links; one for a feed itself.
  public let candidates: [Candidate]
  /// The one that was taken.
  public let chosen: Int

  /// Writes the definition; nothing that is there is replaced.
  public func write() throws {
    let folder = file.deletingLastPathComponent()
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw AdditionError.taken(path: file.path)
    }
    try DurableFile.makeFolder(folder)
    try DurableFile.write(Array(text.utf8), to: file)
  }
}

/// Finds out what is behind a URL or a file, and proposes a definition for it.
public struct FeedAdder: Sendable {
  private static let mostLinks = 8

  private let previewer: FeedPreviewer
  private var ground: PreviewGround { previewer.ground }
  private let configuration: URL

  /// - Throws: `ConfigurationError`; there must be a configuration to add to.
  public init(_ options: PreviewOptions, configuration: URL) throws {
    var options = options
    options.configuration = configuration
    self.configuration = configuration
    previewer = try FeedPreviewer(options)
  }

  /// One document that was looked at.
  private struct Found {
    var candidate: FeedAddition.Candidate
    var retrieval: Retrieval
    var source: Source
    var mapping: MappingGuess?
    var feed: ParsedFeed
  }

  /// - Parameters:
  ///   - id: nil: from the feed's title or host.
  ///   - choice: which of several feeds, from 1; nil: the one with most dated items.
  /// - Throws: `AdditionError`, `FetchError`, `ConfigurationError`.
  public func propose(_ address: String, id: String?, name: String?, choice: Int?) async throws
    -> FeedAddition
  {
    let found = try await find(address)
    let feeds = found.filter { $0.candidate.problem == nil }
    if let choice, !(1...max(1, feeds.count)).contains(choice) {
      throw AdditionError.noChoice(choice, of: feeds.count)
    }
    let best = feeds.indices.max {
      (feeds[$0].candidate.dated, -$0) < (feeds[$1].candidate.dated, -$1)
    }
    guard let chosen = choice.map({ $0 - 1 }) ?? best, feeds.indices.contains(chosen) else {
      throw AdditionError.nothing(
        address: address, reason: found.first?.candidate.problem ?? "nothing was found")
    }
    let taken = feeds[chosen]
    let title = name ?? taken.candidate.title
    let id =
      try id.map(Self.checked) ?? free(Self.slug(title: title, address: taken.candidate.address))
    let home = try PreviewGround.home(configuration)
    let file = home.appending(path: id).appending(path: "feed.yaml")
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw AdditionError.taken(path: file.path)
    }
    let text = DefinitionText(
      address: taken.candidate.address, name: title ?? id, source: taken.source,
      document: taken.feed.document, entries: taken.feed.entries, mapping: taken.mapping,
      options: ground.options,
      root: configuration.deletingLastPathComponent()
        .deletingLastPathComponent(), file: file
    ).text
    // What is proposed must be what the loader takes.
    let source = try ground.proposal(text, file: file, id: id)
    var preview = FeedPreview(subject: taken.candidate.address)
    preview.origin = taken.candidate.address
    await previewer.look(at: taken.retrieval, of: source, into: &preview)
    return FeedAddition(
      id: id, file: file, text: text, preview: preview, candidates: feeds.map(\.candidate),
      chosen: chosen)
  }

  /// The document at the address, and what it links to where it is a page without events.
  private func find(_ address: String) async throws -> [Found] {
    let first = try await look(at: address)
    guard first.candidate.problem != nil || first.candidate.dated == 0 || isPage(first),
      PreviewGround.isAddress(address)
    else { return [first] }
    let context = ReadingContext(
      zones: ground.zones, contentType: first.retrieval.capture?.contentType,
      baseURL: first.source.address)
    let links = PageLinks.feeds(in: first.retrieval.body, context: context)
    var found = first.candidate.problem == nil && first.candidate.dated > 0 ? [first] : []
    for link in links.prefix(Self.mostLinks) where link.address != address {
      do {
        var next = try await look(at: link.address)
        next.candidate.title = next.candidate.title ?? link.title
        found.append(next)
      } catch let error as FetchError {
        var failed = first
        failed.candidate = FeedAddition.Candidate(
          address: link.address, title: link.title, items: 0, dated: 0, problem: "\(error)")
        found.append(failed)
      }
    }
    return found.isEmpty ? [first] : found
  }

  private func isPage(_ found: Found) -> Bool {
    FormatOfPage.isPage(found.retrieval.body)
  }

  private func look(at address: String) async throws -> Found {
    let location: Source.Location =
      PreviewGround.isAddress(address)
      ? .url(address) : .file(URL(filePath: address).standardizedFileURL.path)
    if case .file(let path) = location, !FileManager.default.fileExists(atPath: path) {
      throw PreviewError.unknown(address, known: [])
    }
    var source = try ground.source(id: "preview", location)
    let retrieval = try await ground.retrieve(source)
    var context = ReadingContext(
      zone: nil, zones: ground.zones, format: ground.options.format,
      contentType: retrieval.capture?.contentType, baseURL: source.address)
    var feed = FeedReader.read(retrieval.body, context: context)
    var guess: MappingGuess?
    if feed.document.isRefused, let mapping = MappingGuess.of(retrieval.body) {
      guess = mapping
      context.format = mapping.format
      context.mapping = mapping.mapping
      source.format = mapping.format
      source.mapping = mapping.mapping
      feed = FeedReader.read(retrieval.body, context: context)
    }
    let refusal = feed.document.problems.first { $0.code.refusesSource }
    let dated = feed.entries.count { $0.start != nil }
    return Found(
      candidate: FeedAddition.Candidate(
        address: address, title: feed.document.title, format: feed.document.format,
        items: feed.entries.count, dated: dated,
        problem: refusal.map { "\($0.code): \($0.message)" }
          ?? (dated == 0 ? "none of its \(feed.entries.count) items has a date of an event" : nil)),
      retrieval: retrieval, source: source, mapping: guess, feed: feed)
  }
}

extension FeedAdder {
  private static func checked(_ id: String) throws(AdditionError) -> String {
    let isRight =
      !id.isEmpty && id.utf8.count <= 64
      && id.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
    guard isRight else { throw .badID(id) }
    return id
  }

  /// From the title, where it has letters of ASCII, else from the host.
  static func slug(title: String?, address: String) -> String {
    if let title {
      let slug = slug(title)
      if slug.count >= 3 { return slug }
    }
    let name =
      PreviewGround.isAddress(address)
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
  private func free(_ id: String) throws -> String {
    let home = try PreviewGround.home(configuration)
    func isTaken(_ id: String) -> Bool {
      FileManager.default.fileExists(atPath: home.appending(path: id).path)
    }
    guard isTaken(id) else { return id }
    return (2...).lazy.map { "\(id)-\($0)" }.first { !isTaken($0) } ?? id
  }
}

/// Whether a document is a page for people.
private enum FormatOfPage {
  static func isPage(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(2_048), as: UTF8.self).lowercased()
    return head.contains("<html") || head.contains("<!doctype html")
  }
}

extension MappingGuess {
  /// As the loader would read it.
  var mapping: FeedMapping {
    var mapping = FeedMapping(item: item, fields: [:])
    for field in fields {
      let value = FieldMapping(paths: [field.path])
      let time = field.time.map { FieldMapping(paths: [$0]) }
      switch field.name {
      case "start": mapping.start = TimeMapping(date: value, time: time)
      case "end": mapping.end = TimeMapping(date: value, time: time, part: .end)
      case "description": mapping.fields[.summary] = value
      case "category": mapping.fields[.categories] = value
      default: FeedMapping.Field(rawValue: field.name).map { mapping.fields[$0] = value }
      }
    }
    return mapping
  }
}

extension PreviewGround {
  static func home(_ configuration: URL) throws -> URL {
    try SettingsLoader(zones: .system, samples: false, mayLackSources: true)
      .home(of: configuration)
  }

  func proposal(_ text: String, file: URL, id: String) throws -> Source {
    guard let loader else { throw ConfigurationError(file: file.path, "there is no configuration") }
    return try loader.source(Array(text.utf8), file: file.path, id: id, in: settings)
  }
}
