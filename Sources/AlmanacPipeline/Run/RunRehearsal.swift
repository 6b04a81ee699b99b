/// What a run would do now: its report, and the difference between its edition and the latest.
public struct RunRehearsal: Answer {
  public static let schema = "almanac.rehearsal/1"

  public let report: RunReport
  /// nil if nothing is published yet, or the run ends before the stage publish.
  public let diff: EditionDiff?

  public func text(style: TerminalStyle = .plain, limit: Int = 50) -> String {
    let change = diff?.text(style: style, limit: limit) ?? "there is no edition to compare with"
    return "\(report.summary(style: style))\n\n\(change)\nNothing was written."
  }
}
