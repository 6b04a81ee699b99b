import ArgumentParser

@main
struct Almanac: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "Turn event feeds into one clean, placed, deduplicated calendar, every night.",
    discussion: """
      'almanac run' does the whole night. Its seven stages are verbs of their own, each to be run \
      again alone from what the one before it left.
      """,
    version: Release.version,
    groupedSubcommands: [
      CommandGroup(name: "The night", subcommands: [Run.self, Status.self, Accept.self]),
      CommandGroup(
        name: "Setting up", subcommands: [Init.self, Add.self, Check.self, Doctor.self]),
      CommandGroup(
        name: "One stage",
        subcommands: [
          Fetch.self, Parse.self, Geocode.self, Deduplicate.self, Categorize.self, Enrich.self,
          Publish.self,
        ]),
      CommandGroup(
        name: "Editions",
        subcommands: [Diff.self, Rollback.self, Replay.self, Prune.self]),
      CommandGroup(
        name: "Looking at things",
        subcommands: [
          Query.self, Explain.self, Route.self, Review.self, Inspect.self, Occurrences.self,
          Manual.self,
        ]),
    ])

  static func main() async {
    StandardStream.prepare()
    Termination.outliveFileSizes()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(reporting: error)
    }
  }
}
