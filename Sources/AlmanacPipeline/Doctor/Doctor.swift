import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
public import Foundation

/// Checks the machine and the workspace: the content of `almanac doctor`.
public struct Doctor: Sendable {
  public enum Verdict: String, Sendable, Encodable { case ok, warn, fail }

  public struct Line: Sendable, Encodable {
    public var name: String
    public var verdict: Verdict
    public var finding: String
    /// What to do; nil if nothing is wrong.
    public var remedy: String?
  }

  /// All lines, in a fixed order.
  public struct Examination: Answer {
    public static let schema = "almanac.doctor/2"

    private enum CodingKeys: String, CodingKey {
      case exitCode = "exit"
      case lines = "checks"
    }

    public let lines: [Line]
    public let exitCode: ExitCode

    init(_ lines: [Line]) {
      self.lines = lines
      exitCode = lines.contains { $0.verdict == .fail } ? .degraded : .published
    }
  }

  /// Seconds by which system times may differ.
  static let skew = 120

  let configuration: URL
  let output: OutputFolder
  let now: Instant
  let isOffline: Bool
  let environment: [String: String]

  public init(
    configuration: URL, output: URL, now: Instant, isOffline: Bool,
    environment: [String: String]
  ) {
    self.configuration = configuration
    self.output = OutputFolder(url: output)
    self.now = now
    self.isOffline = isOffline
    self.environment = environment
  }

  /// All lines in a fixed order. A check that can't be made fails with its reason.
  public func examine() async -> Examination {
    var lines: [Line] = []
    let samples = (try? output.workspace().setting("kind")) == "samples"
    let (settings, mistakes) = SettingsLoader(samples: samples)
      .check(configuration)
    let broken = settings?.brokenSources.flatMap(\.mistakes) ?? []
    lines.append(configurationLine(settings, mistakes + broken))
    lines.append(zoneLine)
    lines.append(contentsOf: libraryLines)
    lines.append(outputLine)
    lines.append(diskLine)
    lines.append(lockLine)
    lines.append(contentsOf: workspaceLines)
    lines.append(editionLine(samples: samples))
    lines.append(leafletLine(settings))
    lines.append(contentsOf: await networkLines(settings))
    return Examination(lines)
  }

  func ok(_ name: String, _ finding: String) -> Line {
    Line(name: name, verdict: .ok, finding: finding)
  }

  func warn(_ name: String, _ finding: String, _ remedy: String) -> Line {
    Line(name: name, verdict: .warn, finding: finding, remedy: remedy)
  }

  func fail(_ name: String, _ finding: String, _ remedy: String) -> Line {
    Line(name: name, verdict: .fail, finding: finding, remedy: remedy)
  }

  /// What the body finds, or a failure where it throws.
  func line(_ name: String, _ remedy: String, _ body: () throws -> Line) -> Line {
    do {
      return try body()
    } catch {
      return fail(name, "\(error)", remedy)
    }
  }
}

extension Doctor.Examination {
  public func text(style: TerminalStyle = .plain) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      let tint: TerminalStyle.Tint =
        switch line.verdict {
        case .ok: .good
        case .warn: .warning
        case .fail: .error
        }
      let verdict = line.verdict.rawValue
      let padding = String(repeating: " ", count: 5 - verdict.count)
      let name = line.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let remedy = line.remedy.map { "; \($0)" } ?? ""
      return style.tinted(verdict, tint) + padding + name + "  "
        + TerminalText.oneLine(line.finding + remedy)
    }.joined(separator: "\n")
  }
}
