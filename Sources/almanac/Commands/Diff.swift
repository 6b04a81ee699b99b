import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two editions.",
      discussion: """
        By default the latest and the one before it. An edition is named by its id, a prefix of it, or \
        the time of its run; 'almanac rollback --list' lists them. 'almanac run --dry-run' compares \
        the latest with what a run would publish.

        Examples: almanac diff
                  almanac diff 20260301 20260302
        """)

    @Argument(help: "Earlier edition. (default: the one before the other)")
    var from: String?

    @Argument(help: "Later edition. (default: the latest)")
    var to: String?

    @OptionGroup var limit: LimitOption
    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let diff = try EditionDiff(output: answer.global.folder, from: from, to: to)
      try answer.print(diff) { diff.text(style: $0, limit: limit.count) }
    }
  }
}
