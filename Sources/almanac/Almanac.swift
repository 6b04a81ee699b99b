import AlmanacPipeline
import ArgumentParser

@main
struct Almanac: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "Turn event feeds into one clean, placed, deduplicated calendar.",
    discussion: """
      'almanac run' runs all seven stages. Each stage is also a command, which continues from what the \
      stage before it left.

      Example: almanac run --samples --output /tmp/try
      """,
    version: Release.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Running", subcommands: [Run.self, Plan.self, Status.self, Accept.self, Token.self]),
      CommandGroup(
        name: "Setting up",
        subcommands: [Init.self, Gazetteer.self, Add.self, Check.self, Doctor.self]),
      CommandGroup(
        name: "Single stages",
        subcommands: [
          Fetch.self, Parse.self, Geocode.self, Deduplicate.self, Categorize.self, Enrich.self,
          Publish.self, Export.self,
        ]),
      CommandGroup(name: "Editions", subcommands: [Diff.self, Rollback.self, Prune.self]),
      CommandGroup(
        name: "Reading",
        subcommands: [
          Query.self, Days.self, Weather.self, Route.self, Explain.self, Review.self,
          Inspect.self, Occurrences.self,
        ]),
    ])

  static func main() async {
    StandardStream.prepare()
    Termination.outliveFileSizes()
    do {
      let arguments = FormerWords.replaced(in: Array(CommandLine.arguments.dropFirst()))
      try checkCommand(arguments)
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(reporting: error)
    }
  }

  /// Suggests the nearest command for an unknown one, also behind 'help'.
  private static func checkCommand(_ arguments: [String]) throws {
    let known = configuration.subcommands.map { "\($0)".lowercased() }
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !known.contains(word) else { return }
    throw ValidationError(
      "there is no command '\(word)'; \(EditDistance.hint(for: word, among: known))")
  }
}
