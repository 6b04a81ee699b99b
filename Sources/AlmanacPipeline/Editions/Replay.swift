import AlmanacFiles
import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
public import Foundation
public import Logging

/// Works past nights again from their captures: what `almanac replay` does.
///
/// An edition follows from the captures of its night and from the nights before it, so that they are
/// all worked again in their order, each with its own clock, in a workspace of their own.
public struct Replay: Sendable {
  public struct Answer: Sendable {
    /// The clock of the run that was asked for.
    public var at: Instant
    /// Nights that were worked.
    public var nights: Int
    public var edition: String
    public var folder: URL
    /// The edition that was published then, where it is still there.
    public var original: String?
    /// Paths that differ from it; empty: byte for byte the same.
    public var differing: [String]
    /// What can't be had again, in sentences.
    public var limits: [String]
  }

  private let options: RunOptions
  private let log: Logger
  private let output: OutputFolder
  private let workspace: Workspace

  /// - Parameter options: of them the configuration, the output folder and the workers count.
  public init(_ options: RunOptions, log: Logger) throws {
    self.options = options
    self.log = log
    output = OutputFolder(url: options.output)
    workspace = try output.workspace()
  }

  /// The clocks of the runs that published, oldest first.
  private func published() throws -> [Instant] {
    var clocks: [Instant] = []
    for run in try workspace.allRuns()
    where run.exitCode <= 1 && run.summary.hasPrefix("published ") && clocks.last != run.now {
      clocks.append(run.now)
    }
    return clocks
  }

  /// - Parameters:
  ///   - name: the clock of a run, a beginning of it such as its date, or the id of its edition.
  ///   - folder: becomes an output folder; there must be nothing in it.
  ///   - nights: how many at most, the last of them the one that is meant; nil: all on record.
  ///   - onNight: is told of each night before it is worked.
  public func run(
    at name: String, into folder: URL, nights: Int?, onNight: (Instant) -> Void = { _ in }
  ) async throws -> Answer {
    let clocks = try published()
    let archive = try EditionArchive(output: options.output)
    let at = try clock(named: name, among: clocks, archive)
    if FileManager.default.fileExists(atPath: folder.path),
      try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
    {
      throw ArchiveError.notEmpty(path: folder.path)
    }
    let all = clocks.filter { $0 <= at }
    let chosen = nights.map { Array(all.suffix(max(1, $0))) } ?? all
    let captures = try workspace.captures()
    try workspace.copy(to: folder.appending(path: "workspace"))
    let stage = try Workspace(folder: folder.appending(path: "workspace"))
    try stage.forgetEverythingMade()
    var limits = limits(all, chosen, captures, at)
    if let first = chosen.first, chosen.count < all.count,
      let before = archive.entries.last(where: { $0.now < first })
    {
      try adopt(before, in: folder)
      limits.append("ids come from edition \(before.id), the last one kept from before")
    }
    var edition: String?
    var last = 0
    for night in chosen {
      onNight(night)
      last = try await restore(captures, from: last, through: night, in: stage)
      edition = try await work(night, in: folder).edition ?? edition
    }
    guard let edition, let made = try EditionArchive(output: folder).entry(named: edition) else {
      throw RunError.nothingUsable
    }
    let original = archive.entries.last { $0.now == at }
    return Answer(
      at: at, nights: chosen.count, edition: edition, folder: made.folder, original: original?.id,
      differing: original.map { Self.differences($0, made) } ?? [], limits: limits)
  }

  private func clock(named name: String, among clocks: [Instant], _ archive: EditionArchive) throws
    -> Instant
  {
    if let exact = Instant(rfc3339: name), clocks.contains(exact) { return exact }
    if let edition = archive.entry(named: name), clocks.contains(edition.now) {
      return edition.now
    }
    let matching = clocks.filter { !name.isEmpty && $0.rfc3339.hasPrefix(name) }
    guard let last = matching.last else {
      throw ArchiveError.unknownRun(name, known: clocks.suffix(5).map(\.rfc3339))
    }
    return last
  }

  /// What no journal holds.
  private func limits(
    _ all: [Instant], _ chosen: [Instant], _ captures: [Capture], _ at: Instant
  ) -> [String] {
    var limits = [
      "the configuration, gazetteer and decisions are those of today, not of then",
      "a forecast counts from when it was retrieved: when it was last confirmed is not on record",
    ]
    if captures.contains(where: { !$0.request.isEmpty }) {
      limits.append("of the weather only the points that are asked for today are there")
    }
    if chosen.count < all.count {
      limits.append(
        "\(String(counting: all.count - chosen.count, "earlier night")) left out: what only they saw of window "
          + "sources is missing, and so is the history of events; how words and sources are weighed "
          + "was learned anew")
    }
    if let first = captures.first?.fetchedAt, let night = all.first, first > night {
      limits.append("the captures of nights before \(first.rfc3339) have been pruned")
    }
    return limits
  }

  /// An edition of before as the latest, for its ids.
  private func adopt(_ entry: EditionArchive.Entry, in folder: URL) throws {
    let editions = folder.appending(path: "editions")
    try DurableFile.makeFolder(editions)
    try FileManager.default.createSymbolicLink(
      at: editions.appending(path: entry.id), withDestinationURL: entry.folder)
    try DurableFile.replaceLink(
      at: folder.appending(path: "latest"), target: "editions/\(entry.id)")
  }

  /// Puts the captures up to a night into the journal.
  ///
  /// - Returns: how many of them are there now.
  private func restore(
    _ captures: [Capture], from first: Int, through night: Instant, in stage: Workspace
  ) async throws -> Int {
    var next = first
    while next < captures.count, captures[next].fetchedAt <= night {
      let capture = captures[next]
      if capture.request.isEmpty {
        try stage.recordSuccess(of: capture.source, capture: capture, at: capture.fetchedAt)
      } else {
        try stage.recordAnswer(
          to: capture.request, of: capture.source, capture: capture, at: capture.fetchedAt)
      }
      next += 1
    }
    return next
  }

  private func work(_ night: Instant, in folder: URL) async throws -> RunReport {
    let samples = try workspace.setting("kind") == "samples"
    var options = RunOptions(
      configuration: options.configuration, output: folder, now: night, from: .parse,
      samples: samples, offline: true, workers: options.workers)
    options.isRehearsal = true
    return try await Pipeline(options: options, log: log).run()
  }

  private static func differences(
    _ one: EditionArchive.Entry, _ other: EditionArchive.Entry
  ) -> [String] {
    Set(one.files.keys).union(other.files.keys)
      .filter { one.files[$0] != other.files[$0] }.sorted()
  }
}

extension Replay.Answer {
  public func text(style: TerminalStyle = .plain) -> String {
    var lines = ["worked \(String(counting: nights, "night")) up to \(at.rfc3339) again"]
    lines.append("edition \(edition)\nLook at \(folder.path)")
    if let original {
      lines.append(
        differing.isEmpty
          ? style.tinted("byte for byte the edition \(original) that was published then", .good)
          : style.tinted("differences in \(String(counting: differing.count, "file"))", .warning)
            + " from edition \(original): " + differing.prefix(8).joined(separator: ", ")
            + (differing.count > 8 ? ", …" : ""))
    } else {
      lines.append(
        "the edition that was published then is not kept any more, so that it can't be compared")
    }
    return (lines + ["What can't be had again:"] + limits.map { "  \($0)" })
      .joined(separator: "\n")
  }

  public var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.replay/1")
    json.member("at", at.rfc3339)
    json.member("nights", nights)
    json.member("edition", edition)
    json.member("folder", folder.path)
    json.member("original", original)
    if original != nil { json.member("identical", differing.isEmpty) }
    json.member("differing", differing)
    json.member("limits", limits)
    json.endObject()
    return json.text
  }
}
