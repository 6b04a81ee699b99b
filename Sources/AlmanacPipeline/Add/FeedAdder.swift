import AlmanacIngest
import AlmanacModel
import AlmanacTime
import AlmanacTransit
public import Foundation

/// Detects the feed behind a URL or a file, and proposes a definition for it.
public struct FeedAdder: Sendable {
  private static let mostLinks = 8

  private let previewer: FeedPreviewer
  private var base: PreviewEnvironment { previewer.base }
  let configuration: URL

  /// - Throws: `ConfigurationError`; there must be a configuration to add to.
  public init(_ options: PreviewOptions, configuration: URL) throws {
    var options = options
    options.configuration = configuration
    self.configuration = configuration
    previewer = try FeedPreviewer(options)
  }

  /// One document that was read.
  private struct Found {
    var candidate: FeedAddition.Candidate
    var retrieval: Retrieval
    var source: Source
    var mapping: MappingGuess?
    var feed: ParsedFeed
    /// nil: no known platform.
    var use: Platform.Use?
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
    // The feed with most dated items, the first of equals.
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
    let home = try SettingsLoader.home(of: configuration)
    let file = home.appending(path: id).appending(path: "feed.yaml")
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw AdditionError.taken(path: file.path)
    }
    let text = DefinitionText(
      address: taken.candidate.address, name: title ?? id, source: taken.source,
      document: taken.feed.document, entries: taken.feed.entries, mapping: taken.mapping,
      use: taken.use, options: base.options,
      root: configuration.deletingLastPathComponent()
        .deletingLastPathComponent(), file: file
    ).text
    // The loader must accept the proposal.
    let source = try base.source(Array(text.utf8), file: file, id: id)
    var preview = FeedPreview(subject: taken.candidate.address)
    preview.origin = taken.candidate.address
    await previewer.analyze(taken.retrieval, of: source, into: &preview)
    return FeedAddition(
      id: id, file: file.path, text: text, preview: preview, candidates: feeds.map(\.candidate),
      chosen: taken.candidate.address, number: chosen)
  }

  /// The document at the address, and the feeds it links to if it is a page without events.
  private func find(_ address: String) async throws -> [Found] {
    let platforms = PlatformLibrary(folder: base.settings.platforms)
    if PreviewEnvironment.isAddress(address), let use = try platforms.use(of: address) {
      let found = try await analyze(address, as: use)
      if found?.candidate.problem == nil, let found { return [found] }
    }
    let first = try await analyze(address, platforms)
    guard
      first.candidate.problem != nil || first.candidate.dated == 0
        || Self.isPage(first.retrieval.body),
      PreviewEnvironment.isAddress(address)
    else { return [first] }
    var found = first.candidate.problem == nil && first.candidate.dated > 0 ? [first] : []
    for use in try platforms.uses(ofPage: first.retrieval.body, at: address).prefix(Self.mostLinks)
    {
      if let next = try await analyze(address, as: use) { found.append(next) }
    }
    for link in Self.links(in: first).prefix(Self.mostLinks) where link.address != address {
      do {
        var next = try await analyze(link.address, platforms)
        next.candidate.title = next.candidate.title ?? link.title
        found.append(next)
      } catch {
        // A broken link must not prevent trying the others.
        var failed = first
        failed.candidate = FeedAddition.Candidate(
          address: link.address, title: link.title, items: 0, dated: 0, problem: "\(error)")
        found.append(failed)
      }
    }
    return found.isEmpty ? [first] : found
  }

  /// Whether a document is a page for people.
  private static func isPage(_ document: [UInt8]) -> Bool {
    let head = String(decoding: document.prefix(2_048), as: UTF8.self).lowercased()
    return head.contains("<html") || head.contains("<!doctype html")
  }

  private static func links(in page: Found) -> [PageLinks.Link] {
    var context = ReadingContext()
    context.take(page.retrieval.capture, of: page.source)
    return PageLinks.feeds(in: page.retrieval.body, context: context)
  }

  /// A site's calendar on a platform; nil where it can't be had, for which there may be other ways.
  ///
  /// - Throws: `FetchError.missingKey`, with which it could be had.
  private func analyze(_ address: String, as use: Platform.Use) async throws -> Found? {
    do {
      let source = try proposal(use, at: address)
      let retrieval = try await base.retrieve(source)
      return found(
        source.url ?? address, retrieval, source, base.read(retrieval, of: source), use: use)
    } catch FetchError.missingKey(let reason) {
      throw FetchError.missingKey(reason)
    } catch {
      return nil
    }
  }

  /// A source of the platform, with nothing but what was recognized.
  private func proposal(_ use: Platform.Use, at address: String) throws -> Source {
    let lines = ["campus: \(try base.campus().campus.id)"] + DefinitionText.lines(of: use)
    var place = ""
    if use.isByDocument {
      place = PreviewEnvironment.isAddress(address) ? "url: " : "path: "
      place += DefinitionText.quoted(
        PreviewEnvironment.isAddress(address)
          ? address : URL(filePath: address).standardizedFileURL.path)
    }
    var source = try base.source(
      Array((lines + [place]).joined(separator: "\n").utf8), file: configuration, id: "preview")
    source.allowedHosts = base.options.allowedHosts.map { $0.lowercased() }
    source.timezone = base.options.timezone ?? source.timezone
    return source
  }

  private func analyze(_ address: String, _ platforms: PlatformLibrary) async throws -> Found {
    let location: Source.Location =
      PreviewEnvironment.isAddress(address)
      ? .url(address) : .file(URL(filePath: address).standardizedFileURL.path)
    if case .file(let path) = location, !FileManager.default.fileExists(atPath: path) {
      throw PreviewError.unknown(address, known: [])
    }
    var source = try base.source(id: PreviewEnvironment.unnamed, location)
    var retrieval = try await base.retrieve(recognizing: &source)
    if source.kind == .transit { return transit(retrieval, source, at: address) }
    if let use = try platforms.use(ofDocument: retrieval.body) {
      let source = try proposal(use, at: address)
      let feed = base.read(retrieval, of: source)
      let found = found(address, retrieval, source, feed, use: use)
      if found.candidate.problem == nil { return found }
    }
    let yaml = YAMLDocument.list(retrieval.body)
    let bytes = yaml ?? retrieval.body
    var context = ReadingContext(format: base.options.format)
    context.take(retrieval.capture, of: source)
    var feed = FeedReader.read(bytes, context: context)
    var guess: MappingGuess?
    if let first = Self.guess(bytes, feed) {
      context.format = first.format
      let (settled, read) = Self.settle(first, bytes, context)
      guess = settled
      feed = read
      source.format = yaml == nil ? settled.format : .yaml
      if yaml != nil { feed.document.format = .yaml }
      source.mapping = settled.mapping
    }
    if source.isOfTheWeb, feed.document.nextPage != nil || retrieval.capture?.nextPage != nil {
      var paged = source
      paged.pages = try? ConfigurationNode.standard(.feed, part: "pages").decoded()
      // If the other pages can't be fetched, the first one suffices.
      if let whole = try? await base.retrieve(paged) {
        (source, retrieval) = (paged, whole)
        feed = base.read(whole, of: paged)
      }
    }
    return found(address, retrieval, source, feed, guess)
  }

  private func found(
    _ address: String, _ retrieval: Retrieval, _ source: Source, _ feed: ParsedFeed,
    _ guess: MappingGuess? = nil, use: Platform.Use? = nil
  ) -> Found {
    let refusal = feed.document.problems.first { $0.code.refusesSource }
    let dated = feed.entries.count { $0.start != nil }
    return Found(
      candidate: FeedAddition.Candidate(
        address: address, title: feed.document.title, format: feed.document.format,
        items: feed.entries.count, dated: dated,
        problem: refusal.map { "\($0.code): \($0.message)" }
          // A guessed mapping is a draft, which a person may put right.
          ?? (dated == 0 && guess == nil
            ? "none of its \(String(counting: feed.entries.count, "item")) has a date of an event"
            : nil)),
      retrieval: retrieval, source: source, mapping: guess, feed: feed, use: use)
  }
}

extension FeedAdder {
  private func transit(_ retrieval: Retrieval, _ source: Source, at address: String) -> Found {
    let request = retrieval.capture.map {
      ParseRequest(source: source, campusTimezone: "UTC", capture: $0, body: retrieval.body)
    }
    let result = request.map {
      TransitDocument.load($0, limit: base.settings.fetching.maxBytes)
    }
    let count = result?.network?.trips.count ?? 0
    // Plain tables name no operator.
    let operators = result?.network?.agencies.map(\.name) ?? []
    return Found(
      candidate: FeedAddition.Candidate(
        address: address, title: operators.first { $0 != PreviewEnvironment.unnamed }, items: count,
        dated: count,
        problem: result?.refusal.map { "\($0.code): \($0.message)" }),
      retrieval: retrieval, source: source, feed: ParsedFeed(document: Document()))
  }

  /// Guesses where the events are in an unknown document, or their dates in a feed without dates.
  private static func guess(_ bytes: [UInt8], _ feed: ParsedFeed) -> MappingGuess? {
    guard !feed.document.isRefused else { return MappingGuess.of(bytes) }
    let isWritten = feed.document.problems.contains { $0.code == "W_START_FROM_PUBDATE" }
    guard isWritten || !feed.entries.contains(where: { $0.start != nil }) else { return nil }
    return switch feed.document.format {
    case .rss, .rss1, .rss09x, .atom, .jsonfeed:
      feed.document.format.flatMap { MappingGuess.adding(to: $0, bytes) }
    default: nil
    }
  }
}

extension PreviewEnvironment {
  /// The document as its reader understands it, its times as they are written.
  func read(_ retrieval: Retrieval, of source: Source) -> ParsedFeed {
    guard let capture = retrieval.capture else { return ParsedFeed(document: Document()) }
    let request: ParseRequest
    do throws(YAMLDocument.Failure) {
      request = try YAMLDocument.readable(
        ParseRequest(
          source: source, campusTimezone: "UTC", capture: capture, body: retrieval.body))
    } catch {
      var document = Document(format: .yaml)
      document.problems = [error.finding]
      return ParsedFeed(document: document)
    }
    let context = ReadingContext(
      format: request.source.format, mapping: source.mapping)
    var feed = CaptureReader.read(request, context)
    if source.format == .yaml, !feed.document.isRefused { feed.document.format = .yaml }
    return feed
  }
}
