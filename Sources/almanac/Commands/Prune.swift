import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove old editions and captures.",
      discussion: """
        Keeps the latest edition, the one before it, and every capture that published data is from.

        Examples: almanac prune --dry-run
                  almanac prune --keep-editions 7 --keep-captures 90d
        """)

    @Option(
      help: ArgumentHelp(
        "Number of editions to keep. (default: 'publish: keepEditions')", valueName: "n"))
    var keepEditions: Int?

    @Option(
      help: ArgumentHelp("How long to keep captures. (default: 400d)", valueName: "days"),
      transform: { text in
        guard let days = Int(text.hasSuffix("d") ? text.dropLast() : text[...]),
          (0...100_000).contains(days)
        else { throw ValidationError("'\(text)' is no number of days such as 400d") }
        return days
      })
    var keepCaptures: Int?

    @Flag(
      name: [.customShort("n"), .long], help: "Print what would be removed, and remove nothing.")
    var dryRun = false

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
      try (1...1_000_000).check("--keep-editions", keepEditions)
    }

    func run() throws {
      let pruned = try AlmanacPipeline.Prune(
        global.lastRun(), keepEditions: keepEditions, days: keepCaptures ?? 400, now: global.time,
        isDry: dryRun)
      try global.print(pruned, asJSON: answer.json) { _ in pruned.text }
    }
  }
}
