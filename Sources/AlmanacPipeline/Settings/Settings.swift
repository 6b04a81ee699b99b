import AlmanacIngest
public import AlmanacModel
public import AlmanacPublish
public import AlmanacRefine
public import AlmanacTime
public import Foundation

/// Everything a run is configured with, read and checked before the first stage begins.
public struct Settings: Sendable {
  public struct CampusSettings: Sendable {
    public var campus: Campus
    public var gazetteer: Gazetteer
    /// Hex SHA-256 of the gazetteer's file; empty without one.
    public var gazetteerDigest = ""
    public var travel = TravelSettings()
  }

  /// Seconds around `now` that are expanded and published, at least.
  public struct WindowLength: Hashable, Sendable, Decodable {
    public var past: Int
    public var future: Int
  }

  public struct Fetching: Hashable, Sendable, Decodable {
    public var userAgent: String
    public var concurrency: Int
    public var perHost: Int
    /// Between the beginnings of two requests to one host.
    public var gap: Duration
    /// Seconds for one document.
    public var timeout: Int
    public var maxBytes: Int
    /// Seconds of failures after which a source counts as gone, so that its series end.
    public var goneAfter: Int

    var limits: Fetcher.Limits { Fetcher.Limits(timeout: timeout, maxBytes: maxBytes) }

    /// A client with these limits.
    func client(maxConcurrent: Int) -> HTTPClient {
      .curl(
        maxConcurrent: maxConcurrent, perHost: perHost, hostGap: gap,
        userAgent: userAgent)
    }
  }

  /// When a source that lists far less than before is held.
  public struct ShrinkLimits: Hashable, Sendable, Decodable {
    /// The share of its upcoming events that may be lost.
    public var percent: Int
    /// Sources with fewer upcoming events may lose all of them.
    public var events: Int
    /// After this many days with the same result a held source is accepted.
    public var days: Int
  }

  /// A source whose definition can't be read.
  public struct BrokenSource: Sendable {
    public var id: String
    /// In the order of the lines; at least one.
    public var mistakes: [ConfigurationError]

    /// Its finding in the report and the status.
    public var finding: Finding {
      let first = mistakes.first.map { "\($0)" } ?? "can't be read"
      let more = mistakes.count > 1 ? "and \(mistakes.count - 1) more; " : ""
      return Finding(
        "E_CONFIG", source: id,
        message: "\(first) (\(more)its last data stays published until this is corrected)")
    }
  }

  /// Reports sources and runs whose status changed.
  public struct Alerting: Hashable, Sendable, Decodable {
    /// A command of the shell, which reads the alert as JSON.
    public var command: String
    /// Seconds without a change after which a source counts as silent.
    public var silentAfter: Int
  }

  /// The URL of a monitoring service.
  enum PingAddress: Hashable, Sendable {
    case url(String)
    case secret(SecretPlace)
  }

  /// In the order of the file.
  public var campuses: [CampusSettings]
  /// In the order of their ids; broken ones among them as they were last read, once
  /// `restoreSources` has found them.
  public var sources: [Source] = []
  /// In the order of their ids.
  public var brokenSources: [BrokenSource] = []
  /// The folder with the configuration's own definitions of platforms, which need not exist.
  var platforms: URL?
  public var taxonomy: Taxonomy
  /// nil: texts are read by the taxonomy's keywords.
  public var categoryModel: CategoryModel?
  /// Hex SHA-256 of the model's file; empty without one.
  public var categoryModelDigest = ""
  public var decisions = Decisions()
  public var trust: [String] = []
  /// Which listings of all sources are published.
  public var rules = ListingRules()
  /// The rules for weather advisories, in order.
  public var weatherRules: [WeatherRule] = []
  /// Selections of events with files of their own.
  public var views: [EditionView] = []
  public var windowLength: WindowLength
  public var publishing: PublishingOptions
  public var fetching: Fetching
  public var shrinkLimits: ShrinkLimits
  public var learning: LearningCadence
  /// The monitoring service that gets a ping at the start and end of a run; nil: none.
  var ping: PingAddress?
  /// nil: nothing is reported.
  public var alerting: Alerting?
  /// The folder with private inputs, one folder a person; nil: no personal files are made.
  public var people: URL?
  /// The run time of the samples.
  public var samplesNow: Instant?
  /// Warnings of loading, such as a doubtful place in a gazetteer.
  public var findings: [Finding] = []

  /// By campus.
  var gazetteers: [String: Gazetteer] {
    Dictionary(campuses.map { ($0.campus.id, $0.gazetteer) }) { first, _ in first }
  }

  func campusSettings(_ id: String) -> CampusSettings? { campuses.first { $0.campus.id == id } }

  func campus(_ id: String) -> Campus? { campusSettings(id)?.campus }

  func sources(_ kind: Source.Kind, of campus: Campus) -> [Source] {
    sources.filter { $0.kind == kind && $0.campus == campus.id }
  }

  /// Whether the source's definition can't be read now.
  func isBroken(_ id: String) -> Bool { brokenSources.contains { $0.id == id } }

  /// The ids of all sources that the configuration has, broken ones included; sorted.
  var sourceIDs: [String] {
    Set(sources.map(\.id)).union(brokenSources.map(\.id)).sorted()
  }

  /// The values of `{from}` and `{to}` in the URL of a source: the window around now.
  func dates(of source: Source, at now: Instant) -> DatedAddress.Span? {
    guard let url = source.url, DatedAddress.isDated(url) else { return nil }
    let zone = campus(source.campus)?.zone ?? .utc
    let window = window(on: zone.civil(at: now).date, in: zone)
    return DatedAddress.Span(from: window.from, to: window.to, zone: zone)
  }

  /// The window that is expanded and published on a day, rounded out to whole weeks. It moves once a week:
  /// runs in between have the same events as the run before.
  ///
  /// - Parameter zone: The campus's; its weeks begin on Monday, at midnight.
  public func window(on date: CivilDate, in zone: Zone) -> Window {
    // Whole days of the reach move the date, so that the window begins at midnight on both sides of
    // a change to or from summer time.
    let first = date.monday.adding(days: -(windowLength.past / 86_400))
    let last = date.monday.adding(days: 7 + windowLength.future / 86_400)
    return Window(
      from: zone.startOfDay(first) - windowLength.past % 86_400,
      to: zone.startOfDay(last) + windowLength.future % 86_400)
  }
}

extension Campus {
  /// The zone in which the campus's days begin.
  var zone: Zone { ZoneDatabase.system.zone(named: timezone) ?? .utc }
}
