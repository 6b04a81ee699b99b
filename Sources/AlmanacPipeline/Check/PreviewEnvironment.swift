import AlmanacIngest
public import AlmanacModel
import AlmanacRefine
import AlmanacStore
public import AlmanacTime
public import Foundation
import Logging

/// Options of `check` and `add`.
public struct PreviewOptions: Sendable {
  /// nil: there is none, and the feed is previewed alone.
  public var configuration: URL?
  public var output: URL
  public var now: Instant
  /// Read the sample beside a definition instead of the network.
  public var samples = false
  public var isOffline = false
  /// The campus of a feed that is in no configuration; nil: the first.
  public var campus: String?
  public var format: FeedFormat?
  /// IANA name of the zone of times without one.
  public var timezone: String?
  /// Hosts that may have a private address.
  public var allowedHosts: [String] = []
  /// Where secrets may be.
  public var environment: [String: String] = [:]

  public init(configuration: URL?, output: URL, now: Instant) {
    self.configuration = configuration
    self.output = output
    self.now = now
  }
}

/// Why a feed can't be previewed at all.
public enum PreviewError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String, known: [String])
  case unknownCampus(String, known: [String])
  case privateHost(String, address: String)

  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "'\(name)' is no URL, no file and no source"
        + (name.contains(".") && !name.contains(" ") ? "; a URL begins with https://" : "")
        + (known.isEmpty ? "" : "; \(EditDistance.hint(for: name, among: known))")
    case .unknownCampus(let name, let known):
      "there is no campus '\(name)'; \(EditDistance.hint(for: name, among: known))"
    case .privateHost(let host, let address):
      "\(host) has the private address \(address); if you trust it, add --allow-private-host \(host)"
    }
  }
}

/// The environment in which a feed is previewed: a configuration, or none.
struct PreviewEnvironment: Sendable {
  let options: PreviewOptions
  let settings: Settings
  private static let mostRequests = 4
  /// Shared by all previews, so that no host gets requests faster than in a run.
  private let client: HTTPClient

  /// - Throws: `ConfigurationError`, but not for a mistake in a source.
  init(_ options: PreviewOptions) throws {
    guard ZoneDatabase.system.isAvailable else { throw RunError.noTimeZones }
    if let name = options.timezone { _ = try ZoneDatabase.system.zone(ofOption: name) }
    self.options = options
    settings =
      try options.configuration.map {
        try SettingsLoader(samples: options.samples, mayLackSources: true).load($0)
      } ?? Self.settings(options)
    client = settings.fetching.client(maxConcurrent: Self.mostRequests)
  }

  /// The settings without a configuration.
  private static func settings(_ options: PreviewOptions) throws -> Settings {
    let categories = try DefaultFiles.categories()
    let campus = Campus(
      id: options.campus ?? "campus", name: "", timezone: options.timezone ?? "UTC")
    let gazetteer = Gazetteer(name: "", places: [])
    var settings = try Settings(
      campuses: [Settings.CampusSettings(campus: campus, gazetteer: gazetteer)],
      taxonomy: categories.taxonomy, .standard(.almanac))
    settings.categoryModel = categories.model
    return settings
  }

  var hasConfiguration: Bool { options.configuration != nil }

  /// A source by its definition, which need not be in the folder of sources.
  func source(_ definition: [UInt8], file: URL, id: String) throws(ConfigurationError) -> Source {
    guard hasConfiguration else {
      throw ConfigurationError(file: file.path, "there is no configuration")
    }
    return try SettingsLoader(samples: options.samples).source(
      definition, file: file.path, id: id, in: settings)
  }

  /// The campus that a new feed belongs to.
  func campus() throws -> Settings.CampusSettings {
    let known = settings.campuses.map(\.campus.id)
    guard let name = options.campus else {
      guard let first = settings.campuses.first else {
        throw PreviewError.unknownCampus("", known: known)
      }
      return first
    }
    guard let campus = settings.campusSettings(name) else {
      throw PreviewError.unknownCampus(name, known: known)
    }
    return campus
  }

  /// The source that an argument means: one of the configuration by its id or URL, a definition by its
  /// file or folder, or a feed by its URL or file.
  func source(_ argument: String) throws -> Source {
    if let known = settings.sources.first(where: { $0.id == argument || $0.url == argument }) {
      return known
    }
    if let mistake = settings.brokenSources.first(where: { $0.id == argument })?.mistakes.first {
      throw mistake
    }
    if Self.isAddress(argument) {
      return try source(id: Self.unnamed, .url(argument))
    }
    var isFolder: ObjCBool = false
    let url = URL(filePath: argument).standardizedFileURL
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw PreviewError.unknown(argument, known: settings.sourceIDs)
    }
    let definition = isFolder.boolValue ? url.appending(path: "feed.yaml") : url
    let isDefined = FileManager.default.fileExists(atPath: definition.path)
    if definition.lastPathComponent != "feed.yaml"
      || !isDefined && TransitTables.areIn(folder: url.path)
    {
      return try source(id: Self.unnamed, .file(url.path))
    }
    guard hasConfiguration, isDefined else {
      throw PreviewError.unknown(argument, known: settings.sourceIDs)
    }
    return try source(
      [UInt8](try Data(contentsOf: definition)), file: definition,
      id: definition.deletingLastPathComponent().lastPathComponent)
  }

  /// The id of sources that no definition describes.
  static let unnamed = "preview"

  /// A source that no definition describes.
  func source(id: String, _ location: Source.Location) throws -> Source {
    var source = Source(id: id, campus: try campus().campus.id, location: location)
    source.format = options.format
    source.timezone = options.timezone
    source.allowedHosts = options.allowedHosts.map { $0.lowercased() }
    if case .url(let url) = location {
      source.address = WebcalAddress.https(url)
    }
    return source
  }

  static func isAddress(_ argument: String) -> Bool {
    let schemes = ["http", "https"] + WebcalAddress.schemes
    return schemes.contains { argument.lowercased().hasPrefix($0 + "://") }
  }

  /// Retrieves the document of a source.
  ///
  /// - Parameter question: The request of a weather source.
  /// - Throws: `FetchError`; `PreviewError.privateHost` for a feed that no definition describes.
  func retrieve(_ source: Source, question: FetchRequest.Question? = nil) async throws -> Retrieval
  {
    do {
      return try await document(source, question: question)
    } catch .transport(.addressDenied(let host, let address)) where !isConfigured(source) {
      throw PreviewError.privateHost(host, address: address)
    }
  }

  /// Retrieves the document; a source without a definition may turn out to be a transit feed.
  func retrieve(
    recognizing source: inout Source, question: FetchRequest.Question? = nil
  ) async throws -> Retrieval {
    guard source.id == Self.unnamed else { return try await retrieve(source, question: question) }
    if case .file(let path) = source.location, TransitTables.areIn(folder: path) {
      source.kind = .transit
    }
    do {
      let retrieval = try await retrieve(source)
      if TransitTables.areIn(zip: retrieval.body) { source.kind = .transit }
      return retrieval
    } catch let error as FetchError {
      // Only a transit source accepts a zip archive.
      guard source.kind == .events, case .otherKind = error else { throw error }
      var transit = source
      transit.kind = .transit
      guard let retrieval = try? await retrieve(transit),
        TransitTables.areIn(zip: retrieval.body)
      else { throw error }
      source = transit
      return retrieval
    }
  }

  private func isConfigured(_ source: Source) -> Bool {
    settings.sources.contains { $0.id == source.id }
  }

  private func document(_ source: Source, question: FetchRequest.Question?)
    async throws(FetchError) -> Retrieval
  {
    let fetcher = Fetcher(
      client: client, now: options.now, limits: settings.fetching.limits)
    let request = try settings.request(
      for: source, question, at: options.now, environment: options.environment)
    return try await fetcher.retrieve(request)
  }

  /// The context of the stages, with the source instead of the configured one with its id.
  func context(_ workspace: Workspace, _ options: RunOptions, adding source: Source) -> RunContext {
    var settings = settings
    settings.sources.removeAll { $0.id == source.id }
    settings.sources.append(source)
    settings.sources.sort { $0.id < $1.id }
    return RunContext(
      settings: settings, options: options, workspace: workspace,
      log: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }, progress: .unwatched,
      isInterrupted: { false })
  }
}
